import type { Event, PingEvent } from './api.ts';

/** The body that an endpoint receives: events, and the `ping` of a test. */
export type ProfferEvent = Event | PingEvent;

export type WebhookFailure =
  | 'header_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_wrong'
  | 'body_invalid';

/** Why a webhook could not be verified. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError';
  readonly reason: WebhookFailure;

  constructor(reason: WebhookFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

type HeaderBag =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>;

export interface WebhookRequest {
  /** The raw body, before parsing. */
  body: string | Uint8Array | ArrayBuffer;
  /** Headers of the request: a `Headers` object, or an object as in Node. */
  headers: HeaderBag;
  /** The endpoint's `whsec_…` secret; several during a rotation. */
  secret: string | readonly string[];
  /** Allowed difference between the clocks, in seconds. Default: 300. */
  toleranceSeconds?: number | undefined;
  /** The current time in milliseconds. Default: now. */
  now?: number | undefined;
}

/** Further signatures are ignored; no rotation has as many. */
const MAX_SIGNATURES = 20;
const SECRET_PREFIX = 'whsec_';

/**
 * Returns the event if the webhook was signed with the secret (Standard Webhooks), and otherwise throws a
 * `WebhookVerificationError`. The same event may arrive more than once, with the same `id`.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<ProfferEvent> {
  const { headers, toleranceSeconds = 300, now = Date.now() } = request;
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  checkTime(timestamp, now / 1000, toleranceSeconds);
  const body = toBytes(request.body);
  const signed = concat(toBytes(`${id}.${timestamp}.`), body);
  const secrets = [request.secret].flat();
  if (secrets.length === 0) throw new TypeError('secret is empty');
  const keys = await Promise.all(secrets.map(importSecret));
  if (!(await isSignedByAny(keys, signatures, signed))) {
    throw new WebhookVerificationError('signature_wrong', 'No signature of the webhook fits the secret.');
  }
  return parseEvent(body);
}

function header(headers: HeaderBag, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.[0];
  if (text) return text;
  throw new WebhookVerificationError('header_missing', `The header ${name} is missing.`);
}

function isHeaders(headers: HeaderBag): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function checkTime(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^\d{1,15}$/.test(timestamp)) {
    throw new WebhookVerificationError('timestamp_invalid', 'webhook-timestamp must be a number of seconds.');
  }
  const age = nowSeconds - Number(timestamp);
  if (age > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_old',
      'The webhook is too old: somebody may have kept it.',
    );
  }
  if (age < -toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_new',
      'The webhook is of the future. Is the clock right?',
    );
  }
}

function importSecret(secret: string): Promise<CryptoKey> {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const bytes = fromBase64(text);
  if (!bytes || bytes.length === 0) throw new TypeError('secret is not one of a webhook endpoint: whsec_…');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** `subtle.verify` runs in constant time. */
async function isSignedByAny(
  keys: CryptoKey[],
  header: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const part of header.split(' ', MAX_SIGNATURES)) {
    const signature = part.startsWith('v1,') ? fromBase64(part.slice(3)) : undefined;
    if (!signature) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function parseEvent(body: Uint8Array): ProfferEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookVerificationError('body_invalid', 'The body of the webhook is not JSON.');
  }
}

function toBytes(value: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new Uint8Array(value);
  throw new TypeError(
    'body must be the bytes or the text of the request as they came, not what was parsed from them.',
  );
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
