import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/**
 * Computes `webhook-signature` (Standard Webhooks) with one signature per secret, so that a receiver can verify it with
 * any of them. The library `standardwebhooks` supports one secret and takes ten times as long; the tests verify with
 * it.
 */
export function computeSignature(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', decodeSecret(secret)).update(signed).digest('base64')}`)
    .join(' ');
}

function decodeSecret(secret: string): Buffer {
  return Buffer.from(
    secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret,
    'base64',
  );
}
