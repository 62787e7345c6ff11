// Written by hand: a signature needs a page of ASN.1, and a library would bring all of it.

/** One value of ASN.1 in DER. */
export interface DerValue {
  tag: number;
  content: Buffer;
  /** With tag and length. */
  bytes: Buffer;
}

export const INTEGER = 0x02;
export const OCTET_STRING = 0x04;
const OID = 0x06;
export const GENERALIZED_TIME = 0x18;
export const SEQUENCE = 0x30;
export const SET = 0x31;
export const NULL = Buffer.from([0x05, 0x00]);

const MAX_MEMBERS = 1000;

/** Reads the one value that the bytes are. Throws if they are anything else. */
export function readDer(bytes: Uint8Array, tag?: number): DerValue {
  const value = readAt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
  if (value.bytes.length !== bytes.length) throw new Error('not one value of ASN.1');
  if (tag !== undefined) expectTag(value, tag);
  return value;
}

/** Reads the members of a sequence, a set or an explicit tag. */
export function readMembers({ content }: Pick<DerValue, 'content'>): DerValue[] {
  const members: DerValue[] = [];
  for (let at = 0; at < content.length; at += members.at(-1)?.bytes.length ?? 0) {
    if (members.length === MAX_MEMBERS) throw new Error('too many values of ASN.1');
    members.push(readAt(content, at));
  }
  return members;
}

/** Only definite lengths of up to four bytes, and tags of one byte, as DER and the structures here have them. */
function readAt(bytes: Buffer, at: number): DerValue {
  const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + lengthBytes;
  if ((tag & 0x1f) === 0x1f || first === 0x80 || lengthBytes > 4 || start > bytes.length) {
    throw new Error('not ASN.1 in DER');
  }
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  if (start + length > bytes.length) throw new Error('ASN.1 that ends early');
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(at, start + length) };
}

export function expectTag<Value extends Pick<DerValue, 'tag'>>(value: Value | undefined, tag: number): Value {
  if (value?.tag !== tag) throw new Error('ASN.1 of another structure');
  return value;
}

export function readOid(value: DerValue | undefined): string {
  return decodeOid(expectTag(value, OID).content);
}

function decodeOid(content: Buffer): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER / 128) throw new Error('an OID that is too long');
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}

export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), encodeLength(content.length), content]);
}

export function sequence(...parts: Uint8Array[]): Buffer {
  return der(SEQUENCE, ...parts);
}

/** The members of a set are sorted by their bytes. */
export function set(...parts: Uint8Array[]): Buffer {
  return der(SET, ...parts.toSorted(Buffer.compare));
}

export function oid(text: string): Buffer {
  const [root = 0, second = 0, ...rest] = text.split('.').map(Number);
  return der(OID, ...[root * 40 + second, ...rest].map(encodeArc));
}

/** A whole number that is not negative, by its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : Buffer.from(bytes.subarray(first));
  return der(INTEGER, ...((digits[0] ?? 0) >= 0x80 ? [Buffer.of(0)] : []), digits);
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(0x80 | digits.length), digits]);
}

function encodeArc(arc: number): Buffer {
  const digits = [arc & 0x7f];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift(0x80 | (rest & 0x7f));
  return Buffer.from(digits);
}
