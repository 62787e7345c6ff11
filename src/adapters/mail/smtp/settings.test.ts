import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseSmtpUrl } from './settings.ts';

it('the host, port and login are parsed', () => {
  const settings = parseSmtpUrl('smtp://ada%40example.test:p%3Ass@mail.example.test:2525');
  assert.equal(settings.host, 'mail.example.test');
  assert.equal(settings.port, 2525);
  assert.equal(settings.secure, false);
  assert.deepEqual(settings.auth, { user: 'ada@example.test', pass: 'p:ss' });
  assert.equal(parseSmtpUrl('smtp://mail.example.test').port, 587);
  assert.deepEqual(
    [parseSmtpUrl('smtps://mail.example.test').port, parseSmtpUrl('smtps://mail.example.test').secure],
    [465, true],
  );
});

it('a password requires TLS, except on loopback or with requireTLS=false', () => {
  assert.equal(parseSmtpUrl('smtp://u:p@mail.example.test').requireTLS, true);
  assert.equal(parseSmtpUrl('smtp://u:p@mail.example.test?requireTLS=false').requireTLS, false);
  assert.equal(parseSmtpUrl('smtp://u:p@127.0.0.1:25').requireTLS, false);
  assert.equal(parseSmtpUrl('smtp://u:p@localhost').requireTLS, false);
  assert.equal(parseSmtpUrl('smtp://mail.example.test').requireTLS, false);
  assert.equal(parseSmtpUrl('smtp://mail.example.test?requireTLS=true').requireTLS, true);
});

it('other options are parsed, and unknown ones are rejected without the password', () => {
  assert.equal(parseSmtpUrl('smtp://[::1]:25').host, '::1');
  assert.equal(parseSmtpUrl('smtp://u:100%@mail.example.test').auth?.pass, '100%');
  const settings = parseSmtpUrl(
    'smtp://10.0.0.1?tls.servername=mail.test&tls.rejectUnauthorized=false&name=me.test',
  );
  assert.deepEqual(settings.tls, { servername: 'mail.test', rejectUnauthorized: false });
  assert.equal(settings.name, 'me.test');
  for (const url of [
    '',
    'mail.example.test',
    'http://u:hunter2@mail.example.test',
    'smtp://',
    'smtp://u:hunter2@mail.example.test:99999',
    'smtp://u:hunter2@mail.example.test?requiretls=true',
    'smtp://u:hunter2@mail.example.test?tls.key=x',
  ]) {
    assert.throws(
      () => parseSmtpUrl(url),
      (error: Error) =>
        error instanceof TypeError && /^must/.test(error.message) && !/hunter2/.test(error.message),
      url,
    );
  }
});
