import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { content, members, name, parse } from './asn1.js';
import { expect, isTrusted, readSigned } from './signed.js';

const PARTS = [
  'document.pdf',
  'acceptance.json',
  'acceptance.jws',
  'acceptance.tsr',
  'jwks.json',
  'confirmation.pdf',
  'README.txt',
];
const TIME_STAMP = '2a864886f70d0109100104';
const DATA = '2a864886f70d010701';
const TIME_STAMPING = '2b06010505070308';
const SHA_256 = '608648016503040201';

/**
 * Checks the parts of a bundle, given by name. Returns a verdict on each: `ok`, `none` for what is not there and need not be,
 * or `WRONG`, with a sentence.
 */
export function verifyEvidence(files, authorities) {
  const checks = {
    'document.pdf': checkDocument,
    'acceptance.json': checkRecord,
    'acceptance.jws': checkSignature,
    'acceptance.tsr': (all) => checkTimeStamp(all, authorities),
    'jwks.json': checkKeys,
    'confirmation.pdf': checkConfirmation,
    'README.txt': checkReadme,
  };
  const extra = [...files.keys()].filter((part) => !PARTS.includes(part));
  return [
    ...PARTS.map((part) => judge(part, () => checks[part](files))),
    ...extra.map((part) => ({ part, verdict: 'WRONG', text: 'is no part of such evidence' })),
  ];
}

function judge(part, check) {
  try {
    const { none, text } = check();
    return { part, verdict: none ? 'none' : 'ok', text };
  } catch (error) {
    return { part, verdict: 'WRONG', text: error.message };
  }
}

function take(files, part) {
  const file = files.get(part);
  expect(file, 'is missing');
  return file;
}

function readRecord(files) {
  try {
    return JSON.parse(take(files, 'acceptance.json').toString('utf8'));
  } catch {
    throw new Error('cannot be checked: acceptance.json is missing or is not JSON');
  }
}

function checkDocument(files) {
  const { documentSha256 } = readRecord(files);
  if (documentSha256 === null && !files.has('document.pdf')) {
    return { none: true, text: 'is not there: the record names no document' };
  }
  const sum = sha256(take(files, 'document.pdf')).toString('hex');
  expect(sum === documentSha256, `is not the document of the record: its SHA-256 is ${sum}`);
  return { text: `is the document of the record (SHA-256 ${sum})` };
}

function checkRecord(files) {
  const file = take(files, 'acceptance.json');
  expect(
    file.equals(Buffer.from(canonical(readRecord(files)))),
    'is not in canonical form, so it was changed',
  );
  expect(
    files.has('acceptance.jws') || files.has('acceptance.tsr'),
    'is neither signed nor time-stamped: nothing shows that it was not changed',
  );
  const { decision, by, name: person, at } = readRecord(files);
  return {
    text: `${decision} by ${by === 'customer' ? JSON.stringify(person) : 'the business'}, at ${at} by its own clock`,
  };
}

