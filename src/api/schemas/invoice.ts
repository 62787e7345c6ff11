import type { Static } from 'typebox';
import { E_INVOICE_FORMATS } from '../../domain/account/particulars/particulars.ts';
import { MAX_LENGTH } from '../../domain/field-limits.ts';
import {
  type ConvertOptions,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  type Invoice,
  type InvoicePatch,
  PAYMENT_METHOD_PATTERN,
} from '../../domain/invoice/invoice.ts';
import { INVOICE_TEXTS } from '../../domain/invoice/invoice-fields.ts';
import { ShownCustomerSchema } from './customer.ts';
import {
  metadata,
  metadataChange,
  money,
  nullable,
  nullableText,
  nullableTimestamp,
  oneOf,
  timestamp,
} from './fields.ts';
import { buildSchemas } from './from-fields.ts';
import { LineItemSchema } from './item.ts';
import { invoicePeriod } from './quote/series.ts';
import {
  amounts,
  content,
  InvoiceStage,
  InvoiceSummarySchema,
  pricesIncludeTax,
  QuoteSchema,
  TEXT_DESCRIPTIONS,
  texts,
} from './quote.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

export const paymentMethod = Type.String({
  pattern: PAYMENT_METHOD_PATTERN,
  'x-note': 'must be an upper-case word such as BANK_TRANSFER (letters, digits, _; at most 50 characters)',
  description:
    'ONLINE_PAYMENT, BANK_TRANSFER, CREDIT_CARD, DIRECT_DEBIT, CASH, CHECK, OTHER, or a word of your own. Default: `defaultPaymentMethod` of the account',
});

const day = (description: string) => Type.String({ format: 'date', description });
const { notes, ...otherTexts } = buildSchemas(INVOICE_TEXTS, {
  reference: TEXT_DESCRIPTIONS.reference,
  terms: TEXT_DESCRIPTIONS.terms,
  notes: 'The former name of `printedNotes`, which it always equals. The `notes` of a quote are private',
});
const ownTexts = {
  ...otherTexts,
  notes: { ...notes, deprecated: true },
  printedNotes: { ...notes, description: 'Printed on the invoice, unlike the `notes` of a quote' },
};
const supplyDate = nullable(day('Day of the supply, if it is one day'));
const supplyPeriod = nullable(
  Type.Object(
    { from: day('First day'), to: day('Last day') },
    {
      title: 'SupplyPeriod',
      additionalProperties: false,
      description: 'Days of the supply. It and `supplyDate` exclude each other',
    },
  ),
);

/** Fields of a draft that can be given at the conversion and changed until it is issued. */
const draftFields = {
  dueDate: Type.Optional(
    nullable(
      day(
        'Default: as the stage says, or `paymentTermDays` of the account from the issue date, in its time zone',
      ),
    ),
  ),
  paymentMethod: Type.Optional(nullable(paymentMethod)),
  ...Type.Partial(Type.Object(ownTexts)).properties,
  supplyDate: Type.Optional(supplyDate),
  supplyPeriod: Type.Optional(supplyPeriod),
  metadata: Type.Optional(metadataChange),
};

export const ConvertQuote = Type.Object(
  {
    ...draftFields,
    stage: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          description:
            'A stage of the payment schedule, from 0; the quote must be `ACCEPTED`. Default: all that is left',
        }),
      ),
    ),
    confirm: Type.Optional(
      Type.Boolean({
        description:
          'Needed if `recurringFrom` of the quote is so far in the past that more than 3 invoices of later periods are made at once',
      }),
    ),
  },
  { title: 'Conversion', additionalProperties: false },
);
export type ConvertQuote = Static<typeof ConvertQuote>;
true satisfies Same<ConvertQuote, ConvertOptions>;

const PreviousInvoiceSchema = Type.Object(
  {
    ...InvoiceSummarySchema.properties,
    issueDate: day('Day of issue'),
    taxes: amounts.taxes,
  },
  { title: 'PreviousInvoice', additionalProperties: false },
);

