import { type Fields, mayHoldAmount } from '../../api/schemas/amounts.ts';
import { formatMoney } from '../../domain/money/currency.ts';
import { formatTable, formatTime, toPrintable } from '../terminal/output.ts';

const NONE = '–';

/** Formats a list: a row for each entry, with these fields. Amounts are in the currency of the entry or of `owner`. */
export function formatRows(entries: readonly object[], names: readonly string[], owner: object = {}): string {
  const heading = names.map((name) => toWords(name.replace(/Name$/, '')).toUpperCase());
  const rows = entries.map((entry) => names.map((name) => formatField({ ...owner, ...entry }, name) ?? NONE));
  return formatTable(heading, rows);
}

/** Formats the fields of a resource that have a value, a line for each. */
export function formatFacts(resource: object, names: readonly string[]): string {
  const facts = names.flatMap((name) => {
    const value = formatField(resource as Fields, name);
    return value === undefined ? [] : [{ label: `${capitalize(toWords(name))}:`, value }];
  });
  const width = Math.max(...facts.map(({ label }) => label.length)) + 1;
  return facts.map(({ label, value }) => `${label.padEnd(width)}${toPrintable(value)}\n`).join('');
}

function formatField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number' && mayHoldAmount(name)) return formatMoney(value, String(fields.currency));
  if (typeof value === 'boolean') return value ? 'yes' : NONE;
  return /(At|Until)$/.test(name) ? formatTime(String(value)) : String(value);
}

/** `validUntil` is "valid until". */
function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
