import assert from 'node:assert/strict';

/** Returns the response if it has the status. */
export function expectStatus(reply, status, message = '') {
  const what = reply.body?.detail ?? '';
  assert.equal(
    reply.status,
    status,
    [message, `status ${reply.status}, expected ${status}`, what].filter(Boolean).join(': '),
  );
  return reply;
}

/** Expects an error in the format of RFC 9457, with its code if one is documented. */
export function expectProblem(reply, status, code) {
  expectStatus(reply, status);
  assert.match(reply.headers.get('Content-Type') ?? '', /^application\/problem\+json/);
  for (const field of ['type', 'title', 'status', 'detail', 'code', 'requestId']) {
    assert.ok(field in reply.body, `the error has no ${field}`);
  }
  assert.equal(reply.body.status, status);
  if (code !== undefined) assert.equal(reply.body.code, code);
  return reply.body;
}

/** Expects a 400 that names the field. */
export function expectInvalid(reply, path) {
  const { errors } = expectProblem(reply, 400);
  assert.ok(Array.isArray(errors), 'the error has no list of errors');
  const paths = errors.map((error) => error.path);
  assert.ok(paths.includes(path), `expected an error at ${path}, got ${paths.join(', ') || 'none'}`);
  return errors;
}

export function idsOf(reply) {
  return reply.body.data.map(({ id }) => id);
}
