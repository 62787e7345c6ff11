import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP_RESOURCES, isDocumentUrl, parseAppMetadata, RESOURCE_PATHS } from './app.ts';

const REDIRECT = 'https://app.example/cb';

test('an app has a name, and the addresses that are permitted', () => {
  const redirect_uris = [REDIRECT, 'http://app.example/cb', 'http://localhost/cb'];
  assert.deepEqual(parseAppMetadata({ redirect_uris, client_name: '  Robo\n App ', logo_uri: 7 }), {
    name: 'Robo App',
    redirectUris: [REDIRECT, 'http://localhost/cb'],
    rejected: ['http://app.example/cb'],
  });
  const named = { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
  assert.deepEqual(parseAppMetadata(named), { name: undefined, redirectUris: [REDIRECT], rejected: [] });
  const most = parseAppMetadata({ redirect_uris: Array(20).fill(REDIRECT) });
  assert.ok(typeof most === 'object' && most.redirectUris.length === 20);
});

test('what an app says about itself in another form is rejected by the field that is wrong', () => {
  const uris = [REDIRECT];
  for (const [value, field] of [
    ...[null, undefined, 'x', 7, [], [{}]].map((value) => [value, /JSON object/] as const),
    ...[
      undefined,
      null,
      {},
      [],
      'https://app.example/cb',
      [7],
      [REDIRECT, null],
      Array(21).fill(REDIRECT),
    ].map((redirect_uris) => [{ redirect_uris }, /^redirect_uris must be a list of 1 to 20 URLs$/] as const),
    [{ redirect_uris: { length: 1, every: 7 } }, /^redirect_uris/] as const,
    ...[null, 7, {}].map((client_name) => [{ redirect_uris: uris, client_name }, /^client_name/] as const),
    ...[null, 7, []].map(
      (method) => [{ redirect_uris: uris, token_endpoint_auth_method: method }, /^token_endpoint/] as const,
    ),
  ]) {
    const found = parseAppMetadata(value);
    assert.match(typeof found === 'string' ? found : 'accepted', field, JSON.stringify(value));
  }
});

test('a client identifier is the URL of a document in one spelling only', () => {
  const ofLength = (length: number) => `https://app.example/${'a'.repeat(length - 20)}`;
  for (const url of ['https://app.example/app.json', 'https://app.example:8443/a?b=c', ofLength(500)])
    assert.equal(isDocumentUrl(url), true, url);
  for (const url of [
    'app_01',
    '',
    'http://app.example/app.json',
    'https://app.example/',
    'https://app.example',
    'https://APP.example/app.json',
    'https://app.example:443/app.json',
    'https://app.example/a/../app.json',
    'https://user@app.example/app.json',
    'https://app.example/app.json#',
    'https://app.example/app.json#a',
    ofLength(501),
  ])
    assert.equal(isDocumentUrl(url), false, url);
});

test('an app connects to the API or to the tools of agents, each with its path', () => {
  assert.deepEqual(RESOURCE_PATHS, { api: '/api/v1', mcp: '/mcp' });
  assert.deepEqual(Object.keys(RESOURCE_PATHS), APP_RESOURCES);
});
