import { describe, readRecord, sha256, take } from './files.js';
import { expect, readSigned } from './signed.js';

const DATA = '2a864886f70d010701';
/** The place of the signature, which names the record that is printed on the document. */
const SIGNATURE =
  /(?:\/Reason \(SHA-256 of acceptance\.json: ([0-9a-f]{64})\) )?\/ByteRange \[0 (\d{10}) (\d{10}) (\d{10})\]/g;

export function checkConfirmation(files) {
  const file = files.get('confirmation.pdf');
  if (!file) return { none: true, text: 'is not there: the bundle has no signed PDF' };
  const text = file.toString('latin1');
  const found = [...text.matchAll(SIGNATURE)];
  expect(found.length === 1, 'does not have exactly one signature');
  const [start, end, rest] = found[0].slice(2).map(Number);
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
  const signer = `has not changed since ${describe(certificates[0])} signed it; whether to trust that is for you to say`;
  const [, record] = found[0];
  if (record === undefined && readRecord(files).version === undefined) {
    return { text: `${signer}. It does not say of which acceptance it is, as an earlier version made it` };
  }
  const sum = sha256(take(files, 'acceptance.json')).toString('hex');
  expect(record === sum, 'is not of this acceptance: it names another acceptance.json, or none');
  return { text: `is of this acceptance.json, and ${signer}` };
}
