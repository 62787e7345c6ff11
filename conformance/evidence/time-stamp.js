import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { content, members, name, parse } from './asn1.js';
import { describe, readRecord, sha256, take } from './files.js';
import { expect, isTrusted, readSigned } from './signed.js';

const TIME_STAMP = '2a864886f70d0109100104';
const TIME_STAMPING = '2b06010505070308';
const SHA_256 = '608648016503040201';
const MAX_MINUTES = 10;

export function checkTimeStamp(files, authorities = rootCertificates.map((pem) => new X509Certificate(pem))) {
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
  return {
    text: `${stamped} existed at ${at}, says ${describe(signer)}${compareTimes(files, Date.parse(at))}`,
  };
}

/** A time stamp that was asked for long after the decision, or with a wrong clock, shows less than it seems to. */
function compareTimes(files, time) {
  const minutes = Math.round((time - Date.parse(readRecord(files).at)) / 60_000);
  if (Math.abs(minutes) <= MAX_MINUTES) return '';
  return `: ${Math.abs(minutes)} minutes ${minutes > 0 ? 'after' : 'before'} the time in the record`;
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
