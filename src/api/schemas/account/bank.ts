import type { Static } from 'typebox';
import type { Bank, BankInput } from '../../../domain/account/bank.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { nullable, nullableText } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const lines = Type.Object(
  {
    lines: Type.Array(Type.String({ minLength: 1, maxLength: 100, format: 'not-blank' }), {
      minItems: 1,
      maxItems: 6,
      description: 'Instead of an IBAN: what is printed, line by line',
    }),
  },
  { title: 'BankLines', additionalProperties: false },
);

const holder = nullableText(MAX_LENGTH.bankText, 'Holder of the account; default: the name of the business');
const iban = Type.String({ maxLength: 60, format: 'iban', description: 'With or without spaces' });
const bic = nullable(Type.String({ maxLength: 20, format: 'bic', description: 'BIC of the bank' }));
const name = nullableText(MAX_LENGTH.bankText, 'Name of the bank');

const inputAccount = Type.Object(
  { iban, holder: Type.Optional(holder), bic: Type.Optional(bic), name: Type.Optional(name) },
  { title: 'NewBankAccount', additionalProperties: false },
);
const account = Type.Object(
  { holder, iban, bic, name },
  { title: 'BankAccount', additionalProperties: false },
);

true satisfies Same<Static<typeof inputAccount> | Static<typeof lines>, BankInput>;
true satisfies Same<Static<typeof account> | Static<typeof lines>, Bank>;

const DESCRIPTION = 'Where invoices are paid: an account with an IBAN, or free lines';

/** A value that has the required fields of the first schema is checked against that schema only. */
export const bankInput = Type.Unsafe<BankInput | null>({
  description: DESCRIPTION,
  anyOf: [lines, nullable(inputAccount)],
});
export const bank = Type.Unsafe<Bank | null>({ description: DESCRIPTION, anyOf: [lines, nullable(account)] });
