import type { CustomerBalance } from '../../../actions/invoices/receivables.ts';
import type { ElectronicGaps } from '../../../domain/account/particulars/einvoice.ts';
import { listAddressLines } from '../../../domain/account/particulars/postal-address.ts';
import type { LegalParticular } from '../../../domain/account/particulars/requirements.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { CUSTOMER_FIELDS, type CustomerFieldName } from '../../../domain/customer/customer-fields.ts';
import { listFieldNames } from '../../../domain/fields.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { getCountryName, listCountries, listLanguages } from '../../../i18n/countries.ts';
import { renderElectronicGaps } from '../forms/electronic-gaps.ts';
import { type Field, type FormState, renderField } from '../forms/field.ts';
import {
  describeFormat,
  describeNeed,
  FORMAT_OPTIONS,
  renderAddressFields,
  renderElectronicAddress,
} from '../forms/particulars-fields.ts';
import { renderInvoices } from '../invoices/invoice-table.ts';
import type { QuoteViewer } from '../quote-viewer.ts';
import {
  money,
  renderData,
  renderDate,
  renderFacts,
  renderUserText,
  statusBadge,
  type Viewer,
} from '../viewer.ts';
import { renderBalance } from './customer-balance.ts';
import { customerPath } from './customer-path.ts';
import { renderErasureLinks } from './erasure-page.ts';
import { type Column, renderTable } from './list.ts';

export function renderCustomers(viewer: Viewer, customers: readonly CustomerRecord[]): Html {
  const t = viewer.t.nouns.customers;
  const columns: Column<CustomerRecord>[] = [
    [
      t.name,
      ({ id, name, erasedAt }) =>
        html`<a data-open href="${buildCustomerPath(viewer, id)}">${erasedAt === undefined ? html`<bdi>${name}</bdi>` : viewer.t.erasure.erasedName}</a>`,
    ],
    [t.email, ({ email }) => html`<bdi>${email ?? '–'}</bdi>`],
    [t.country, ({ country }) => (country ? getCountryName(country, viewer.locale) : '–'), 'narrow-hidden'],
    [t.since, ({ createdAt }) => renderDate(viewer, createdAt), 'narrow-hidden'],
  ];
  return renderTable(t.title, columns, customers);
}

interface Shown<Row> {
  rows: readonly Row[];
  total: number;
}

export function renderCustomer(
  viewer: QuoteViewer,
  customer: CustomerRecord,
  {
    quotes,
    invoices,
    balance,
    electronic,
    priceList,
  }: {
    quotes: Shown<Quote>;
    invoices: Shown<Invoice>;
    balance: CustomerBalance;
    electronic: ElectronicGaps | null;
    priceList: string | undefined;
  },
): Html {
  const { t, base } = viewer;
  const words = t.nouns.customers;
  const named = `customer=${encodeURIComponent(customer.id)}`;
  return html`${renderElectronicGaps(viewer, electronic, { customerId: customer.id })}
${quotes.total > 0 && renderBalance(viewer, customer, balance)}
<section class="panel">${renderCustomerFacts(viewer, customer, priceList)}</section>
<section class="part" aria-labelledby="quotes"><h2 id="quotes">${words.quotes}</h2>
${quotes.total === 0 ? html`<p class="muted">${words.noQuotes}</p>` : renderQuotes(viewer, quotes.rows)}
${quotes.total > quotes.rows.length && html`<p><a href="${base}/quotes?${named}">${words.allQuotes}</a></p>`}</section>
<section class="part" aria-labelledby="invoices"><h2 id="invoices">${words.invoices}</h2>
${invoices.total === 0 ? html`<p class="muted">${words.noInvoices}</p>` : renderInvoices(viewer, invoices.rows, { today: balance.today, isOneCustomer: true })}
${invoices.total > invoices.rows.length && html`<p><a href="${base}/invoices?${named}">${words.allInvoices}</a></p>`}</section>
${
  Object.keys(customer.metadata).length > 0 &&
  html`<section class="panel" aria-labelledby="data"><h2 id="data">${words.data}</h2>${renderData(customer.metadata)}</section>`
}${renderErasureLinks(viewer, customer)}`;
}