function checkSignature(files) {
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

function checkKeys(files) {
  if (!files.has('acceptance.jws')) {
    expect(String(take(files, 'jwks.json')) === '{"keys":[]}', 'has keys, but nothing is signed');
    return { none: true, text: 'has no key, as nothing is signed' };
  }
  const { kid } = readKey(files);
  return { text: `compare ${kid} with /.well-known/jwks.json of the installation` };
}

function checkTimeStamp(files, authorities = rootCertificates.map((pem) => new X509Certificate(pem))) {
  const file = files.get('acceptance.tsr');
  if (!file) return { none: true, text: 'is not there: only the clock of the installation says when' };
  const stamped = files.has('acceptance.jws') ? 'acceptance.jws' : 'acceptance.json';
  const [status, token] = members(parse(file));
  expect(['020100', '020101'].includes(members(status)[0].bytes.toString('hex')), 'was not granted');
  const { type, content: statement, certificates } = readSigned(token.bytes);
  expect(type === TIME_STAMP, 'is not a time stamp');
  const [, , imprint, , time] = members(parse(statement));
  const [hash, sum] = members(imprint);
  expect(name(members(hash)[0]) === SHA_256, 'is of another hash than SHA-256');
  expect(content(sum, 0x04).equals(sha256(take(files, stamped))), `is not of this ${stamped}`);
  const [, y, mo, d, h, mi, s] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(content(time, 0x18)) ?? [];
  const at = `${y}-${mo}-${d}T${h}:${mi}:${s}Z`;
  const [signer] = certificates;
  expect(isForTimeStamps(signer), 'its certificate is not one for time stamps');
  expect(
    isTrusted(signer, certificates, authorities, Date.parse(at)),
    'its certificate is of no authority that is trusted: name one with --ca',
  );
  return { text: `${stamped} existed at ${at}, says ${describe(signer)}` };
}

function isForTimeStamps({ raw }) {
  const [body] = members(parse(raw));
  const extensions = members(
    members(
      members(body).find(({ tag }) => tag === 0xa3),
      0xa3,
    )[0],
  ).map((one) => members(one));
  const usage = extensions.find(([id]) => name(id) === '551d25');
  const uses = usage ? members(parse(content(usage.at(-1), 0x04))).map(name) : [];
  return usage?.length === 3 && uses.length === 1 && uses[0] === TIME_STAMPING;
}

function checkConfirmation(files) {
  const file = files.get('confirmation.pdf');
  if (!file) return { none: true, text: 'is not there: no signed PDF was made' };
  const text = file.toString('latin1');
  const found = [...text.matchAll(/\/ByteRange \[0 (\d{10}) (\d{10}) (\d{10})\]/g)];
  expect(found.length === 1, 'does not have exactly one signature');
  const [start, end, rest] = found[0].slice(1).map(Number);
  expect(end + rest === file.length, 'has parts that are not signed');
  const place = text.slice(start, end);
  expect(/^<([0-9a-f]{2})+>$/.test(place), 'its signature is damaged');
  const bytes = Buffer.from(place.slice(1, -1), 'hex');
  expect(bytes[0] === 0x30 && bytes[1] === 0x82, 'its signature is damaged');
  const length = bytes.readUInt16BE(2) + 4;
  expect(
    bytes.subarray(length).every((byte) => byte === 0),
    'its signature is damaged',
  );
  const signed = Buffer.concat([file.subarray(0, start), file.subarray(end)]);
  const { type, certificates } = readSigned(bytes.subarray(0, length), signed);
  expect(type === DATA, 'its signature is of something else');
  return {
    text: `has not changed since ${describe(certificates[0])} signed it; whether to trust that is for you to say`,
  };
}

/** Its last line is the hash of the others, and it names the parts that are there. */
function checkReadme(files) {
  const text = take(files, 'README.txt').toString('utf8');
  const [, body, sum] = /^([\s\S]*\n)SHA-256 of the lines above: ([0-9a-f]{64})\n$/.exec(text) ?? [];
  expect(
    sum && sha256(body).toString('hex') === sum && Buffer.from(text).equals(files.get('README.txt')),
    'was changed',
  );
  for (const part of PARTS.filter((one) => one !== 'README.txt')) {
    const isNamed = new RegExp(`^${part.replace('.', '\\.')}\\n(?! {2}Missing)`, 'm').test(body);
    expect(
      isNamed === files.has(part),
      `${isNamed ? 'names' : 'does not name'} ${part}, which is ${isNamed ? 'missing' : 'there'}`,
    );
  }
  return { text: 'is as it was written' };
}

/** JSON in canonical form (RFC 8785). */
function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((one) => `${JSON.stringify(one)}:${canonical(value[one])}`).join(',')}}`;
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest();
}

function describe({ subject }) {
  return JSON.stringify(subject.replaceAll('\n', ', '));
}
