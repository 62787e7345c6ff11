import { compactCode } from './iban.ts';

/** Where an invoice is paid: an account with an IBAN, or what is said elsewhere, line by line. */
export type Bank = BankAccount | BankLines;

export interface BankAccount {
  /** `null`: the name of the business. */
  holder: string | null;
  /** Without spaces. */
  iban: string;
  bic: string | null;
  /** Of the bank. */
  name: string | null;
}

interface BankLines {
  lines: string[];
}

/** As a person gives it: with spaces, and without what is not known. */
export type BankInput =
  | (Pick<BankAccount, 'iban'> & Partial<Pick<BankAccount, 'holder' | 'bic' | 'name'>>)
  | BankLines;

export function composeBank(input: BankInput): Bank {
  if ('lines' in input) return { lines: input.lines };
  const { holder, iban, bic, name } = input;
  return {
    holder: holder ?? null,
    iban: compactCode(iban),
    bic: bic ? compactCode(bic) : null,
    name: name ?? null,
  };
}
