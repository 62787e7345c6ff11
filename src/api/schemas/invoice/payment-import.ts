import type { Static } from 'typebox';
import type { ProblemCode } from '../../../domain/errors.ts';
import {
  type ColumnUse,
  IGNORED_REASONS,
  type IgnoredEntry,
} from '../../../domain/invoice/statement/bank-line.ts';
import { STATEMENT_FIELDS } from '../../../domain/invoice/statement/columns/column-headings.ts';
import { MATCH_REASONS, type Proposal } from '../../../domain/invoice/statement/match-lines.ts';
import {
  CHOICE_OUTCOMES,
  type ImportedLine,
  LINE_STATUSES,
  type LineChoice,
  type LineOutcome,
  type LinePayment,
  MAX_CHOICES,
  MAX_IGNORED_ENTRIES,
  type PaymentImport,
} from '../../../domain/invoice/statement/payment-import.ts';
import { money, nullable, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { INVOICE_EXAMPLE } from './invoice-example.ts';

const closed = { additionalProperties: false } as const;

const ProposalSchema = Type.Object(
  {
    invoiceId: Type.String({ description: 'The invoice' }),
    number: Type.String({ description: 'Number of the invoice' }),
    customerName: Type.String({ description: 'Name of its customer' }),
    reason: oneOf(MATCH_REASONS, {
      description:
        '`reference`: the line has the reference of the invoice. `number`: its text has the number. `amount`: only the amount is what is due',
    }),
    amount: money('The amount that the line pays of the invoice, at most the amount due'),
    amountDue: money('The amount due of the invoice'),
    exact: Type.Boolean({
      description:
        'Reference or number and amount agree, and those of no other invoice do. Never with `perhapsRecorded`',
    }),
  },
  { title: 'PaymentProposal', ...closed },
);
true satisfies Same<Static<typeof ProposalSchema>, Proposal>;

const LinePaymentSchema = Type.Object(
  {
    paymentId: Type.String({ description: 'The payment' }),
    invoiceId: Type.String({ description: 'The invoice that it pays' }),
    amount: money('The amount of the payment'),
  },
  { title: 'BankLinePayment', ...closed },
);
true satisfies Same<Static<typeof LinePaymentSchema>, LinePayment>;

const LineSchema = Type.Object(
  {
    id: Type.String({ description: 'The same line of another file has the same one' }),
    date: Type.String({ format: 'date', description: 'Day of booking' }),
    amount: money('In the smallest currency unit'),
    currency: Type.String({ description: 'ISO 4217' }),
    reference: nullable(Type.String({ description: 'Structured reference of the payer' })),
    text: Type.String({ description: 'The text that the payer wrote' }),
    payer: nullable(
      Type.String({ description: 'Name of the payer. Only in the response to the upload: it is not stored' }),
    ),
    status: oneOf(LINE_STATUSES, { description: '`recorded`: a payment exists for it' }),
    seenBefore: Type.Boolean({ description: 'Whether the line was in a file that was imported before' }),
    perhapsRecorded: Type.Boolean({
      description:
        'A payment of the same day and amount was recorded of which only the reference of the bank, or only payer or text agree; or the file has the line twice. Decide before you confirm it',
    }),
    paymentId: nullable(
      Type.String({ description: 'The payment that was recorded for it, or the first of several' }),
    ),
    invoiceId: nullable(Type.String({ description: 'The invoice of that payment' })),
    payments: Type.Array(LinePaymentSchema, { description: 'All payments that were recorded for it' }),
    amountLeft: money('The part of the amount for which no payment was recorded'),
    proposals: Type.Array(ProposalSchema, { description: 'Invoices that the line may pay, at most 5' }),
  },
  { title: 'BankLine', ...closed },
);
true satisfies Same<Static<typeof LineSchema>, ImportedLine>;

const IgnoredSchema = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'Line of the file on which the entry begins' }),
    reason: oneOf(IGNORED_REASONS, {
      description:
        '`unreadable`: its quotes are wrong. `date`, `amount`, `currency`: this cannot be read. `pending`: not booked, or declined. `balance`: a balance or total. `reversal`, `zero_amount`, `debit`: no money received',
    }),
  },
  { title: 'IgnoredBankEntry', ...closed },
);
true satisfies Same<Static<typeof IgnoredSchema>, IgnoredEntry>;

const ColumnSchema = Type.Object(
  {
    column: Type.Integer({ minimum: 1, description: 'Position in the table' }),
    heading: Type.String({ description: 'Empty if the table has no headings' }),
    field: oneOf(STATEMENT_FIELDS, {
      description:
        '`direction`: words that say whether the amount was received. `text`: where numbers of invoices are searched. `account`: of the business',
    }),
  },
  { title: 'BankColumn', ...closed },
);
true satisfies Same<Static<typeof ColumnSchema>, ColumnUse>;

