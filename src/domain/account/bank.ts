import { compactCode } from './iban.ts';

/** Bank details for payments: an account with an IBAN, or free text lines for other countries. */
export type Bank = BankAccount | BankLines;

export interface BankAccount {
  /** `null` means the name of the account. */
  holder: string | null;
  /** Stored without spaces. */
  iban: string;
  bic: string | null;
  /** Name of the bank. */
  name: string | null;
}

interface BankLines {
  lines: string[];
}

/** Bank details as entered: codes may contain spaces, unknown fields are absent. */
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
