import { type Static, Type } from 'typebox';
import { PAPER_SIZES } from '../domain/account/account.ts';
import { PAYMENT_METHOD_PATTERN } from '../domain/invoice.ts';
import { DISCOUNT_TYPES, QUOTE_STATUSES } from '../domain/quote/quote.ts';

/** One schema a shape: it validates, it is the type, and it is the OpenAPI document. */

const LONG_TEXT = 20_000;
const MAX_UNIT_PRICE = 1_000_000_000_000;
const MAX_QUANTITY = 1_000_000_000;
export const MAX_ITEMS = 1000;

function nullable<T>(schema: { type: string; [keyword: string]: unknown }) {
  const { enum: values, ...rest } = schema;
  return Type.Unsafe<T | null>({
    ...rest,
    type: [schema.type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  });
}

function text(maxLength: number, description: string, more: object = {}) {
  return { type: 'string', maxLength, description, ...more };
}

const timestamp = { type: 'string', format: 'date-time' };
const optionalText = (maxLength: number, description: string, more: object = {}) =>
  nullable<string>(text(maxLength, description, more));
const money = (description: string) => Type.Integer({ minimum: 0, description });

const customerId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Identifier of an existing customer',
});
const title = Type.String({ minLength: 1, maxLength: 200, description: 'What the quote is about' });
const description = optionalText(LONG_TEXT, 'Introduction, shown above the items');
const terms = optionalText(LONG_TEXT, 'Terms and conditions');
const notes = optionalText(LONG_TEXT, 'Internal notes: never shown to the customer');
const validUntil = nullable<string>({
  ...timestamp,
  description:
    'The quote can be accepted until this instant. Default: 30 days after creation; `null` in a PATCH: 30 days from then',
});
const discountType = nullable<(typeof DISCOUNT_TYPES)[number]>({
  type: 'string',
  enum: [...DISCOUNT_TYPES],
  description: 'Comes together with `discountValue`, or not at all',
});
const discountValue = nullable<number>({
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: '`percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit',
});
const currency = nullable<string>({
  type: 'string',
  format: 'currency',
  description: 'ISO 4217. Default: the currency of the account',
});

const itemFields = {
  description: Type.String({ minLength: 1, maxLength: 2000, description: 'Text of the line' }),
  quantity: Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_QUANTITY,
    'x-maxDecimals': 4,
    description: 'More than 0, at most 4 decimals',
  }),
  unitPrice: Type.Integer({
    minimum: 0,
    maximum: MAX_UNIT_PRICE,
    description: 'Price of one unit in the smallest currency unit',
  }),
};
const taxRate = {
  type: 'number',
  minimum: 0,
  maximum: 100,
  'x-maxDecimals': 4,
  description: 'Tax in percent, at most 4 decimals. Default: 0',
};

export const ItemInput = Type.Object(
  { ...itemFields, taxRate: Type.Optional(nullable<number>(taxRate)) },
  { additionalProperties: false },
);

const items = Type.Array(ItemInput, {
  minItems: 1,
  maxItems: MAX_ITEMS,
  description: 'The lines of the quote',
});

const optionalContent = {
  description: Type.Optional(description),
  validUntil: Type.Optional(validUntil),
  terms: Type.Optional(terms),
  notes: Type.Optional(notes),
  discountType: Type.Optional(discountType),
  discountValue: Type.Optional(discountValue),
  currency: Type.Optional(currency),
};

export const CreateQuote = Type.Object(
  { customerId, title, items, ...optionalContent },
  { additionalProperties: false },
);
export type CreateQuote = Static<typeof CreateQuote>;

