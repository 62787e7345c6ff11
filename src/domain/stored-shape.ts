import type { Account } from './account/account.ts';
import { DEFAULT_SETTINGS } from './account/new-account.ts';
import { CATALOGUE_FIELDS } from './catalogue/catalogue-fields.ts';
import type { CatalogueItem } from './catalogue/catalogue-item.ts';
import type { QuoteTemplate } from './catalogue/template.ts';
import type { CustomerRecord } from './customer/customer.ts';
import { CUSTOMER_FIELDS } from './customer/customer-fields.ts';
import type { FeedEvent } from './events/feed-event.ts';
import { getDefaults } from './fields.ts';
import type { IdPrefix } from './ids.ts';
import type { Invoice } from './invoice/invoice.ts';
import { INVOICE_TEXTS } from './invoice/invoice-fields.ts';
import type { Quote } from './quote/quote.ts';
import { CONTENT_TEXT_NAMES, mapTexts, TEXT_NAMES } from './quote/quote-texts.ts';

/** The resources that are stored as JSON, as rows of their own and inside others. */
export interface Resources {
  account: Account;
  customer: CustomerRecord;
  quote: Quote;
  invoice: Invoice;
  catalogueItem: CatalogueItem;
  template: QuoteTemplate;
}

export type Resource = keyof Resources;

/** Values of the fields that a stored resource lacks because they were added after it was stored. */
const DEFAULTS: { readonly [Name in Resource]: Partial<Resources[Name]> } = {
  account: DEFAULT_SETTINGS,
  customer: { ...getDefaults(CUSTOMER_FIELDS), electronicAddress: null },
  quote: mapTexts(TEXT_NAMES, () => null),
  invoice: { ...getDefaults(INVOICE_TEXTS), series: null },
  catalogueItem: { ...getDefaults(CATALOGUE_FIELDS), recurring: null, quantityPrices: null },
  template: { ...mapTexts(CONTENT_TEXT_NAMES, () => null), validityDays: null, acceptanceFields: null },
};

type Steps = { readonly [Name in Resource]: ((resource: Resources[Name]) => Resources[Name])[] };

/**
 * Changes of stored resources beyond fields with a default. Append only. A step can be repeated, and gets parts of a
 * resource too: the previous values of an event, and a quote without its items.
 */
const STEPS: Steps = {
  ...{ account: [], customer: [], quote: [], catalogueItem: [], template: [] },
  invoice: [(invoice) => ({ ...invoice, printedNotes: invoice.notes })],
};

const size = (name: Resource) => Object.keys(DEFAULTS[name]).length + STEPS[name].length;
const customer = size('customer');
const quote = size('quote');
const invoice = size('invoice') + customer;

/**
 * Numbers that grow with each new field or step, also of what the JSON contains. They are stored with it: JSON of the
 * current shape is sent as it is.
 */
export const SHAPES = {
  account: size('account'),
  ...{ customer, quote, invoice },
  catalogueItem: size('catalogueItem'),
  template: size('template'),
  // One more for the answers of an acceptance.
  event: quote + invoice + customer + 1,
  response: quote + invoice + customer + size('catalogueItem') + size('template'),
};

/** Brings a resource that an earlier version stored, or a part of it, up to date. */
export function upgrade<Stored extends object>(name: Resource, stored: Stored): Stored {
  const steps = STEPS[name] as readonly ((resource: object) => object)[];
  // Not by entries: this runs several times per request, and hardly ever adds anything.
  const complete: object = { ...stored };
  const defaults: object = DEFAULTS[name];
  for (const field in defaults) {
    if (!(field in stored)) Reflect.set(complete, field, Reflect.get(defaults, field));
  }
  return steps.reduce((resource, step) => step(resource), upgradeWithin(complete)) as Stored;
}

/** The resources inside others, events and documents, by the name of their field. */
const INSIDE: readonly (readonly [field: string, Resource])[] = [
  ['quote', 'quote'],
  ['invoice', 'invoice'],
  ['creditNote', 'invoice'],
  ['customer', 'customer'],
  ['account', 'account'],
];

/** Brings the resources that an object contains up to date. */
export function upgradeWithin<Whole extends object>(whole: Whole): Whole {
  let complete: Whole | undefined;
  for (const [field, name] of INSIDE) {
    const value = whole[field as keyof Whole];
    if (isObject(value)) complete = { ...(complete ?? whole), [field]: upgrade(name, value) };
  }
  return complete ?? whole;
}

/** Brings an event of the feed up to date. Previous values stay those of the fields that changed. */
export function upgradeEvent(event: FeedEvent): FeedEvent {
  const complete = event.type === 'quote.accepted' ? { answers: {}, ...event.data } : event.data;
  const data: FeedEvent['data'] & { previous?: object } = upgradeWithin(complete);
  const { previous } = data;
  if (!previous) return { ...event, data };
  const whole: Readonly<Record<string, unknown>> = {
    ...upgrade('quote' in data ? 'quote' : 'customer', previous),
  };
  const changed = Object.keys(previous).map((field) => [field, whole[field]]);
  return { ...event, data: { ...data, previous: Object.fromEntries(changed) } };
}

/** The resources that responses consist of, by the prefix of their identifiers. */
const BY_PREFIX: Readonly<Partial<Record<string, Resource>>> = {
  ...{ quo: 'quote', inv: 'invoice', cus: 'customer', cat: 'catalogueItem', tpl: 'template' },
} satisfies Partial<Record<IdPrefix, Resource>>;

/** Brings the body of a response that was kept for repeats up to date. */
export function upgradeBody(body: unknown): unknown {
  if (!isObject(body) || !('id' in body) || typeof body.id !== 'string') return body;
  const name = BY_PREFIX[body.id.split('_', 1)[0] ?? ''];
  return name ? upgrade(name, body) : body;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
