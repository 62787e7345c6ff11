import type { Static, TObject } from 'typebox';
import { MAX_ITEMS, MAX_LENGTH } from '../../domain/field-limits.ts';
import type { InvoiceSummary } from '../../domain/invoice/invoice-summary.ts';
import { DISCOUNT_TYPES } from '../../domain/money/discount.ts';
import type { QuoteInput, QuotePatch } from '../../domain/quote/compose-quote.ts';
import type { ItemMargin, QuoteMargin } from '../../domain/quote/cost/margins.ts';
import type { LineItem } from '../../domain/quote/line/line-item.ts';
import { QUOTE_STATUSES, type Quote } from '../../domain/quote/quote.ts';
import { mapTexts, QUOTE_TEXTS, TEXT_NAMES, type TextName } from '../../domain/quote/quote-texts.ts';
import { acceptanceFields, acceptanceFieldsInput, answers } from './acceptance/questions.ts';
import { signers, signersInput } from './acceptance/signers.ts';
import {
  metadata,
  metadataChange,
  money,
  nullable,
  nullableString,
  nullableText,
  nullableTimestamp,
  oneOf,
  requireUnlessNamed,
  timestamp,
} from './fields.ts';
import { ItemInput, LineChoice, margin, QuoteItemSchema } from './item.ts';
import { QuoteApprovalSchema } from './quote/approval.ts';
import { AttachmentSchema } from './quote/attachment.ts';
import { PaymentSchedule, PaymentScheduleInput } from './quote/payment-schedule.ts';
import { recurringFields } from './quote/series.ts';
import { show, showChange } from './quote/show.ts';
import { TaxTotal } from './quote/tax-total.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

export const TEXT_DESCRIPTIONS: Record<TextName, string> = {
  description: 'Introduction, shown above the items',
  terms: 'Terms and conditions',
  notes: 'Internal notes: never shown to the customer',
  reference:
    'Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent',
};
export const texts = mapTexts(TEXT_NAMES, (name) =>
  nullableText(QUOTE_TEXTS[name].maxLength, TEXT_DESCRIPTIONS[name]),
);
export const optionalTexts = mapTexts(TEXT_NAMES, (name) => Type.Optional(texts[name]));

/** Content fields shared by all schemas of quotes and invoices. */
export const content = {
  customerId: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Identifier of an existing customer',
  }),
  title: Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH.title,
    format: 'not-blank',
    description: 'Subject of the quote',
  }),
  discountType: nullable(
    oneOf(DISCOUNT_TYPES, { description: 'Set together with `discountValue`, or leave both out' }),
  ),
  discountValue: nullable(
    Type.Integer({
      format: 'int64',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit',
    }),
  ),
};
export const pricesIncludeTax = Type.Boolean({
  description:
    'Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside',
});
export const invoiceOnAcceptance = Type.Boolean({
  description:
    'Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so',
});

/** Fields that the service computes from the content. */
export const amounts = {
  currency: Type.String({ description: 'ISO 4217' }),
  subtotal: money('Sum of the amounts of the selected items'),
  discountAmount: money('Taken off before tax'),
  taxAmount: money('Tax on what is left, or inside it if prices include tax'),
  total: money('Amount that the customer pays'),
  taxes: Type.Array(TaxTotal, {
    description: 'One entry per tax rate and category of the selected items, lowest rate first',
  }),
  sections: Type.Array(
    Type.Object(
      { name: Type.String(), subtotal: money('Sum of the amounts of its selected items') },
      { title: 'SectionTotal', additionalProperties: false },
    ),
    { description: 'One entry per group of neighbouring items with the same section, in order' },
  ),
};

const items = Type.Array(ItemInput, {
  minItems: 1,
  maxItems: MAX_ITEMS,
  description: 'The items of the quote',
});

/** Optional content that a quote and a template share. */
export const templateContent = {
  discountType: Type.Optional(content.discountType),
  discountValue: Type.Optional(content.discountValue),
  currency: Type.Optional(
    nullable(
      Type.String({ format: 'currency', description: 'ISO 4217. Default: the currency of the account' }),
    ),
  ),
  paymentSchedule: Type.Optional(PaymentScheduleInput),
  pricesIncludeTax: Type.Optional(nullable(pricesIncludeTax)),
  invoiceOnAcceptance: Type.Optional(nullable(invoiceOnAcceptance)),
  show: Type.Optional(showChange),
};

const optionalContent = {
  ...templateContent,
  ...optionalTexts,
  recurringFrom: recurringFields.recurringFrom,
  acceptanceFields: Type.Optional(
    acceptanceFieldsInput('Default: those of the template or the account; `null` and `[]`: none'),
  ),
  signers: Type.Optional(signersInput),
  validUntil: Type.Optional(
    nullableTimestamp(
      'The quote can be accepted until this time. Default: `validityDays` of the template or the account after creation; `null` in a PATCH: `validityDays` of the account from then. Sending moves the default of the account to the end of its day',
    ),
  ),
  metadata: Type.Optional(metadataChange),
};

const CompleteQuote = Type.Object(
  {
    customerId: content.customerId,
    templateId: Type.Optional(
      nullable(
        Type.String({
          maxLength: 200,
          description:
            'A template that supplies what the body leaves out, `title` and `items` included. `items` come as a whole from one of the two',
        }),
      ),
    ),
    title: content.title,
    items,
    ...optionalContent,
  },
  { title: 'NewQuote', additionalProperties: false },
);
export type CreateQuote = Static<typeof CompleteQuote>;
true satisfies Same<CreateQuote, QuoteInput>;

