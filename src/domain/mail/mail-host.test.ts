import assert from 'node:assert/strict';
import { it } from 'node:test';
import { normalizeHost } from './mail-host.ts';

it('a host is a name or an address, in one spelling', () => {
  for (const [text, host] of [
    ['Mail.Example.com', 'mail.example.com'],
    ['mail.example.com.', 'mail.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['127.1', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['[::1]', '::1'],
    ['::FFFF:127.0.0.1', '::ffff:7f00:1'],
    ['2001:DB8::1', '2001:db8::1'],
  ] as const) {
    assert.equal(normalizeHost(text), host, text);
  }
});

it('a port, a path, a user or white space is not part of a host', () => {
  for (const text of [
    ...[
      '',
      '.',
      'mail.test:587',
      'mail.test:443',
      '[::1]:587',
      'https://mail.test',
      'mail.test/x',
      'a@mail.test',
    ],
    ...[
      'mail test',
      'mail.test\r\nQUIT',
      'mail.test?x',
      'mail.test#x',
      'mail.test\\x',
      '256.1.1.1.1',
      'a..b%00',
    ],
    'a'.repeat(300),
  ]) {
    assert.equal(normalizeHost(text), undefined, text);
  }
});
