import type { Bank } from '../../domain/account/bank.ts';
import { formatIban } from '../../domain/account/iban.ts';

const FIELDS = ['holder', 'iban', 'bic', 'name'];

/**
 * Parses `holder: Acme Ltd; iban: DE89…; bic: …; name: …` or a bare IBAN. Any other text becomes lines that documents
 * print unchanged. The values are validated with the body of `PATCH /account`.
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

/** Formats the bank details in the notation that `account set` accepts. */
export function describeBank(bank: Bank): string {
  if ('lines' in bank) return bank.lines.join('; ');
  return Object.entries({ ...bank, iban: formatIban(bank.iban) })
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field}: ${value}`)
    .join('; ');
}