export const CreateQuote = requireUnlessTemplated(CompleteQuote);
/** Like a new quote, but without a required customer. */
export const PreviewQuote = requireUnlessTemplated(
  Type.Object(
    { ...CompleteQuote.properties, customerId: Type.Optional(nullable(content.customerId)) },
    { title: 'NewPreview', additionalProperties: false },
  ),
);

function requireUnlessTemplated<Schema extends TObject>(schema: Schema) {
  return requireUnlessNamed(schema, 'templateId', ['title', 'items']);
}

export const PatchQuote = Type.Object(
  {
    customerId: Type.Optional(content.customerId),
    title: Type.Optional(content.title),
    items: Type.Optional(items),
    ...optionalContent,
    status: Type.Optional(
      Type.String({
        description:
          '`ACCEPTED` or `DECLINED` records a decision that the customer gave by other means. Sending the current status has no effect.',
      }),
    ),
    selection: Type.Optional(
      nullable(
        Type.Array(LineChoice, {
          maxItems: MAX_ITEMS,
          description:
            'Selection of the customer; only with `"status": "ACCEPTED"`. Items that are not named stay as they are. It is not an edit: `revision` stays',
        }),
      ),
    ),
    answers: Type.Optional(nullable(answers)),
  },
  { title: 'QuotePatch', additionalProperties: false },
);
export type PatchQuote = Static<typeof PatchQuote>;
true satisfies Same<PatchQuote, QuotePatch>;

const StageName = Type.Object(
  { index: Type.Integer({ minimum: 0 }), label: Type.String() },
  {
    title: 'InvoiceStage',
    additionalProperties: false,
    description: '`null`: the invoice of the whole quote, or of all that was left of it',
  },
);
/** The stage that an invoice covers. */
export const InvoiceStage = nullable(StageName);

export const InvoiceSummarySchema = Type.Object(
  { id: Type.String(), number: Type.String(), stage: InvoiceStage, total: amounts.total },
  { title: 'InvoiceSummary', additionalProperties: false },
);
true satisfies Same<Static<typeof InvoiceSummarySchema>, InvoiceSummary>;

/** Only callers with `seesCosts` get them. */
export const margins = {
  cost: Type.Optional(
    nullable(money('Cost of the selected items; `null` while one of them has none. Only with `seesCosts`')),
  ),
  margin: Type.Optional(nullable(margin('Total without tax, less `cost`; `null` if that is'))),
  marginPercent: Type.Optional(
    nullable(
      Type.Number({
        description: '`margin` of the total without tax, with two decimals. Only with `seesCosts`',
      }),
    ),
  ),
};

export const QuoteSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `quo_`, sorts by time' }),
    number: Type.String({ description: 'Unique in the account, never reused' }),
    status: oneOf(QUOTE_STATUSES),
    customerId: content.customerId,
    title: content.title,
    ...texts,
    items: Type.Array(QuoteItemSchema),
    discountType: content.discountType,
    discountValue: content.discountValue,
    ...amounts,
    validUntil: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
    sentAt: nullableTimestamp('When a mail server last accepted the quote'),
    acceptedAt: nullableTimestamp('When it was accepted'),
    declinedAt: nullableTimestamp('When it was declined'),
    convertedAt: nullableTimestamp('When it was converted: nothing is left to invoice'),
    invoiceId: nullable(
      Type.String({ description: 'The last invoice, once nothing is left to be invoiced' }),
    ),
    revision: Type.Integer({
      minimum: 1,
      description: 'Incremented when the content changes after the quote was sent',
    }),
    viewedAt: nullableTimestamp('When the customer last opened the customer page'),
    acceptedBy: nullable(Type.String({ description: 'The name that the customer typed' })),
    declineReason: nullableString,
    metadata,
    attachments: Type.Array(AttachmentSchema, {
      description: 'Files that go with it; see `PUT …/attachments/{name}`. They are content',
    }),
    paymentSchedule: PaymentSchedule,
    invoices: Type.Array(InvoiceSummarySchema, { description: 'In the order in which they were created' }),
    pricesIncludeTax,
    invoiceOnAcceptance,
    show,
    approval: Type.Optional(QuoteApprovalSchema),
    ...recurringFields,
    acceptanceFields: Type.Optional(acceptanceFields),
    answers: Type.Optional(answers),
    signers: Type.Optional(signers),
    ...margins,
    publicUrl: Type.Optional(
      nullable(
        Type.String({
          description:
            'URL of the customer page. Returned only for a single quote, and only to keys with write access',
        }),
      ),
    ),
  },
  { title: 'Quote', additionalProperties: false },
);
true satisfies Same<
  Static<typeof QuoteSchema>,
  Omit<Quote, 'items'> &
    Partial<QuoteMargin> & { items: (LineItem & ItemMargin)[]; publicUrl?: string | null }
>;

/** Fields that only the service sets. They are ignored if a client sends them back. */
export const QUOTE_READ_ONLY = Object.keys(QuoteSchema.properties).filter(
  (name) => !Object.hasOwn(PatchQuote.properties, name),
);
