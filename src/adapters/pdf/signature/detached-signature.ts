import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import {
  der,
  expectTag,
  integer,
  NULL,
  OCTET_STRING,
  oid,
  readDer,
  readMembers,
  SEQUENCE,
  sequence,
  set,
} from '../../asn1/der.ts';
import { OIDS } from '../../asn1/oids.ts';

/** A key and its certificate, followed by those that lead to the authority. */
export interface PdfSigner {
  key: KeyObject;
  certificates: readonly X509Certificate[];
}

const VERSION_1 = integer(Buffer.of(1));
const SHA_256 = sequence(oid(OIDS.sha256), NULL);
/** Room for the longest signature of a key, and for what is around it. */
const OTHER_BYTES = 2048;

/** The bytes that a signature needs at most. */
export function measureSignature({ certificates }: PdfSigner): number {
  return certificates.reduce((sum, { raw }) => sum + raw.length, OTHER_BYTES);
}

/**
 * Signs a SHA-256 in the form that PAdES asks for: CMS without the content, with the certificate among what is signed and
 * without a time, which the file states.
 */
export async function createDetachedSignature(signer: PdfSigner, digest: Buffer): Promise<Buffer> {
  const { key, certificates } = signer;
  const [own] = certificates;
  if (!own) throw new Error('a signer without a certificate');
  const fingerprint = createHash('sha256').update(own.raw).digest();
  const attributes = set(
    attribute(OIDS.contentType, oid(OIDS.data)),
    attribute(OIDS.messageDigest, der(OCTET_STRING, digest)),
    attribute(OIDS.signingCertificateV2, sequence(sequence(sequence(der(OCTET_STRING, fingerprint))))),
  );
  const signature = await promisify(sign)('sha256', attributes, key);
  const algorithm =
    key.asymmetricKeyType === 'rsa' ? sequence(oid(OIDS.rsa), NULL) : sequence(oid(OIDS.ecdsaWithSha256));
  const info = sequence(
    ...[VERSION_1, nameCertificate(own), SHA_256],
    // The attributes are signed as a set and written with another tag.
    Buffer.concat([Buffer.of(0xa0), attributes.subarray(1)]),
    ...[algorithm, der(OCTET_STRING, signature)],
  );
  const signedData = sequence(
    ...[VERSION_1, set(SHA_256), sequence(oid(OIDS.data))],
    der(0xa0, ...certificates.map(({ raw }) => raw)),
    set(info),
  );
  return sequence(oid(OIDS.signedData), der(0xa0, signedData));
}

function attribute(type: string, value: Buffer): Buffer {
  return sequence(oid(type), set(value));
}

/** Issuer and serial number. */
function nameCertificate({ raw }: X509Certificate): Buffer {
  const [body] = readMembers(readDer(raw, SEQUENCE));
  const members = readMembers(expectTag(body, SEQUENCE)).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer] = members;
  if (!serial || !issuer) throw new Error('a certificate of another structure');
  return sequence(issuer.bytes, serial.bytes);
}