export const PatchQuote = Type.Object(
  {
    customerId: Type.Optional(customerId),
    title: Type.Optional(title),
    items: Type.Optional(items),
    ...optionalContent,
    status: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        description:
          '`ACCEPTED` or `DECLINED`: an answer that the customer gave elsewhere. The present status changes nothing.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type PatchQuote = Static<typeof PatchQuote>;

const nullableTimestamp = (what: string) => nullable<string>({ ...timestamp, description: what });

const quoteFields = {
  id: Type.String({ description: 'Opaque, begins with `quo_`, sorts by time' }),
  number: Type.String({ description: 'Unique in the account, never given twice' }),
  status: Type.Unsafe<(typeof QUOTE_STATUSES)[number]>({ type: 'string', enum: [...QUOTE_STATUSES] }),
  customerId,
  title,
  description,
  items: Type.Array(
    Type.Object({
      ...itemFields,
      taxRate: Type.Unsafe<number>(taxRate),
      amount: money('quantity × unitPrice, before discount and tax'),
    }),
  ),
  discountType,
  discountValue,
  currency: Type.String({ description: 'ISO 4217' }),
  subtotal: money('Sum of the amounts'),
  discountAmount: money('Taken off before tax'),
  taxAmount: money('Tax on what is left'),
  total: money('What the customer pays'),
  terms,
  notes,
  validUntil: Type.Unsafe<string>(timestamp),
  createdAt: Type.Unsafe<string>(timestamp),
  updatedAt: Type.Unsafe<string>(timestamp),
  sentAt: nullableTimestamp('When a mail server last took the quote'),
  acceptedAt: nullableTimestamp('When it was accepted'),
  declinedAt: nullableTimestamp('When it was declined'),
  convertedAt: nullableTimestamp('When it became an invoice'),
  invoiceId: nullable<string>({ type: 'string' }),
  revision: Type.Integer({
    minimum: 1,
    description: 'Rises with each change of the content after a sending',
  }),
  viewedAt: nullableTimestamp('When the customer last opened the page'),
  acceptedBy: nullable<string>({ type: 'string', description: 'The name that the customer typed' }),
  declineReason: nullable<string>({ type: 'string' }),
};

export const QuoteSchema = Type.Object(
  {
    ...quoteFields,
    publicUrl: Type.Optional(
      nullable<string>({
        type: 'string',
        description: 'The page of the customer. Only on a single quote and only for keys that may write',
      }),
    ),
  },
  { additionalProperties: false },
);
/** What the service alone decides; a client may send it back as it read it. */
export const QUOTE_READ_ONLY = Object.keys(QuoteSchema.properties).filter(
  (name) => !Object.hasOwn(PatchQuote.properties, name),
);

const address = text(254, 'One mail address', { format: 'email' });

export const SendQuote = Type.Object(
  {
    email: Type.Optional(nullable<string>({ ...address, description: "Instead of the customer's address" })),
    cc: Type.Optional(
      Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: address,
        maxItems: 20,
        description: 'More recipients',
      }),
    ),
    subject: Type.Optional(optionalText(200, 'Instead of the usual subject')),
    message: Type.Optional(optionalText(5000, 'A personal text above the summary')),
  },
  { additionalProperties: false },
);
export type SendQuote = Static<typeof SendQuote>;

export const ConvertQuote = Type.Object(
  {
    dueDate: Type.Optional(
      nullable<string>({
        type: 'string',
        format: 'date',
        description: "Default: 30 days from today in the account's time zone",
      }),
    ),
    paymentMethod: Type.Optional(
      nullable<string>({
        type: 'string',
        pattern: PAYMENT_METHOD_PATTERN,
        'x-note':
          'must be an upper-case word such as BANK_TRANSFER (letters, digits, _; at most 50 characters)',
        description:
          'ONLINE_PAYMENT (default), BANK_TRANSFER, CREDIT_CARD, DIRECT_DEBIT, CASH, CHECK, OTHER, or a word of your own',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ConvertQuote = Static<typeof ConvertQuote>;

const country = nullable<string>({
  type: 'string',
  pattern: '^[A-Z]{2}$',
  'x-note': 'must be an ISO 3166 code of two capital letters, such as DE',
  description: 'ISO 3166-1 alpha-2',
});
const email = nullable<string>({ ...address });
const locale = { type: 'string', maxLength: 35, format: 'locale', description: 'BCP 47, such as `fr-CH`' };

export const PutCustomer = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      format: 'not-blank',
      description: 'Person or company',
    }),
    email: Type.Optional(email),
    phone: Type.Optional(optionalText(50, 'Telephone number')),
    address: Type.Optional(optionalText(1000, 'As it is printed, with line breaks')),
    country: Type.Optional(country),
    taxId: Type.Optional(optionalText(50, 'Tax or VAT number')),
    locale: Type.Optional(
      nullable<string>({ ...locale, description: 'Language of documents, mails and pages' }),
    ),
  },
  { additionalProperties: false },
);
export type PutCustomer = Static<typeof PutCustomer>;

export const CustomerSchema = Type.Object(
  {
    id: Type.String({ description: "The caller's own identifier" }),
    name: Type.String(),
    email,
    phone: nullable<string>({ type: 'string' }),
    address: nullable<string>({ type: 'string' }),
    country,
    taxId: nullable<string>({ type: 'string' }),
    locale: nullable<string>({ type: 'string' }),
    createdAt: Type.Unsafe<string>(timestamp),
    updatedAt: Type.Unsafe<string>(timestamp),
  },
  { additionalProperties: false },
);

const accountFields = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    format: 'not-blank',
    description: 'Name of the business',
  }),
  address: optionalText(1000, 'As it is printed, with line breaks'),
  country,
  taxId: optionalText(50, 'Tax or VAT number'),
  email,
  phone: optionalText(50, 'Telephone number'),
  website: nullable<string>(text(200, 'http or https address', { format: 'web-address' })),
  logo: nullable<string>({
    type: 'string',
    format: 'logo',
    description: 'Data URL of a PNG, JPEG or SVG image of at most 512 KiB',
  }),
  accentColor: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    'x-note': 'must be a colour such as #1f4e79',
    description: 'Colour of documents, mails and pages',
  }),
  currency: Type.String({ format: 'currency', description: 'ISO 4217; the default of new quotes' }),
  locale: Type.Unsafe<string>(locale),
  timeZone: Type.String({ format: 'time-zone', description: 'IANA name, such as `Europe/Berlin`' }),
  paperSize: nullable<(typeof PAPER_SIZES)[number]>({
    type: 'string',
    enum: [...PAPER_SIZES],
    description: 'Default: by the country',
  }),
  quoteNumberFormat: Type.String({
    maxLength: 50,
    format: 'number-format',
    description: '`{year}` and `{seq}`, padded as `{seq:5}`',
  }),
  invoiceNumberFormat: Type.String({ maxLength: 50, format: 'number-format' }),
  defaultTerms: optionalText(LONG_TEXT, 'Terms of new quotes that bring none'),
  validityDays: Type.Integer({ minimum: 1, maximum: 3650, description: 'Validity of new quotes in days' }),
  replyTo: email,
  reminderDays: nullable<number>({
    type: 'integer',
    minimum: 1,
    maximum: 365,
    description: 'Days before the end of the validity at which the customer is reminded; null: never',
  }),
};

