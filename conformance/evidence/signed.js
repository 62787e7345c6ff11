import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import { algorithm, content, members, name, parse, RSA_PSS } from './asn1.js';

const SIGNED_DATA = '2a864886f70d010702';
const CONTENT_TYPE = '2a864886f70d010903';
const MESSAGE_DIGEST = '2a864886f70d010904';
const SIGNING_CERTIFICATE = '2a864886f70d010910020c';
const SIGNING_CERTIFICATE_2 = '2a864886f70d010910022f';
const HASHES = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
/** Algorithms of signatures, by the kind of key that they need. */
const SIGNATURES = {
  rsa: ['2a864886f70d010101', '2a864886f70d01010b', '2a864886f70d01010c', '2a864886f70d01010d', RSA_PSS],
  ec: ['2a8648ce3d040302', '2a8648ce3d040303', '2a8648ce3d040304'],
};

/**
 * Checks signed content (CMS) of one signer. `detached` is the content if it is elsewhere. Returns the type, the content, and
 * the certificates, that of the signer first.
 */
export function readSigned(bytes, detached) {
  const [type, outer] = members(parse(bytes));
  expect(name(type) === SIGNED_DATA, 'it is not a signature');
  const [version, digests, encapsulated, ...rest] = members(members(outer, 0xa0)[0]);
  const [contentType, inner] = members(encapsulated);
  const signed = inner ? content(members(inner, 0xa0)[0], 0x04) : detached;
  const certificates = members(rest[0], 0xa0).map(({ bytes: raw }) => new X509Certificate(raw));
  const infos = members(rest.at(-1), 0x31);
  expect(rest.length === 2 && infos.length === 1, 'it does not have exactly one signature');
  expect(['020101', '020103'].includes(version.bytes.toString('hex')), 'it has a version that is not known');
  const [own, issuer, digest, attributes, signing, signature, more] = members(infos[0]);
  expect(own.bytes.toString('hex') === '020101' && !more, 'its signature has a version that is not known');
  const hash = HASHES[algorithm(digest)];
  expect(
    hash !== undefined && members(digests, 0x31).some((one) => algorithm(one) === algorithm(digest)),
    'it has a hash that is not accepted',
  );
  const found = readAttributes(attributes);
  expect(name(found.get(CONTENT_TYPE)) === name(contentType), 'the type of its content was changed');
  const sum = createHash(hash).update(signed).digest();
  expect(content(found.get(MESSAGE_DIGEST), 0x04).equals(sum), 'what it signs was changed');
  const signer = findSigner(found, certificates);
  const [serial, issuerName] = readNames(signer);
  const named = members(issuer);
  expect(named[0].bytes.equals(issuerName) && named[1].bytes.equals(serial), 'it names another certificate');
  const kind = signer.publicKey.asymmetricKeyType;
  expect(SIGNATURES[kind]?.includes(algorithm(signing)), 'its signature is of another kind than its key');
  const text = Buffer.concat([Buffer.of(0x31), attributes.bytes.subarray(1)]);
  const isPss = algorithm(signing) === RSA_PSS;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  const key = { key: signer.publicKey, ...(isPss && pss) };
  expect(verify(hash, text, key, content(signature, 0x04)), 'its signature is wrong');
  const others = certificates.filter((one) => one !== signer);
  for (const one of others) expect(isIssued(one, certificates), 'one of its certificates was changed');
  return { type: name(contentType), content: signed, certificates: [signer, ...others] };
}

export function expect(isSo, problem) {
  if (!isSo) throw new Error(problem);
}

function readAttributes(value) {
  return new Map(members(value, 0xa0).map(readAttribute));
}

function readAttribute(attribute) {
  const [type, values] = members(attribute);
  return [name(type), members(values, 0x31)[0]];
}

/** The certificate whose hash is among what is signed. */
function findSigner(attributes, certificates) {
  const isSecond = attributes.has(SIGNING_CERTIFICATE_2);
  const [list] = members(attributes.get(isSecond ? SIGNING_CERTIFICATE_2 : SIGNING_CERTIFICATE));
  const parts = members(members(list)[0]);
  const hasHash = isSecond && parts[0].tag === 0x30;
  const hash = isSecond ? (hasHash ? HASHES[algorithm(parts[0])] : 'sha256') : 'sha1';
  const sum = content(parts[hasHash ? 1 : 0], 0x04);
  const signer = certificates.find(({ raw }) => createHash(hash).update(raw).digest().equals(sum));
  expect(signer, 'its certificate is missing or was changed');
  return signer;
}

function readNames({ raw }) {
  const [body] = members(parse(raw));
  const parts = members(body).filter(({ tag }) => tag !== 0xa0);
  return [parts[0].bytes, parts[2].bytes];
}

/** A certificate whose issuer is not there cannot be checked. */
function isIssued(certificate, certificates) {
  const issuers = certificates.filter((one) => certificate.checkIssued(one));
  return issuers.length === 0 || issuers.some((one) => certificate.verify(one.publicKey));
}

/** Whether a chain of certificates that are valid at the time leads to an authority. Each certificate is tried once. */
export function isTrusted(certificate, others, authorities, time, tried = new Set()) {
  if (Date.parse(certificate.validFrom) > time || Date.parse(certificate.validTo) < time) return false;
  if (authorities.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return true;
  tried.add(certificate.fingerprint256);
  return [...authorities, ...others].some(
    (issuer) =>
      !tried.has(issuer.fingerprint256) &&
      issuer.ca &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey) &&
      isTrusted(issuer, others, authorities, time, tried),
  );
}