export const PaymentImportSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `imp_`' }),
    createdAt: timestamp,
    format: oneOf(['camt', 'csv'], { description: 'The format of the file; `csv` also for XLSX' }),
    columns: Type.Array(ColumnSchema, {
      description:
        'The columns that were read, from left to right, so that a person can check it; none of CAMT',
    }),
    ignored: Type.Integer({
      minimum: 0,
      description:
        'Number of entries that are no payment received: debits, reversals, pending entries, amounts of 0, entries that cannot be read',
    }),
    ignoredEntries: Type.Array(IgnoredSchema, {
      description: `Why each of them is none, at most ${MAX_IGNORED_ENTRIES.toLocaleString('en')}; those that cannot be read come first`,
    }),
    unmatched: Type.Integer({
      minimum: 0,
      description: 'Lines that match no invoice. Only their hashes are stored',
    }),
    lines: Type.Array(LineSchema, {
      description:
        'In the response to the upload all lines; later, and in the response to a repeat, those with proposals',
    }),
  },
  { title: 'PaymentImport', ...closed },
);
true satisfies Same<Static<typeof PaymentImportSchema>, PaymentImport>;

const ChoiceSchema = Type.Object(
  {
    lineId: Type.String({ description: 'A line of the import with proposals' }),
    invoiceId: Type.String({ description: 'The invoice that it pays, proposed or not' }),
    amount: Type.Optional(
      nullable(
        Type.Integer({
          format: 'int64',
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Default: what is left of the line, but no more than is due',
        }),
      ),
    ),
  },
  { title: 'BankLineChoice', ...closed },
);
true satisfies Same<Static<typeof ChoiceSchema>, LineChoice>;

export const ConfirmPayments = Type.Object(
  {
    lines: Type.Array(ChoiceSchema, {
      minItems: 1,
      maxItems: MAX_CHOICES,
      description: 'The lines to record, each once for each invoice that it pays',
    }),
  },
  { title: 'PaymentConfirmation', ...closed },
);
export type ConfirmPayments = Static<typeof ConfirmPayments>;

const OutcomeSchema = Type.Object(
  {
    lineId: Type.String({ description: 'The line' }),
    invoiceId: Type.String({
      description: 'For `already_recorded` the invoice that the line was recorded for',
    }),
    outcome: oneOf(CHOICE_OUTCOMES, { description: 'The outcome for the line' }),
    paymentId: nullable(Type.String({ description: 'The payment; `null` if the line was rejected' })),
    problem: nullable(
      Type.Object(
        {
          code: Type.Unsafe<ProblemCode>({
            type: 'string',
            description: 'As in the errors of other requests',
          }),
          detail: Type.String({ description: 'The reason, in words for a person' }),
        },
        { description: 'Why it was rejected', ...closed },
      ),
    ),
  },
  { title: 'BankLineOutcome', ...closed },
);
true satisfies Same<Static<typeof OutcomeSchema>, LineOutcome>;

export const ConfirmedPayments = Type.Object(
  { data: Type.Array(OutcomeSchema, { description: 'In the order of the request' }) },
  { title: 'ConfirmedPayments', ...closed },
);

const LINE_ID = '3b0c44298fc1c149afbf4c8996fb92427ae41e46';

export const PAYMENT_IMPORT_EXAMPLE: PaymentImport = {
  ...{
    id: 'imp_01k0c5d6e7f8g9h0j1k2m3n4pq',
    createdAt: '2026-11-20T08:00:00.000Z',
    format: 'camt',
    columns: [],
  },
  ...{ ignored: 1, ignoredEntries: [{ line: 42, reason: 'debit' }], unmatched: 0 },
  lines: [
    {
      ...{
        id: LINE_ID,
        date: '2026-11-19',
        amount: INVOICE_EXAMPLE.total,
        currency: INVOICE_EXAMPLE.currency,
      },
      ...{ reference: 'RF18539007547034', text: INVOICE_EXAMPLE.number, payer: 'Ada Lovelace' },
      ...{ status: 'new', seenBefore: false, perhapsRecorded: false, paymentId: null, invoiceId: null },
      ...{ payments: [], amountLeft: INVOICE_EXAMPLE.total },
      proposals: [
        {
          ...{ invoiceId: INVOICE_EXAMPLE.id, number: INVOICE_EXAMPLE.number },
          ...{ customerName: INVOICE_EXAMPLE.customer.name, reason: 'reference', exact: true },
          ...{ amount: INVOICE_EXAMPLE.total, amountDue: INVOICE_EXAMPLE.total },
        },
      ],
    },
  ],
};

export const CONFIRM_EXAMPLE: ConfirmPayments = {
  lines: [{ lineId: LINE_ID, invoiceId: INVOICE_EXAMPLE.id }],
};

export const CONFIRMED_EXAMPLE: { data: LineOutcome[] } = {
  data: [
    {
      ...{ lineId: LINE_ID, invoiceId: INVOICE_EXAMPLE.id, outcome: 'recorded', problem: null },
      paymentId: 'pay_01k0c5d6e7f8g9h0j1k2m3n4pq',
    },
  ],
};