export const PatchAccount = Type.Object(
  Object.fromEntries(
    Object.entries(accountFields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as {
    [Name in keyof typeof accountFields]: ReturnType<typeof Type.Optional<(typeof accountFields)[Name]>>;
  },
  { additionalProperties: false },
);
export type PatchAccount = Static<typeof PatchAccount>;

export const AccountSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Unsafe<'live' | 'test'>({ type: 'string', enum: ['live', 'test'] }),
    ...accountFields,
    createdAt: Type.Unsafe<string>(timestamp),
    updatedAt: Type.Unsafe<string>(timestamp),
  },
  { additionalProperties: false },
);

export const InvoiceSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `inv_`' }),
    number: Type.String(),
    quoteId: Type.String(),
    quoteNumber: Type.String(),
    status: Type.Unsafe<'DRAFT'>({ type: 'string', enum: ['DRAFT'] }),
    issueDate: Type.String({ format: 'date' }),
    dueDate: Type.String({ format: 'date' }),
    paymentMethod: Type.String(),
    customerId,
    customer: CustomerSchema,
    title,
    description,
    items: quoteFields.items,
    discountType,
    discountValue,
    currency: quoteFields.currency,
    subtotal: quoteFields.subtotal,
    discountAmount: quoteFields.discountAmount,
    taxAmount: quoteFields.taxAmount,
    total: quoteFields.total,
    terms,
    createdAt: Type.Unsafe<string>(timestamp),
  },
  { additionalProperties: false },
);

export const AcceptanceSchema = Type.Object(
  {
    quoteId: Type.String(),
    decision: Type.Unsafe<'ACCEPTED' | 'DECLINED'>({ type: 'string', enum: ['ACCEPTED', 'DECLINED'] }),
    by: Type.Unsafe<'customer' | 'owner'>({
      type: 'string',
      enum: ['customer', 'owner'],
      description: '`owner`: recorded by the key holder for a customer who said so elsewhere',
    }),
    name: nullable<string>({ type: 'string', description: 'As the customer typed it' }),
    at: Type.Unsafe<string>(timestamp),
    revision: Type.Integer({ minimum: 1 }),
    documentSha256: nullable<string>({ type: 'string', description: 'Of the PDF that the person saw' }),
    signature: nullable<string>({ type: 'string', description: 'One SVG path in a box of 600 by 200' }),
    reason: nullable<string>({ type: 'string' }),
    ip: nullable<string>({ type: 'string', description: 'An IPv4 or IPv6 address' }),
    userAgent: nullable<string>({ type: 'string' }),
  },
  { additionalProperties: false },
);
