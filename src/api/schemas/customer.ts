import type { Static } from 'typebox';
import type {
  Customer,
  CustomerInput,
  CustomerPatch,
  CustomerRecord,
} from '../../domain/customer/customer.ts';
import { CUSTOMER_FIELDS } from '../../domain/customer/customer-fields.ts';
import { getDefaults } from '../../domain/fields.ts';
import { electronicAddress, PARTICULAR_DESCRIPTIONS } from './account/particulars.ts';
import { compileCheck } from './check.ts';
import { metadata, metadataChange, nullable, timestamp } from './fields.ts';
import { buildSchemas, omitLimits } from './from-fields.ts';
import { ReadinessSchema } from './invoice/readiness.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

const fields = buildSchemas(CUSTOMER_FIELDS, {
  name: 'Person or company',
  email: 'One email address',
  phone: 'Telephone number',
  address:
    'As it is printed, with line breaks. Default: `street` and the other parts, by the custom of the country',
  country: 'ISO 3166-1 alpha-2',
  taxId: 'Tax or VAT number',
  kind: 'Default: `company` with a tax number, else `person`',
  locale: 'Language of documents, emails and pages',
  ...PARTICULAR_DESCRIPTIONS,
  buyerReference: "Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID",
  eInvoiceFormat: "Format of electronic invoices; default: the account's `eInvoice`",
  priceListId:
    'The price list that items take their prices from when they are written. Only keys with the scope `write` may set it; a `PUT` without it keeps it',
  debtorNumber:
    'The customer in the books, different for each. Given when the first invoice is issued, if the account has `accounting.firstDebtorNumber`; a `PUT` without it keeps it',
});

const { name, kind, ...others } = fields;
const optional = Type.Partial(
  Type.Object({ ...others, kind: nullable(kind), electronicAddress, metadata: metadataChange }),
).properties;

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

const { phone, address, taxId, locale } = fields;

/** A customer as invoices store it. */
export const ShownCustomerSchema = Type.Object(
  {
    id: Type.String({ description: 'Your own identifier' }),
    ...fields,
    ...omitLimits({ name, kind, phone, address, taxId, locale }),
    electronicAddress,
    createdAt: timestamp,
    updatedAt: timestamp,
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
  ...getDefaults(CUSTOMER_FIELDS),
  id: 'cus_demo',
  name: 'Northwind Trading Ltd',
  email: 'accounts@northwind.example',
  phone: '+44 20 7946 0000',
  country: 'GB',
  taxId: 'GB123456789',
  kind: 'company',
  locale: 'en-GB',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  street: '1 High Street',
  postalCode: 'EC1A 1AA',
  city: 'London',
  contactName: 'Accounts payable',
  electronicAddress: { scheme: '0088', id: '5060012349998' },
  registrationNumber: '07654321',
} satisfies Customer;

export const CUSTOMER_EXAMPLE = {
  ...SHOWN_CUSTOMER_EXAMPLE,
  metadata: { crmId: '4711' },
} satisfies CustomerRecord;
