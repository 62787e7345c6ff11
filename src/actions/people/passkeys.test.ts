import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readNewPasskey } from './passkeys.ts';

const SITE = { origin: 'https://quotes.example', rpId: 'quotes.example' };
const CHALLENGE = 'Y2hhbGxlbmdl';

/** A new passkey as a browser returns it, without attestation. */
function createCredential(clientData: object = {}): string {
  const id = randomBytes(16);
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // A COSE key: type EC2, algorithm ES256, curve P-256 and both coordinates.
  const key = Buffer.concat([
    ...[Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')],
    ...[Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
  ]);
  const rpIdHash = createHash('sha256').update(SITE.rpId).digest();
  // Present, verified, with a credential; no signatures yet.
  const authData = Buffer.concat([
    ...[rpIdHash, Buffer.from('4500000000', 'hex'), Buffer.alloc(16), Buffer.from([0, id.length]), id, key],
  ]);
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([authData.length]),
    authData,
  ]);
  const data = { type: 'webauthn.create', challenge: CHALLENGE, origin: SITE.origin, ...clientData };
  return JSON.stringify({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(data)).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    },
  });
}

test('a new passkey is accepted only from a page of ours that no other site frames', async () => {
  const isAccepted = async (clientData: object) =>
    (await readNewPasskey(createCredential(clientData), CHALLENGE, SITE)) !== undefined;
  assert.equal(await isAccepted({}), true);
  assert.equal(await isAccepted({ crossOrigin: false }), true);
  const refused = [
    ...[{ crossOrigin: true }, { crossOrigin: true, topOrigin: 'https://evil.example' }],
    ...[{ topOrigin: 'https://evil.example' }, { crossOrigin: 'true' }],
    ...[{ origin: 'https://evil.example' }, { challenge: 'b3RoZXI' }, { type: 'webauthn.get' }],
  ];
  for (const clientData of refused) {
    assert.equal(await isAccepted(clientData), false, JSON.stringify(clientData));
  }
});
