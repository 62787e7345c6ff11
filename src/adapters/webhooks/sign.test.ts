import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { computeSignature } from './sign.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ type: 'quote.created', data: { title: 'Schöne Grüße 🌍' } });

test('each of the secrets verifies the signature, and no other does', () => {
  const [old, fresh, other] = [newSecret(), newSecret(), newSecret()];
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = (secrets: string[]) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': computeSignature(secrets, { id: 'evt_1', timestamp, body }),
  });
  for (const secret of [old, fresh]) {
    assert.deepEqual(new Webhook(secret).verify(body, headers([fresh, old])), JSON.parse(body));
  }
  assert.throws(() => new Webhook(other).verify(body, headers([fresh, old])));
  assert.throws(() => new Webhook(old).verify(body, headers([fresh])));
  assert.throws(() => new Webhook(fresh).verify(`${body} `, headers([fresh])));
});

test('the signature matches the example in the specification', () => {
  const signed = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  assert.equal(computeSignature([secret], signed), 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