export const InvoiceSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `inv_`' }),
    number: Type.String(),
    quoteId: Type.String(),
    quoteNumber: Type.String(),
    status: oneOf(INVOICE_STATUSES, {
      description:
        '`PAID`: nothing is due. `CREDITED`: credit notes cover the total. A credit note is always `ISSUED`',
    }),
    issueDate: day('Day of issue; of a draft, the day of the conversion'),
    dueDate: nullable(day('`null` for credit notes only')),
    paymentMethod: Type.String(),
    customerId: content.customerId,
    customer: ShownCustomerSchema,
    title: content.title,
    description: texts.description,
    items: Type.Array(LineItemSchema),
    discountType: content.discountType,
    discountValue: content.discountValue,
    ...amounts,
    ...ownTexts,
    createdAt: timestamp,
    metadata,
    stage: InvoiceStage,
    previousInvoices: Type.Array(PreviousInvoiceSchema, {
      description: 'Invoices of the same quote that came before, for information',
    }),
    kind: oneOf(INVOICE_KINDS, { description: 'An invoice, or a credit note for one' }),
    amountPaid: Type.Integer({ format: 'int64', description: 'Sum of the payments' }),
    amountCredited: money('Sum of the credit notes'),
    amountDue: Type.Integer({
      format: 'int64',
      description:
        '`total` − `amountCredited` − `amountPaid`. Negative: owed to the customer. 0 for a credit note',
    }),
    overdue: Type.Boolean({
      description: "True from the day after `dueDate`, in the account's time zone, while something is due",
    }),
    issuedAt: nullableTimestamp('When it was issued'),
    sentAt: nullableTimestamp('When a mail server last accepted it'),
    viewedAt: nullableTimestamp('When the customer last opened its page'),
    paidAt: nullableTimestamp('Since when nothing is due'),
    updatedAt: timestamp,
    supplyDate,
    supplyPeriod,
    creditedInvoiceId: nullable(Type.String({ description: 'The invoice that a credit note credits' })),
    creditReason: nullable(Type.String({ description: 'Why it was credited. Printed on the credit note' })),
    pricesIncludeTax,
    eInvoice: nullable(
      oneOf(E_INVOICE_FORMATS, {
        description:
          'The electronic format in which it was issued: its PDF then contains the XML. `null` for a draft',
      }),
    ),
    series: invoicePeriod,
    purchaseOrder: Type.Optional(Type.String({ description: 'Order number that the customer gave (BT-13)' })),
    publicUrl: Type.Optional(
      nullable(
        Type.String({
          description:
            'URL of its page. Returned only for a single invoice, and only to keys with write access',
        }),
      ),
    ),
  },
  { title: 'Invoice', additionalProperties: false },
);
true satisfies Same<Static<typeof InvoiceSchema>, Invoice & { publicUrl?: string | null }>;

const { items: _items, publicUrl: _publicUrl, ...listed } = InvoiceSchema.properties;

/** An invoice in a list that leaves out the items. */
export const ListedInvoiceSchema = Type.Object(
  { ...listed, customerName: Type.String({ description: 'The name of `customer`' }) },
  { title: 'ListedInvoice', additionalProperties: false },
);

export const PatchInvoice = Type.Object(draftFields, { title: 'InvoicePatch', additionalProperties: false });
export type PatchInvoice = Static<typeof PatchInvoice>;
true satisfies Same<PatchInvoice, InvoicePatch>;

/** Fields that only the service sets. A client may send them back unchanged. */
export const INVOICE_READ_ONLY = Object.keys(InvoiceSchema.properties).filter(
  (name) => !Object.hasOwn(PatchInvoice.properties, name),
);

/** The response of a conversion. */
export const ConvertedInvoice = Type.Object(
  { ...InvoiceSchema.properties, quote: QuoteSchema },
  { title: 'ConvertedInvoice', additionalProperties: false },
);
export type ConvertedInvoice = Static<typeof ConvertedInvoice>;

export const CreditInvoice = Type.Object(
  {
    amount: Type.Optional(
      nullable(
        Type.Integer({
          format: 'int64',
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Tax included, in the smallest currency unit. Default: all that is not yet credited',
        }),
      ),
    ),
    reason: Type.Optional(nullableText(MAX_LENGTH.reason, 'Printed on the credit note')),
  },
  { title: 'Credit', additionalProperties: false },
);
