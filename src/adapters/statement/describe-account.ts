import { normalizeHeading } from '../../domain/account/import/guess-columns.ts';
import { isCurrency } from '../../domain/money/currency.ts';

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;
const CURRENCY_LABELS = new Set(
  [
    'Währung',
    'Waehrung',
    'Bewertet in',
    'currency',
    'account currency',
    'valued in',
    'devise',
    'monnaie',
    'valuta',
    'moneda',
  ].map(normalizeHeading),
);
/** Longer cells are texts. */
const MAX_CELL_LENGTH = 100;

/** Reads the account and its currency from the lines before the table, if they name them: `Währung:;CHF`, `Account;12345;USD`. */
export function describeAccount(before: readonly (readonly string[])[]): { iban: string; currency?: string } {
  let iban = '';
  let currency: string | undefined;
  let near: string | undefined;
  for (const cells of before) {
    const isAboutAccount = cells.some((cell) => /\d{3}/.test(cell));
    for (const [index, cell] of cells.entries()) {
      if (cell.length > MAX_CELL_LENGTH) continue;
      const [, beside = ''] = /(?:^|\()([A-Z]{3})\)?$/.exec(cell) ?? [];
      if (isAboutAccount && isCurrency(beside)) near ??= beside;
      iban ||= IBAN.exec(cell.slice(cell.lastIndexOf(':') + 1).replaceAll(' ', ''))?.[0] ?? '';
      const [, label = cell, inCell] = /^([^:]{1,40}):\s*([A-Z]{3})$/.exec(cell) ?? [];
      const code = inCell ?? cells[index + 1] ?? '';
      if (CURRENCY_LABELS.has(normalizeHeading(label)) && isCurrency(code)) currency ??= code;
    }
  }
  currency ??= near;
  return currency ? { iban, currency } : { iban };
}
