import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findResource, parseAuthorization, readParameters, readSender } from './authorization-request.ts';

const IDENTIFIERS = { api: 'https://q.example/api/v1', mcp: 'https://q.example/mcp' };
const CHALLENGE = 'aZ09-_'.padEnd(43, 'x');
const REQUEST = { response_type: 'code', code_challenge: CHALLENGE, code_challenge_method: 'S256' };

/** Parses a valid request with other values; `undefined` leaves a parameter out, and a list repeats it. */
function parse(change: Record<string, string | string[] | undefined> = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...REQUEST, ...change })) {
    for (const one of value === undefined ? [] : [value].flat()) parameters.append(name, one);
  }
  return parseAuthorization(parameters, IDENTIFIERS);
}

test('a request without more asks for all of the API', () => {
  assert.deepEqual(parse(), { challenge: CHALLENGE, resource: 'api', access: 'write' });
  assert.deepEqual(parse({ response_mode: 'query', state: 'x' }), parse());
});

test('a parameter without a value counts as left out', () => {
  assert.deepEqual(
    [...readParameters('a=&b&c=1&d=%20&c=2&a=?x')],
    [
      ['c', '1'],
      ['d', ' '],
      ['c', '2'],
      ['a', '?x'],
    ],
  );
});

test('each parameter that is missing or wrong has its error', () => {
  const wrong = {
    invalid_request: [
      { state: ['a', 'b'] },
      { other: ['', ''] },
      { response_mode: 'fragment' },
      { response_mode: '' },
      { code_challenge: undefined },
      { code_challenge: CHALLENGE.slice(1) },
      { code_challenge: `${CHALLENGE}x` },
      { code_challenge: `${CHALLENGE.slice(1)}=` },
      { code_challenge: `${CHALLENGE}\n` },
      { code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { response_type: undefined },
    ],
    unsupported_response_type: [{ response_type: '' }, { response_type: 'token' }],
    invalid_target: [{ resource: 'https://q.example' }, { resource: [IDENTIFIERS.api, IDENTIFIERS.mcp] }],
    invalid_scope: [{ scope: 'admin' }, { scope: 'admin reads' }],
  };
  for (const [error, changes] of Object.entries(wrong)) {
    for (const change of changes) {
      const found = parse(change);
      assert.equal('error' in found ? found.error : 'none', error, JSON.stringify(change));
    }
  }
});

test('the scopes name the widest access that the app asks for', () => {
  const access = (scope: string) => {
    const found = parse({ scope });
    return 'access' in found ? found.access : found.error;
  };
  assert.equal(access(''), 'write');
  assert.equal(access('   '), 'write');
  assert.equal(access('read'), 'read');
  assert.equal(access('read  draft'), 'draft');
  assert.equal(access('draft read write'), 'write');
  assert.equal(access('openid read'), 'read', 'what is unknown is left out');
});

test('a resource is one of those that there are, and the API unless it is named', () => {
  const find = (...named: string[]) => findResource(named, IDENTIFIERS);
  assert.deepEqual([find(), find(IDENTIFIERS.api), find(IDENTIFIERS.mcp)], ['api', 'api', 'mcp']);
  assert.deepEqual(
    [find(''), find(`${IDENTIFIERS.api}/`), find(IDENTIFIERS.api, IDENTIFIERS.api)],
    [undefined, undefined, undefined],
  );
  assert.deepEqual(parse({ resource: IDENTIFIERS.mcp }), { ...parse(), resource: 'mcp' });
});

test('nobody can be told about errors without an app and an address, each given once', () => {
  const read = (query: string) => readSender(new URLSearchParams(query));
  const sender = { clientId: 'app_1', redirectUri: 'https://a.example/' };
  const query = 'client_id=app_1&redirect_uri=https://a.example/';
  assert.deepEqual(read(`${query}&state=s`), { ...sender, state: 's' });
  assert.deepEqual(read(query), { ...sender, state: undefined });
  assert.deepEqual(read(`${query}&state=s&state=t`), { ...sender, state: undefined });
  for (const other of ['', 'client_id=app_1', 'redirect_uri=https://a.example/', `${query}&client_id=app_2`])
    assert.equal(read(other), undefined, other);
});
