import type { Static } from 'typebox';
import { CUSTOMER_FORMATS } from '../../domain/account/particulars/particulars.ts';
import {
  CUSTOMER_KINDS,
  type Customer,
  type CustomerInput,
  type CustomerPatch,
  type CustomerRecord,
} from '../../domain/customer/customer.ts';
import { MAX_LENGTH } from '../../domain/field-limits.ts';
import { particulars } from './account/particulars.ts';
import { compileCheck } from './check.ts';
import {
  country,
  locale,
  metadata,
  metadataChange,
  nullable,
  nullableMailAddress,
  nullableString,
  nullableText,
  oneOf,
  timestamp,
} from './fields.ts';
import { ReadinessSchema } from './invoice/readiness.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

const name = Type.String({
  minLength: 1,
  maxLength: MAX_LENGTH.name,
  format: 'not-blank',
  description: 'Person or company',
});

const added = {
  ...particulars,
  buyerReference: nullableText(
    MAX_LENGTH.reference,
    "Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID",
  ),
  eInvoiceFormat: nullable(
    oneOf(CUSTOMER_FORMATS, {
      description: "Format of electronic invoices; default: the account's `eInvoice`",
    }),
  ),
};

const optional = {
  email: Type.Optional(nullableMailAddress),
  phone: Type.Optional(nullableText(MAX_LENGTH.phone, 'Telephone number')),
  address: Type.Optional(
    nullableText(
      MAX_LENGTH.address,
      'As it is printed, with line breaks. Default: `street` and the other parts, by the custom of the country',
    ),
  ),
  country: Type.Optional(country),
  taxId: Type.Optional(nullableText(MAX_LENGTH.taxId, 'Tax or VAT number')),
  kind: Type.Optional(
    nullable(oneOf(CUSTOMER_KINDS, { description: 'Default: `company` with a tax number, else `person`' })),
  ),
  locale: Type.Optional(nullable(locale('Language of documents, emails and pages'))),
  metadata: Type.Optional(metadataChange),
  ...Type.Partial(Type.Object(added)).properties,
};

export const PutCustomer = Type.Object(
  { name, ...optional },
  { title: 'NewCustomer', additionalProperties: false },
);
export type PutCustomer = Static<typeof PutCustomer>;
true satisfies Same<PutCustomer, CustomerInput>;

export const PatchCustomer = Type.Object(
  { name: Type.Optional(name), ...optional },
  { title: 'CustomerPatch', additionalProperties: false },
);
export type PatchCustomer = Static<typeof PatchCustomer>;
true satisfies Same<PatchCustomer, CustomerPatch>;

/** A customer as invoices store it. */
export const ShownCustomerSchema = Type.Object(
  {
    id: Type.String({ description: 'Your own identifier' }),
    name: Type.String(),
    email: nullableMailAddress,
    phone: nullableString,
    address: nullableString,
    country,
    taxId: nullableString,
    kind: oneOf(CUSTOMER_KINDS),
    locale: nullableString,
    createdAt: timestamp,
    updatedAt: timestamp,
    ...added,
  },
  { title: 'InvoiceCustomer', additionalProperties: false },
);
true satisfies Same<Static<typeof ShownCustomerSchema>, Customer>;

export const CustomerSchema = Type.Object(
  {
    ...ShownCustomerSchema.properties,
    metadata,
    erasedAt: Type.Optional({
      ...timestamp,
      description: 'Only after an erasure: when. Nothing else is known about the customer any more',
    }),
  },
  { title: 'Customer', additionalProperties: false },
);
true satisfies Same<Static<typeof CustomerSchema>, CustomerRecord>;

/** A single customer; lists leave `eInvoice` out. */
export const CheckedCustomerSchema = Type.Object(
  {
    ...CustomerSchema.properties,
    eInvoice: nullable(ReadinessSchema),
  },
  {
    title: 'CheckedCustomer',
    additionalProperties: false,
    description: '`eInvoice` says what electronic invoices lack; `null` if the customer gets none',
  },
);

export const checkCustomer = compileCheck(PutCustomer);
export const checkCustomerPatch = compileCheck(PatchCustomer);
export const CUSTOMER_READ_ONLY = ['id', 'createdAt', 'updatedAt', 'eInvoice'];

export const SHOWN_CUSTOMER_EXAMPLE = {
  id: 'cus_demo',
  name: 'Northwind Trading Ltd',
  email: 'accounts@northwind.example',
  phone: '+44 20 7946 0000',
  address: null,
  country: 'GB',
  taxId: 'GB123456789',
  kind: 'company',
  locale: 'en-GB',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  street: '1 High Street',
  street2: null,
  postalCode: 'EC1A 1AA',
  city: 'London',
  region: null,
  contactName: 'Accounts payable',
  electronicAddress: { scheme: '0088', id: '5060012349998' },
  registrationNumber: '07654321',
  buyerReference: null,
  eInvoiceFormat: null,
} satisfies Customer;

export const CUSTOMER_EXAMPLE = {
  ...SHOWN_CUSTOMER_EXAMPLE,
  metadata: { crmId: '4711' },
} satisfies CustomerRecord;
