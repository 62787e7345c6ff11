import type { StatementLine } from './bank-line.ts';

/**
 * Hashes of what a line says, by which it is recognized in another file. Each contains the day and the amount. `null`: the
 * line does not say it.
 */
export interface LineMarks {
  /** Day and amount. */
  money: string;
  account: string | null;
  bank: string | null;
  payer: string | null;
  text: string | null;
}

type Hash = (text: string) => string;

/** Hashes the parts of a line, each with the account of the business, so that the same name has another hash elsewhere. */
export function markLine(line: StatementLine, accountId: string, hash: Hash): LineMarks {
  const { iban, date, amount, currency, bankReference, payer, reference, text } = line;
  const money = JSON.stringify([accountId, date, amount, currency]);
  const mark = (name: string, value: string) =>
    value === '' ? null : hash(`${money} ${name} ${normalize(value)}`);
  return {
    money: hash(money),
    account: mark('account', iban),
    bank: mark('bank', bankReference ?? ''),
    payer: mark('payer', payer ?? ''),
    text: mark('text', [reference ?? '', text].join(' ').trim()),
  };
}

/** Files of one bank differ in spaces and capitals. */
function normalize(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '') || text
  );
}

/** Writes the marks besides that of the money for storage. */
export function formatMarks({ account, bank, payer, text }: LineMarks): string {
  return [account, bank, payer, text].map((mark) => mark ?? '').join('.');
}

export function parseMarks(money: string, marks: string): LineMarks {
  const [account, bank, payer, text] = marks.split('.').map((mark) => mark || null);
  return { money, account: account ?? null, bank: bank ?? null, payer: payer ?? null, text: text ?? null };
}
