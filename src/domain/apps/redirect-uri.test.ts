import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addResponse, isLoopback, isRedirectUri, isRegisteredRedirect } from './redirect-uri.ts';

test('addresses for responses are https, or http to this computer', () => {
  for (const uri of [
    'https://app.example/cb',
    'https://app.example:8443/cb?x=1',
    'http://localhost/cb',
    'http://127.0.0.1:80',
    'http://[::1]:65535/cb',
    `https://app.example/${'a'.repeat(480)}`,
  ]) {
    assert.equal(isRedirectUri(uri), true, uri);
  }
  for (const uri of [
    'http://app.example/cb',
    'http://localhost.evil.example/cb',
    'http://localhost@evil.example/',
    'http://127.0.0.1:65536/',
    'http://127.1/',
    'https:/app.example',
    'https:app.example',
    'HTTPS://app.example/',
    'https://user@app.example/',
    'https://app.example/#',
    'https://app.example\\@evil.example/',
    'https://app.example/ ',
    ' https://app.example/',
    '\nhttps://app.example/',
    'https://app.example/\u00e4',
    ...['code', 'state', 'iss', 'error'].map((name) => `https://app.example/?x=1&${name}=1`),
    'custom://cb',
    'data:text/html,x',
    `https://app.example/${'a'.repeat(481)}`,
    'https://:secret@app.example/',
    '',
  ]) {
    assert.equal(isRedirectUri(uri), false, uri);
  }
});

test('only the port of a loopback address may differ', () => {
  const registered = ['https://app.example/cb', 'http://127.0.0.1:1/cb?x=1'];
  for (const uri of [...registered, 'http://127.0.0.1/cb?x=1', 'http://127.0.0.1:9999/cb?x=1']) {
    assert.equal(isRegisteredRedirect(registered, uri), true, uri);
  }
  for (const uri of [
    'https://app.example:443/cb',
    'https://app.example:1/cb',
    'http://127.0.0.1/cb',
    'http://127.0.0.1/cb?x=1&y=2',
    'http://localhost/cb?x=1',
    'http://127.0.0.1:/cb?x=1',
  ]) {
    assert.equal(isRegisteredRedirect(registered, uri), false, uri);
  }
  // One in the parameters of another address is no address of its own.
  const nested = (port: number) => `https://app.example/cb?to=http://localhost:${port}/`;
  assert.equal(isRegisteredRedirect([nested(1)], nested(2)), false);
  assert.deepEqual([isLoopback('http://localhost:1/'), isLoopback(nested(1))], [true, false]);
  // What is no longer permitted stays registered, and is not used.
  assert.equal(isRegisteredRedirect(['http://app.example/cb'], 'http://app.example/cb'), false);
});

test('a response leaves the address as it was registered', () => {
  const response = { code: 'a b', state: undefined, iss: 'https://q.example/x' };
  assert.equal(
    addResponse('https://app.example/cb?x=%20&y', response),
    'https://app.example/cb?x=%20&y&code=a+b&iss=https%3A%2F%2Fq.example%2Fx',
  );
  assert.equal(addResponse('https://app.example/cb', { code: 'c' }), 'https://app.example/cb?code=c');
});