function renderCustomerFacts(
  { t, locale, ...viewer }: Viewer,
  customer: CustomerRecord,
  priceList: string | undefined,
): Html {
  const words = t.nouns.customers;
  const { fields } = t.particulars;
  const labels = labelFields(t);
  const { email, phone, country, taxId, kind, id, createdAt, eInvoiceFormat, electronicAddress } = customer;
  const address = listAddressLines(customer, viewer.account).join('\n');
  const language = customer.locale && listLanguages([], locale, customer.locale)[0]?.text;
  return renderFacts([
    [words.email, email && html`<a href="mailto:${email}"><bdi>${email}</bdi></a>`],
    [words.phone, phone && html`<bdi>${phone}</bdi>`],
    [words.address, address && renderUserText(address)],
    [words.country, country && getCountryName(country, locale)],
    [words.taxId, taxId && html`<bdi>${taxId}</bdi>`],
    ...INVOICE_TEXTS.map(
      (name) => [labels[name], customer[name] && html`<bdi>${customer[name]}</bdi>`] as const,
    ),
    [
      fields.electronicAddress,
      electronicAddress && html`<bdi>${electronicAddress.scheme} ${electronicAddress.id}</bdi>`,
    ],
    [fields.debtorNumber, customer.debtorNumber],
    [fields.eInvoiceFormat, eInvoiceFormat && describeFormat(eInvoiceFormat, { t })],
    [words.kind, words[kind]],
    [words.locale, language ?? words.localeDefault],
    [
      words.priceListId,
      priceList &&
        html`<a href="${viewer.base}/price-lists/${customer.priceListId}"><bdi>${priceList}</bdi></a>`,
    ],
    [words.id, html`<bdi>${id}</bdi>`],
    [words.since, renderDate({ t, locale, ...viewer }, createdAt)],
  ]);
}

function renderQuotes(viewer: Viewer, quotes: readonly Quote[]): Html {
  const { nouns } = viewer.t;
  const columns: Column<Quote>[] = [
    [
      nouns.templates.quoteTitle,
      ({ id, title, number }) =>
        html`<a data-open href="${viewer.base}/quotes/${id}"><bdi>${title}</bdi></a><span class="under"><bdi>${number}</bdi></span>`,
    ],
    [nouns.invoices.total, ({ total, currency }) => money(viewer, total, currency), 'number'],
    [nouns.customers.status, ({ status }) => statusBadge(viewer, status)],
    [nouns.customers.created, ({ createdAt }) => renderDate(viewer, createdAt), 'narrow-hidden'],
  ];
  return renderTable(nouns.customers.quotes, columns, quotes);
}

/** `priceLists` are the lists to choose from. */
export function renderCustomerFields(
  viewer: Viewer,
  state: FormState,
  priceLists: readonly { value: string; text: string }[],
): Html {
  const { t, locale } = viewer;
  const words = t.nouns.customers;
  const field = (given: Field) => renderField(given, state, t);
  const none = { value: '', text: t.forms.none };
  const isNeeded = (name: LegalParticular) => describeNeed(viewer, viewer.account.country, name);
  return html`${field({ name: 'name', label: words.name, hint: words.nameHint, required: true, autocomplete: 'off' })}
<div class="pair">${field({ name: 'email', label: words.email, kind: 'email', hint: words.emailHint, autocomplete: 'off' })}
${field({ name: 'phone', label: words.phone, kind: 'tel', hint: words.phoneHint, autocomplete: 'off' })}</div>
<div class="pair">${field({ name: 'country', label: words.country, kind: 'select', options: [none, ...listCountries(locale, state.values.country)] })}
${field({ name: 'taxId', label: words.taxId, hint: isNeeded('customerTaxId'), autocomplete: 'off' })}</div>
${renderAddressFields(viewer, state, { isOwn: false, need: isNeeded('customerAddress') })}
<div class="pair">${field({
    name: 'kind',
    label: words.kind,
    kind: 'select',
    options: [
      { value: '', text: words.kindAuto },
      { value: 'company', text: words.company },
      { value: 'person', text: words.person },
    ],
  })}
${field({
  name: 'locale',
  label: words.locale,
  kind: 'select',
  options: [
    { value: '', text: words.localeDefault },
    ...listLanguages(LANGUAGES, locale, state.values.locale),
  ],
})}</div>
${
  priceLists.length > 0 &&
  field({
    name: 'priceListId',
    label: words.priceListId,
    kind: 'select',
    hint: words.priceListHint,
    options: [{ value: '', text: words.noPriceList }, ...priceLists],
  })
}
${renderInvoicing(viewer, state)}`;
}

