import type { CustomerRecord } from '../../../domain/customer.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { getCountryName, listCountries, listLanguages } from '../../../i18n/countries.ts';
import { type Html, html } from '../../../markup/html.ts';
import { type Field, type FormState, renderField } from '../form/field.ts';
import { renderInvoices } from '../invoices/invoice-table.ts';
import { renderTable } from '../list/list.ts';
import {
  money,
  type Reader,
  renderData,
  renderDate,
  renderFacts,
  renderUserText,
  statusBadge,
} from '../reader.ts';
import { customerPath } from './customer-path.ts';

export function renderCustomers(reader: Reader, customers: readonly CustomerRecord[]): Html {
  const t = reader.t.nouns.customers;
  const columns = [
    { text: t.name },
    { text: t.email },
    { text: t.country, className: 'narrow-hidden' },
    { text: t.since, className: 'narrow-hidden' },
  ];
  return renderTable(
    t.title,
    columns,
    customers.map(
      ({ id, name, email, country, createdAt }) =>
        html`<tr data-row><td><a data-open href="${addressOf(reader, id)}"><bdi>${name}</bdi></a></td><td><bdi>${email ?? '–'}</bdi></td><td class="narrow-hidden">${country ? getCountryName(country, reader.locale) : '–'}</td><td class="narrow-hidden">${renderDate(reader, createdAt)}</td></tr>\n`,
    ),
  );
}

interface Shown<Row> {
  rows: readonly Row[];
  total: number;
}

export function renderCustomer(
  reader: Reader,
  customer: CustomerRecord,
  { quotes, invoices }: { quotes: Shown<Quote>; invoices: Shown<Invoice> },
): Html {
  const { t, base } = reader;
  const words = t.nouns.customers;
  const named = `customer=${encodeURIComponent(customer.id)}`;
  return html`<section class="panel">${renderCustomerFacts(reader, customer)}</section>
<section class="part" aria-labelledby="quotes"><h2 id="quotes">${words.quotes}</h2>
${quotes.total === 0 ? html`<p class="muted">${words.noQuotes}</p>` : renderQuotes(reader, quotes.rows)}
${quotes.total > quotes.rows.length && html`<p><a href="${base}/quotes?${named}">${words.allQuotes}</a></p>`}</section>
<section class="part" aria-labelledby="invoices"><h2 id="invoices">${words.invoices}</h2>
${invoices.total === 0 ? html`<p class="muted">${words.noInvoices}</p>` : renderInvoices(reader, invoices.rows, { isOneCustomer: true })}
${invoices.total > invoices.rows.length && html`<p><a href="${base}/invoices?${named}">${words.allInvoices}</a></p>`}</section>
${
  Object.keys(customer.metadata).length > 0 &&
  html`<section class="panel" aria-labelledby="data"><h2 id="data">${words.data}</h2>${renderData(customer.metadata)}</section>`
}`;
}

function renderCustomerFacts({ t, locale, ...reader }: Reader, customer: CustomerRecord): Html {
  const words = t.nouns.customers;
  const { email, phone, address, country, taxId, kind, id, createdAt } = customer;
  const language = customer.locale && listLanguages([], locale, customer.locale)[0]?.text;
  return renderFacts([
    [words.email, email && html`<a href="mailto:${email}"><bdi>${email}</bdi></a>`],
    [words.phone, phone && html`<bdi>${phone}</bdi>`],
    [words.address, address && renderUserText(address)],
    [words.country, country && getCountryName(country, locale)],
    [words.taxId, taxId && html`<bdi>${taxId}</bdi>`],
    [words.kind, words[kind]],
    [words.locale, language ?? words.localeDefault],
    [words.id, html`<bdi>${id}</bdi>`],
    [words.since, renderDate({ t, locale, ...reader }, createdAt)],
  ]);
}

function renderQuotes(reader: Reader, quotes: readonly Quote[]): Html {
  const { nouns } = reader.t;
  const columns = [
    { text: nouns.templates.quoteTitle },
    { text: nouns.invoices.total, className: 'number' },
    { text: nouns.customers.status },
    { text: nouns.customers.created, className: 'narrow-hidden' },
  ];
  return renderTable(
    nouns.customers.quotes,
    columns,
    quotes.map(
      (quote) =>
        html`<tr data-row><td><a data-open href="${reader.base}/quotes/${quote.id}"><bdi>${quote.title}</bdi></a><span class="under"><bdi>${quote.number}</bdi></span></td><td class="number">${money(reader, quote.total, quote.currency)}</td><td>${statusBadge(reader, quote.status)}</td><td class="narrow-hidden">${renderDate(reader, quote.createdAt)}</td></tr>\n`,
    ),
  );
}

export function renderCustomerFields({ t, locale }: Reader, state: FormState): Html {
  const words = t.nouns.customers;
  const field = (given: Field) => renderField(given, state, t);
  const none = { value: '', text: t.forms.none };
  return html`${field({ name: 'name', label: words.name, hint: words.nameHint, required: true, autocomplete: 'off' })}
<div class="pair">${field({ name: 'email', label: words.email, kind: 'email', hint: words.emailHint, autocomplete: 'off' })}
${field({ name: 'phone', label: words.phone, kind: 'tel', hint: words.phoneHint, autocomplete: 'off' })}</div>
${field({ name: 'address', label: words.address, kind: 'area', hint: words.addressHint, autocomplete: 'off' })}
<div class="pair">${field({ name: 'country', label: words.country, kind: 'select', options: [none, ...listCountries(locale, state.values.country)] })}
${field({ name: 'taxId', label: words.taxId, autocomplete: 'off' })}</div>
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
})}</div>`;
}

function addressOf({ base }: Reader, id: string): string {
  return `${base}/${customerPath(id)}`;
}
