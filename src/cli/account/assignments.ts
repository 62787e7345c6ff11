import { readFile } from 'node:fs/promises';
import { UsageError } from '../command.ts';
import { findNearest } from '../terminal/nearest.ts';
import { readBank } from './bank-setting.ts';

const NUMBER_FIELDS = ['validityDays', 'reminderDays', 'expiringDays', 'retentionYears'];
const BOOLEAN_FIELDS = ['requireTwoStep', 'pricesIncludeTax', 'invoiceOnAcceptance'];
const BOOLEANS: Record<string, boolean> = { true: true, false: false };
const FILE_FIELDS = ['logo', 'address', 'defaultTerms'];
const IMAGE_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
};

/** Converts `key=value` arguments to the body of `PATCH /account`. The values are validated with the body, not here. */
export async function readAssignments(
  words: readonly string[],
  known: readonly string[],
): Promise<Record<string, unknown>> {
  const patch: Record<string, unknown> = {};
  for (const word of words) {
    const split = word.indexOf('=');
    if (split < 1) throw new UsageError(`"${word}" is not key=value. See: proffer account set --help`);
    const key = word.slice(0, split);
    if (!known.includes(key)) {
      const guess = findNearest(key, known);
      throw new UsageError(`there is no setting "${key}"${guess ? ` (did you mean "${guess}"?)` : ''}`);
    }
    if (key in patch) throw new UsageError(`"${key}" is given twice`);
    patch[key] = await readValue(key, word.slice(split + 1));
  }
  return patch;
}

async function readValue(key: string, text: string): Promise<unknown> {
  if (text === '') return key === 'registrations' ? [] : null;
  if (key === 'acceptanceFields') return readJson(key, text);
  if (key === 'registrations') return text.split(';').map(readRegistration);
  if (key === 'bank') return readBank(text);
  if (key === 'approval') return readRules(text);
  if (BOOLEAN_FIELDS.includes(key)) return BOOLEANS[text] ?? text;
  if (NUMBER_FIELDS.includes(key)) return readNumber(text);
  if (!FILE_FIELDS.includes(key) || !text.startsWith('@')) return text;
  const file = text.slice(1);
  const bytes = await readFile(file);
  if (key !== 'logo') return bytes.toString('utf8').trimEnd();
  const type = IMAGE_TYPES[file.replace(/^.*\./, '').toLowerCase()];
  if (!type) throw new UsageError(`logo: ${file} must end with .png, .jpg or .svg`);
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** Reads JSON, or the file of that name after `@`. */
async function readJson(key: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(text.startsWith('@') ? await readFile(text.slice(1), 'utf8') : text);
  } catch (error) {
    throw new UsageError(`${key}: ${(error as Error).message}`);
  }
}

function readNumber(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Parses `totalFrom: 100000; madeByKeys: true`. A rule without a value is switched off. */
function readRules(text: string): Record<string, unknown> {
  const rules = text.split(';').map(readRegistration);
  const read = (value: string) => (value === '' ? null : (BOOLEANS[value] ?? readNumber(value)));
  return Object.fromEntries(rules.map(({ label, value }) => [label, read(value)]));
}

/** Parses `Label: value`. */
function readRegistration(text: string): { label: string; value: string } {
  const [label = '', ...value] = text.split(':');
  return { label: label.trim(), value: value.join(':').trim() };
}