type TextName = {
  [Name in CustomerFieldName]: (typeof CUSTOMER_FIELDS)[Name]['kind'] extends 'text' ? Name : never;
}[CustomerFieldName];

/** The fields that have a place in the form above. */
const PLACED: readonly CustomerFieldName[] = [
  ...(['name', 'phone', 'address', 'taxId', 'priceListId'] as const),
  ...(['street', 'street2', 'postalCode', 'city', 'region'] as const),
];
/** The other texts: those that only invoices need. */
const INVOICE_TEXTS = listFieldNames(CUSTOMER_FIELDS).filter(
  (name): name is Exclude<TextName, 'name'> =>
    CUSTOMER_FIELDS[name].kind === 'text' && !PLACED.includes(name),
);
const INVOICING = [
  ...INVOICE_TEXTS,
  ...['eInvoiceFormat', 'debtorNumber'],
  ...['electronicAddress.scheme', 'electronicAddress.id'],
];

function labelFields({ particulars, nouns }: Viewer['t']): Record<CustomerFieldName, string> {
  return { ...particulars.fields, ...nouns.customers };
}

/** Renders what only invoices need, folded up while none of it is filled in or needed. */
function renderInvoicing(viewer: Viewer, state: FormState): Html {
  const { t, account } = viewer;
  const words = t.particulars;
  const labels = labelFields(t);
  const field = (given: Field) => renderField(given, state, t);
  const need = describeNeed(viewer, account.country, 'customerRegistration');
  const hints: Partial<Record<CustomerFieldName, string>> = {
    registrationNumber: need ?? words.registrationNumberHint,
    contactName: words.contactNameHint,
    buyerReference: words.buyerReferenceHint,
  };
  const { eInvoiceFormat } = state.values;
  const isElectronic = eInvoiceFormat ? eInvoiceFormat !== 'none' : account.eInvoice !== null;
  const isOpen =
    isElectronic ||
    need !== undefined ||
    INVOICING.some((name) => state.values[name] || state.errors[name] || state.theirs?.[name]);
  return html`<details class="more"${isOpen && html` open`}><summary>${words.invoicing}</summary>
<div class="pair">${INVOICE_TEXTS.map((name) => field({ name, label: labels[name], hint: hints[name], autocomplete: 'off' }))}</div>
${field({
  name: 'eInvoiceFormat',
  label: words.eInvoice,
  kind: 'select',
  hint: words.eInvoiceHint,
  options: [{ value: '', text: words.asAccount }, { value: 'none', text: words.pdfOnly }, ...FORMAT_OPTIONS],
})}
${renderElectronicAddress(viewer, state, words.schemeHint)}
${field({ name: 'debtorNumber', label: labels.debtorNumber, kind: 'whole', hint: words.debtorNumberHint })}</details>`;
}

function buildCustomerPath({ base }: Viewer, id: string): string {
  return `${base}/${customerPath(id)}`;
}
