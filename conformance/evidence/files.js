import { createHash } from 'node:crypto';
import { expect } from './signed.js';

export function take(files, part) {
  const file = files.get(part);
  expect(file, 'is missing');
  return file;
}

export function readRecord(files) {
  try {
    const record = JSON.parse(take(files, 'acceptance.json').toString('utf8'));
    expect(typeof record.quoteId === 'string', 'is no record');
    return record;
  } catch {
    throw new Error('cannot be checked: acceptance.json is missing or is not JSON');
  }
}

/** JSON in canonical form (RFC 8785). */
export function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((one) => `${JSON.stringify(one)}:${canonical(value[one])}`).join(',')}}`;
}

export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest();
}

export function describe({ subject }) {
  return JSON.stringify(subject.replaceAll('\n', ', '));
}
