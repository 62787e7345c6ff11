import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { html } from '../../../markup/html.ts';
import { fill } from '../../shell.ts';
import type { FormState, Values } from '../form/field.ts';
import { renderFormNotice } from '../form/form.ts';
import { type ListView, renderEmpty, renderFound, renderPages, renderSearch } from '../list/list.ts';
import { renderDoneNotice } from '../list/resource-page.ts';
import type { Reader } from '../reader.ts';
import type { ConsolePage } from '../shell.ts';
import { renderInvoice, renderInvoiceData } from './invoice.ts';
import { renderInvoices } from './invoice-table.ts';

/** All invoices, or those of one customer. */
export function buildInvoiceListPage(
  reader: Reader,
  view: ListView,
  invoices: readonly Invoice[],
  customer: string | undefined,
): ConsolePage {
  const { t, base } = reader;
  const words = t.nouns.invoices;
  const isEmpty = view.total === 0 && !view.query.search && customer === undefined;
  const ways = html`<a class="button quiet" href="${base}/quotes">${words.toQuotes}</a>`;
  return {
    section: 'invoices',
    title: words.title,
    wide: true,
    styles: ['nouns.css'],
    body: isEmpty
      ? renderEmpty(words.emptyTitle, words.emptyText, ways)
      : html`${renderSearch(view, words.searchHint)}
${customer !== undefined && html`<p class="found">${fill(words.ofCustomer, { name: html`<bdi>${customer}</bdi>` })} <a href="${view.path}">${t.forms.clearSearch}</a></p>`}
${renderFound(view)}
${invoices.length > 0 && renderInvoices(reader, invoices)}
${renderPages(view)}`,
  };
}

export function buildInvoicePage(
  reader: Reader,
  invoice: Invoice,
  state: FormState,
  seen: { version: number; values: Values },
  done?: string,
): ConsolePage {
  const { t, base } = reader;
  const words = t.nouns.invoices;
  return {
    section: 'invoices',
    title: `${words.single} ${invoice.number}`,
    heading: html`${words.single} <bdi>${invoice.number}</bdi>`,
    back: { href: `${base}/invoices`, text: words.back },
    styles: ['nouns.css'],
    notice: renderFormNotice(state, reader) ?? renderDoneNotice(done, t),
    actions: html`<a class="button" href="${base}/invoices/${invoice.id}/pdf">${words.pdf}</a>`,
    body: html`${renderInvoice(reader, invoice)}
${renderInvoiceData(reader, invoice, state, seen)}`,
  };
}
