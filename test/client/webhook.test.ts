import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  type ProfferEvent,
  verifyWebhook,
  WebhookVerificationError,
} from '../../clients/typescript/src/index.ts';

// Test vector of Standard Webhooks.
const VECTOR = {
  secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
  body: '{"event_type":"ping","data":{"success":true}}',
  id: 'msg_loFOjxBNrRLzqYUf',
  timestamp: 1_731_705_121,
  signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
};
const OTHER = `whsec_${Buffer.from('another secret, of 24 bytes!').toString('base64')}`;

const sign = (secret: string, body: string): string =>
  new Webhook(secret).sign(VECTOR.id, new Date(VECTOR.timestamp * 1000), body);

function delivery(more: Partial<Parameters<typeof verifyWebhook>[0]> & { signature?: string } = {}) {
  const { signature = VECTOR.signature, ...rest } = more;
  return {
    body: VECTOR.body,
    secret: VECTOR.secret,
    now: VECTOR.timestamp * 1000,
    headers: {
      'Webhook-Id': VECTOR.id,
      'webhook-timestamp': String(VECTOR.timestamp),
      'webhook-signature': signature,
    },
    ...rest,
  };
}

async function reasonOf(given: Parameters<typeof verifyWebhook>[0]): Promise<string> {
  const error = await verifyWebhook(given).then(
    () => assert.fail('it was believed'),
    (thrown) => thrown,
  );
  assert.ok(error instanceof WebhookVerificationError, String(error));
  return error.reason;
}

test('a request signed with the secret is accepted, in every form of input', async () => {
  const event = JSON.parse(VECTOR.body);
  assert.equal(sign(VECTOR.secret, VECTOR.body), VECTOR.signature);
  const { headers } = delivery();
  for (const given of [
    delivery(),
    delivery({ headers: new Headers(headers as Record<string, string>) }),
    delivery({ headers: { ...headers, 'webhook-signature': [VECTOR.signature] } }),
    delivery({ body: new TextEncoder().encode(VECTOR.body) }),
    delivery({ body: Buffer.from(VECTOR.body) }),
    delivery({ body: new TextEncoder().encode(VECTOR.body).buffer }),
    delivery({ secret: VECTOR.secret.slice('whsec_'.length) }),
  ]) {
    assert.deepEqual(await verifyWebhook(given), event);
  }
});

test('one valid signature or secret of several is enough, for a rotation', async () => {
  const both = `${sign(OTHER, VECTOR.body)} v1a,AAAA v1,not-base64! ${VECTOR.signature}`;
  await verifyWebhook(delivery({ signature: both }));
  await verifyWebhook(delivery({ signature: both, secret: OTHER }));
  await verifyWebhook(delivery({ secret: [OTHER, VECTOR.secret] }));
  assert.equal(await reasonOf(delivery({ secret: OTHER })), 'signature_wrong');
});

test('any other request is rejected with a reason', async () => {
  const { headers } = delivery();
  const wrong = {
    signature_wrong: [
      delivery({ body: `${VECTOR.body} ` }),
      delivery({ headers: { ...headers, 'Webhook-Id': 'msg_other' } }),
      delivery({ signature: VECTOR.signature.replace('v1,', 'v2,') }),
      delivery({ signature: VECTOR.signature.slice(3) }),
      delivery({ signature: 'v1,' }),
      delivery({ signature: `${'v1,AAAA '.repeat(1000)}${VECTOR.signature}` }),
    ],
    header_missing: [
      delivery({ headers: {} }),
      delivery({ headers: new Headers({ 'webhook-id': 'msg_1' }) }),
      delivery({ headers: { ...headers, 'webhook-signature': undefined } }),
    ],
    timestamp_invalid: [
      delivery({ headers: { ...headers, 'webhook-timestamp': '2026-11-16T00:00:00Z' } }),
      delivery({ headers: { ...headers, 'webhook-timestamp': '-1' } }),
    ],
    timestamp_too_old: [
      delivery({ now: (VECTOR.timestamp + 301) * 1000 }),
      delivery({ now: (VECTOR.timestamp + 11) * 1000, toleranceSeconds: 10 }),
    ],
    timestamp_too_new: [delivery({ now: (VECTOR.timestamp - 301) * 1000 })],
    body_invalid: [delivery({ body: 'no JSON', signature: sign(VECTOR.secret, 'no JSON') })],
  };
  for (const [reason, deliveries] of Object.entries(wrong)) {
    for (const given of deliveries) assert.equal(await reasonOf(given), reason);
  }
  await verifyWebhook(delivery({ now: (VECTOR.timestamp + 299) * 1000 }));
  await verifyWebhook(delivery({ now: (VECTOR.timestamp - 299) * 1000 }));
});

test('a programming error is not reported as an invalid webhook', async () => {
  for (const given of [
    delivery({ secret: '' }),
    delivery({ secret: [] }),
    delivery({ secret: 'whsec_no base64!' }),
    delivery({ body: JSON.parse(VECTOR.body) }),
  ]) {
    await assert.rejects(verifyWebhook(given), TypeError);
  }
});

test('the type of events has the ping of a test', async () => {
  const ping: ProfferEvent['type'] = 'ping';
  const event: ProfferEvent = await verifyWebhook(delivery());
  assert.notEqual(event.type, ping, 'the vector is no event of Proffer');
});
