import { randomBytes, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { isTrusted } from '../asn1/certificate-chain.ts';
import {
  type DerValue,
  der,
  expectTag,
  GENERALIZED_TIME,
  INTEGER,
  integer,
  NULL,
  OCTET_STRING,
  oid,
  readDer,
  readMembers,
  readOid,
  SEQUENCE,
  sequence,
} from '../asn1/der.ts';
import { OIDS } from '../asn1/oids.ts';
import { readSignedContent } from '../asn1/signed-data.ts';

/** A request for a time stamp (RFC 3161), and what its response must repeat. */
export interface TimeStampRequest {
  bytes: Buffer;
  /** SHA-256 of what is stamped. */
  digest: Buffer;
  /** The number that only a response to this request knows, in DER. */
  nonce: Buffer;
}

const VERSION_1 = integer(Buffer.of(1));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

export function createTimeStampRequest(digest: Buffer): TimeStampRequest {
  const imprint = sequence(sequence(oid(OIDS.sha256), NULL), der(OCTET_STRING, digest));
  // The first bit is set, so that the number has the same length each time.
  const nonce = integer(Buffer.concat([Buffer.of(0x7f), randomBytes(15)]));
  // The certificate is asked for: without it, nobody could check the time stamp later.
  return { bytes: sequence(VERSION_1, imprint, nonce, TRUE), digest, nonce };
}

/**
 * Checks a response: that it grants this request, that its signature is right, and that it was made for time stamps by a
 * certificate of one of the authorities. Returns the time that it states; throws with the reason if anything is wrong.
 */
export function checkTimeStamp(
  response: Uint8Array,
  { digest, nonce }: Pick<TimeStampRequest, 'digest' | 'nonce'>,
  authorities: readonly X509Certificate[] = usualAuthorities(),
): { time: number } {
  const [status, token] = readMembers(readDer(response, SEQUENCE));
  const [code] = readMembers(expectTag(status, SEQUENCE));
  const granted = expectTag(code, INTEGER).content;
  if (granted.length !== 1 || (granted[0] !== 0 && granted[0] !== 1)) {
    throw new Error(`the server refused it (status ${granted.toString('hex').slice(0, 8)})`);
  }
  const { type, content, signer, certificates } = readSignedContent(expectTag(token, SEQUENCE).bytes);
  if (type !== OIDS.timeStampContent) throw new Error('it is not a time stamp');
  const stated = readStatement(content);
  if (!stated.digest.equals(digest)) throw new Error('it is of another hash');
  if (!stated.nonce?.equals(nonce)) throw new Error('it answers another request');
  if (!isForTimeStamps(signer)) throw new Error('its certificate is not one for time stamps');
  if (!isTrusted(signer, certificates, authorities, stated.time)) {
    throw new Error('its certificate is of no authority that is trusted');
  }
  return { time: stated.time };
}

/** Reads the time that a checked response states. */
export function readStampTime(response: Uint8Array): number {
  const [, token] = readMembers(readDer(response, SEQUENCE));
  return readStatement(readSignedContent(expectTag(token, SEQUENCE).bytes).content).time;
}

let known: X509Certificate[] | undefined;

function usualAuthorities(): X509Certificate[] {
  known ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return known;
}

interface Statement {
  digest: Buffer;
  time: number;
  nonce: Buffer | undefined;
}

function readStatement(content: Buffer): Statement {
  const members = readMembers(readDer(content, SEQUENCE));
  const [, , imprint, , time, ...rest] = members;
  const [algorithm, hashed] = readMembers(expectTag(imprint, SEQUENCE));
  const [hash] = readMembers(expectTag(algorithm, SEQUENCE));
  if (readOid(hash) !== OIDS.sha256) throw new Error('it is of another hash');
  return {
    digest: expectTag(hashed, OCTET_STRING).content,
    time: readTime(time),
    nonce: rest.find(({ tag }) => tag === INTEGER)?.bytes,
  };
}

function readTime(value: DerValue | undefined): number {
  const text = expectTag(value, GENERALIZED_TIME).content.toString('latin1');
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/.exec(text) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) throw new Error('it states no time');
  return time;
}

/** Critical, and for nothing else: a key that signs other things could be made to sign a time. */
function isForTimeStamps(certificate: X509Certificate): boolean {
  const [body] = readMembers(readDer(certificate.raw, SEQUENCE));
  const explicit = readMembers(expectTag(body, SEQUENCE)).find(({ tag }) => tag === 0xa3);
  const [extensions] = explicit ? readMembers(explicit) : [];
  const usage = (extensions ? readMembers(extensions) : [])
    .map(readMembers)
    .find(([name]) => readOid(name) === OIDS.extendedKeyUsage);
  if (usage?.length !== 3 || !usage[1]?.bytes.equals(TRUE)) return false;
  const uses = readMembers(readDer(expectTag(usage[2], OCTET_STRING).content, SEQUENCE));
  return uses.length === 1 && readOid(uses[0]) === OIDS.timeStamping;
}
