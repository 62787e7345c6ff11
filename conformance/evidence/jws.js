import { createPublicKey, verify } from 'node:crypto';
import { canonical, sha256, take } from './files.js';
import { expect } from './signed.js';

export function checkSignature(files) {
  const file = files.get('acceptance.jws');
  if (!file) return { none: true, text: 'is not there: the record is not signed' };
  const [head, payload, signature, ...rest] = file.toString('latin1').split('.');
  expect(payload === '' && signature && rest.length === 0, 'is not a JWS without its payload');
  const bytes = Buffer.from(signature, 'base64url');
  expect(bytes.toString('base64url') === signature && bytes.length === 64, 'is damaged');
  const key = readKey(files);
  const header = readHeader(head);
  expect(header.alg === 'ES256' && header.kid === key.kid, 'is not of the key in jwks.json');
  const input = Buffer.from(`${head}.${take(files, 'acceptance.json').toString('base64url')}`);
  const publicKey = createPublicKey({ key, format: 'jwk' });
  expect(
    verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes),
    'does not sign this acceptance.json',
  );
  return { text: `acceptance.json has not changed since the key ${key.kid} signed it` };
}

function readHeader(head) {
  try {
    return JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
  } catch {
    throw new Error('is damaged');
  }
}

/** The only key, whose name is its thumbprint (RFC 7638). */
function readKey(files) {
  const file = take(files, 'jwks.json').toString('utf8');
  let keys;
  try {
    ({ keys } = JSON.parse(file));
  } catch {
    throw new Error('cannot be checked: jwks.json is not JSON');
  }
  expect(keys.length === 1, 'cannot be checked: jwks.json does not have exactly one key');
  const [{ crv, kty, x, y }] = keys;
  const kid = sha256(canonical({ crv, kty, x, y })).toString('base64url');
  const key = { alg: 'ES256', crv: 'P-256', kid, kty: 'EC', use: 'sig', x, y };
  expect(canonical({ keys: [key] }) === file, 'cannot be checked: jwks.json was changed');
  return key;
}

/** Whose key it is, only somebody who has got the keys of the installation from elsewhere can say. */
export function checkKeys(files, trusted) {
  if (!files.has('acceptance.jws')) {
    expect(String(take(files, 'jwks.json')) === '{"keys":[]}', 'has keys, but nothing is signed');
    expect(!trusted, 'has no key of the installation that --trust names, as nothing is signed');
    return { none: true, text: 'has no key, as nothing is signed: anybody could have made this bundle' };
  }
  const { kid, x, y } = readKey(files);
  if (trusted) {
    expect(
      trusted.some((key) => key.x === x && key.y === y),
      `is not of the installation that --trust names: it does not have the key ${kid}`,
    );
    return { text: `is of the installation that --trust names, which has the key ${kid}` };
  }
  return {
    text: `anybody could have made this bundle: name the installation with --trust, if its /.well-known/jwks.json has ${kid}`,
  };
}
