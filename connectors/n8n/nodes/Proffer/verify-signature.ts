import { createHmac, timingSafeEqual } from 'node:crypto';

/** Allowed difference between the clocks. */
const TOLERANCE_S = 300;
/** Further signatures are ignored; no rotation has as many. */
const MAX_SIGNATURES = 20;

type HeaderBag = Record<string, string | string[] | undefined>;

/** Whether the request was signed with the secret of the endpoint, by the rules of Standard Webhooks. */
export function isSigned(body: Uint8Array, headers: HeaderBag, secret: string, nowMs: number): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => [headers[name]].flat()[0],
  );
  if (!id || !timestamp || !signatures || !/^\d{1,15}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ', MAX_SIGNATURES).some((signature) => {
    const given = Buffer.from(signature.startsWith('v1,') ? signature.slice(3) : '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
