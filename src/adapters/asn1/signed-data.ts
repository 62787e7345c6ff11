import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import {
  type DerValue,
  expectTag,
  OCTET_STRING,
  readDer,
  readMembers,
  readOid,
  SEQUENCE,
  SET,
} from './der.ts';
import { HASHES, OIDS } from './oids.ts';

/** Signed content (CMS, RFC 5652) whose signature has been checked, by the certificate that it carries. */
export interface SignedContent {
  type: string;
  content: Buffer;
  signer: X509Certificate;
  /** All certificates that came with it. */
  certificates: X509Certificate[];
}

/**
 * Reads signed content with one signer and checks its signature. Whether the certificate deserves trust is for the
 * caller to find out. Throws with the reason if anything is wrong.
 */
export function readSignedContent(bytes: Uint8Array): SignedContent {
  const [type, wrapped] = readMembers(readDer(bytes, SEQUENCE));
  if (readOid(type) !== OIDS.signedData) throw new Error('it is not signed');
  const [signedData] = readMembers(expectTag(wrapped, 0xa0));
  const [, , encapsulated, ...rest] = readMembers(expectTag(signedData, SEQUENCE));
  const [contentType, explicit] = readMembers(expectTag(encapsulated, SEQUENCE));
  const [octets] = readMembers(expectTag(explicit, 0xa0));
  const { content } = expectTag(octets, OCTET_STRING);
  const certificates = readCertificates(rest.find(({ tag }) => tag === 0xa0));
  const infos = readMembers(expectTag(rest.at(-1), SET));
  const [info] = infos;
  if (infos.length !== 1 || !info) throw new Error('it does not have exactly one signature');
  const signer = checkSignature(info, { type: readOid(contentType), content }, certificates);
  return { type: readOid(contentType), content, signer, certificates };
}

const MAX_CERTIFICATES = 20;

function readCertificates(value: DerValue | undefined): X509Certificate[] {
  const members = value ? readMembers(value) : [];
  if (members.length > MAX_CERTIFICATES) throw new Error('it has too many certificates');
  return members.map(({ bytes }) => new X509Certificate(bytes));
}

/** Returns the certificate that signed, which the signature itself names by its hash. */
function checkSignature(
  info: DerValue,
  { type, content }: Pick<SignedContent, 'type' | 'content'>,
  certificates: readonly X509Certificate[],
): X509Certificate {
  const [, , digestAlgorithm, signed, algorithm, signature] = readMembers(expectTag(info, SEQUENCE));
  const hash = HASHES[readAlgorithm(digestAlgorithm)];
  if (hash === undefined) throw new Error('it is signed with a hash that is not accepted');
  const attributes = readAttributes(expectTag(signed, 0xa0));
  if (readOid(attributes.get(OIDS.contentType)) !== type)
    throw new Error('its content has another type than was signed');
  const digest = expectTag(attributes.get(OIDS.messageDigest), OCTET_STRING).content;
  if (!createHash(hash).update(content).digest().equals(digest)) throw new Error('its content was changed');
  const signer = findSigner(attributes, certificates);
  // The attributes are signed as a set, although they are written with another tag.
  const text = Buffer.concat([Buffer.of(SET), (signed as DerValue).bytes.subarray(1)]);
  const isPss = readAlgorithm(algorithm) === OIDS.rsaPss;
  const key = {
    key: signer.publicKey,
    ...(isPss && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }),
  };
  if (!verify(hash, text, key, expectTag(signature, OCTET_STRING).content))
    throw new Error('its signature is wrong');
  return signer;
}

function readAlgorithm(value: DerValue | undefined): string {
  return readOid(readMembers(expectTag(value, SEQUENCE))[0]);
}

function readAttributes(value: DerValue): Map<string, DerValue | undefined> {
  return new Map(
    readMembers(value).map((attribute) => {
      const [type, values] = readMembers(attribute);
      return [readOid(type), readMembers(expectTag(values, SET))[0]];
    }),
  );
}

function findSigner(
  attributes: ReadonlyMap<string, DerValue | undefined>,
  certificates: readonly X509Certificate[],
): X509Certificate {
  const v2 = attributes.get(OIDS.signingCertificateV2);
  const named = v2 ?? attributes.get(OIDS.signingCertificate);
  const [list] = readMembers(expectTag(named, SEQUENCE));
  const [first] = readMembers(expectTag(list, SEQUENCE));
  const members = readMembers(expectTag(first, SEQUENCE));
  const own = members.find(({ tag }) => tag === SEQUENCE);
  const hasOwnHash = v2 !== undefined && own === members[0];
  const hash = v2 === undefined ? 'sha1' : hasOwnHash ? HASHES[readAlgorithm(own)] : 'sha256';
  const fingerprint = members.find(({ tag }) => tag === OCTET_STRING)?.content;
  const signer = certificates.find(
    ({ raw }) => hash !== undefined && fingerprint?.equals(createHash(hash).update(raw).digest()),
  );
  if (!signer) throw new Error('the certificate that signed it did not come with it');
  return signer;
}
