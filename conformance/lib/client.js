import { setTimeout } from 'node:timers/promises';

const MAX_TRIES = 5;
const MAX_WAIT_S = 60;
const TIMEOUT_MS = 60_000;

/** Creates a client with paths relative to the base address. A client without a key sends no credentials. */
export function createClient(base, key) {
  const request = (method, path, body, options = {}) =>
    send(`${base}${path}`, method, body, { key, ...options });
  return {
    base,
    request,
    get: (path, options) => request('GET', path, undefined, options),
    post: (path, body, options) => request('POST', path, body, options),
    put: (path, body, options) => request('PUT', path, body, options),
    patch: (path, body, options) => request('PATCH', path, body, options),
    delete: (path, options) => request('DELETE', path, undefined, options),
  };
}

/** `raw` is sent unchanged in place of JSON. Waits and repeats if the rate limit is reached. */
async function send(url, method, body, { key, headers = {}, raw }) {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const all = {
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, {
      ...{ method, headers: all, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(sent !== undefined && { body: sent }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 429 || tries === MAX_TRIES) return toReply(response, bytes);
    const seconds = Number(response.headers.get('Retry-After')) || 1;
    await setTimeout(Math.min(seconds, MAX_WAIT_S) * 1000);
  }
}

function toReply({ status, headers }, bytes) {
  const isJson = /^application\/([a-z.]+\+)?json\b/.test(headers.get('Content-Type') ?? '');
  const text = isJson ? new TextDecoder().decode(bytes) : '';
  return { status, headers, bytes, body: text === '' ? undefined : JSON.parse(text) };
}
