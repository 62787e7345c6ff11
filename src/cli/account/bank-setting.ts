import type { Bank } from '../../domain/account/bank.ts';
import { groupedIban } from '../../domain/account/iban.ts';

const FIELDS = ['holder', 'iban', 'bic', 'name'];

/**
 * `holder: Acme Ltd; iban: DE89…; bic: …; name: …`, or an IBAN alone. Anything else is printed as it is, line by line.
 * What it says is checked as the body of `PATCH /account` is.
 */
export function readBank(text: string): object {
  const parts = text.split(';').map((part) => part.trim());
  if (parts.length === 1 && /^[a-z]{2}\d\d[a-z0-9 ]{8,}$/i.test(text)) return { iban: text };
  const fields = parts.map((part): [string, string] => {
    const [field = '', ...value] = part.split(':');
    return [field.trim().toLowerCase(), value.join(':').trim()];
  });
  const isAccount = fields.every(([field, value]) => FIELDS.includes(field) && value !== '');
  return isAccount ? Object.fromEntries(fields) : { lines: parts };
}

/** In the form in which it is set. */
export function describeBank(bank: Bank): string {
  if ('lines' in bank) return bank.lines.join('; ');
  return Object.entries({ ...bank, iban: groupedIban(bank.iban) })
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field}: ${value}`)
    .join('; ');
}
