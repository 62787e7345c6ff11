import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTargetError } from './target-error.ts';

test('only https URLs of possibly public hosts are valid', () => {
  for (const url of [
    'https://example.com/hooks?a=b',
    'https://example.com:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:444/x',
    'https://[::ffff:1.1.1.1]/',
  ]) {
    assert.equal(findTargetError(url, false), undefined, url);
    assert.equal(findTargetError(url, true), undefined, url);
  }
});

test('private hosts are rejected in any notation, unless allowed', () => {
  for (const url of [
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://017700000001/',
    'https://１２７.0.0.1/',
    'https://10.0.0.1:8443/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost:3000/',
  ]) {
    assert.match(findTargetError(url, false) ?? '', /public address/, url);
    assert.equal(findTargetError(url, true), undefined, url);
  }
  assert.match(findTargetError('http://example.com/', false) ?? '', /https/);
  assert.equal(findTargetError('http://localhost:3000/', true), undefined);
  assert.match(findTargetError('ftp://localhost/', true) ?? '', /or http:/, 'says what is taken');
});

test('credentials, fragments, other schemes and non-URLs are always rejected', () => {
  for (const [url, error] of [
    ['', /URL/],
    ['example.com', /URL/],
    ['https://', /URL/],
    ['https://exa mple.com/', /URL/],
    ['https://1.2.3.4.5/', /URL/],
    ['https://[fe80::1%25eth0]/', /URL/],
    ['file:///etc/passwd', /URL/],
    ['ftp://example.com/', /https/],
    ['javascript:alert(1)', /URL/],
    ['https://user@example.com/', /user name/],
    ['https://:secret@example.com/', /user name/],
    ['https://example.com/#', /fragment/],
    ['https://example.com/#x', /fragment/],
  ] as const) {
    assert.match(findTargetError(url, false) ?? '', error, url);
    assert.match(findTargetError(url, true) ?? '', error, url);
  }
});
