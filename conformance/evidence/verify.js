import { checkConfirmation } from './confirmation.js';
import { canonical, readRecord, sha256, take } from './files.js';
import { checkKeys, checkSignature } from './jws.js';
import { expect } from './signed.js';
import { checkTimeStamp } from './time-stamp.js';

const [SMALL, RECORD, PDF, ATTACHMENT] = [64 * 2 ** 10, 8 * 2 ** 20, 64 * 2 ** 20, 10 * 2 ** 20];
/** The parts, each with the bytes that it has at most. */
const LIMITS = {
  'document.pdf': PDF,
  'acceptance.json': RECORD,
  'acceptance.jws': SMALL,
  'acceptance.tsr': SMALL,
  'jwks.json': SMALL,
  'confirmation.pdf': PDF,
  'README.txt': SMALL,
};
const PARTS = Object.keys(LIMITS);
const ATTACHMENTS = 'attachments/';

/** How large a file of a bundle may be; `undefined` for one that no bundle has. */
export function findLimit(name) {
  return name.startsWith(ATTACHMENTS) ? ATTACHMENT : PARTS.includes(name) ? LIMITS[name] : undefined;
}

/**
 * Checks the parts of a bundle, given by name. Returns a verdict on each: `ok`, `none` for what is not there and need not be,
 * or `WRONG`, with a sentence. `trusted` are the keys of the installation that is trusted.
 */
export function verifyEvidence(files, authorities, trusted) {
  const checks = {
    'document.pdf': checkDocument,
    'acceptance.json': checkRecord,
    'acceptance.jws': checkSignature,
    'acceptance.tsr': (all) => checkTimeStamp(all, authorities),
    'jwks.json': (all) => checkKeys(all, trusted),
    'confirmation.pdf': checkConfirmation,
    'README.txt': checkReadme,
  };
  const attached = listAttachments(files);
  const known = [...PARTS, ...attached.map(({ part }) => part)];
  const extra = [...files.keys()].filter((part) => !known.includes(part));
  return [
    ...PARTS.map((part) => judge(part, () => checks[part](files))),
    ...attached.map((one) => judge(one.part, () => checkAttachment(files, one))),
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
  return { text: describeRecord(readRecord(files)) };
}

function describeRecord({ version, decision, by, recordedBy, name, at, number, seller, asked }) {
  expect(version === undefined || version === 2, 'is of a version that is not known');
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at);
  expect(isTime && ['ACCEPTED', 'DECLINED'].includes(decision), 'is not the record of a decision');
  const business = recordedBy ? `the business (${JSON.stringify(recordedBy.name)})` : 'the business';
  const who = by === 'customer' ? JSON.stringify(name) : business;
  const text = `${decision} by ${who}, at ${at} by its own clock`;
  if (version === undefined) return `${text}; an earlier version made it, without number and seller`;
  const people = asked.map(({ email, sentAt, openedAt, captured }) => {
    const sent = `${captured ? 'captured instead of sent' : 'sent'} ${JSON.stringify(sentAt)}`;
    return `${JSON.stringify(email)} (${sent}, opened ${JSON.stringify(openedAt)})`;
  });
  const toWhom = people.length === 0 ? 'nobody was asked by email' : `asked: ${people.join(', ')}`;
  return `${text}; quote ${JSON.stringify(number)} of ${JSON.stringify(seller.name)}; ${toWhom}`;
}

/** The files that the record says were attached, by their names in the bundle. */
function listAttachments(files) {
  try {
    const { attachments, version } = readRecord(files);
    return attachments.map(({ name, sha256: sum }) => ({ part: ATTACHMENTS + name, sum, version }));
  } catch {
    return [];
  }
}

function checkAttachment(files, { part, sum, version }) {
  if (version === undefined && !files.has(part)) {
    return { none: true, text: `is not there, as an earlier version made the bundle: its SHA-256 is ${sum}` };
  }
  const found = sha256(take(files, part)).toString('hex');
  expect(found === sum, `is not the file of the record: its SHA-256 is ${found}`);
  return { text: `was attached (SHA-256 ${sum})` };
}

/** Its last line is the hash of the others, and it names the parts that are there. That does not show who wrote it. */
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
  return {
    text: 'is not signed, so it shows nothing: anybody could have written it',
  };
}
