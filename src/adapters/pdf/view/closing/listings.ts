import type { PreviousInvoice } from '../../../../domain/invoice/invoice.ts';
import { isUntaxed } from '../../../../domain/tax/tax-category.ts';
import { formatCalendarDate, formatPercent } from '../../../../i18n/format.ts';
import { formatDue } from '../../../../i18n/quote/due.ts';
import { composeText, isolateFormatted, isolateLabel, joinParts, keepOnOneLine } from '../compose.ts';
import {
  estimateLines,
  flow,
  getContent,
  getPrintedNames,
  toOneLine,
  translateLabel,
  type ViewContext,
} from '../context.ts';
import type { Listing, Text } from '../document-view.ts';
import { formatAmount, listTaxNames } from '../totals.ts';

/** Lists the payment stages of a quote, or on an invoice the earlier invoices for information. */
export function buildListing(context: ViewContext): Listing | null {
  const { source } = context;
  const listing = source.kind === 'quote' ? buildSchedule(context) : listPreviousInvoices(context);
  return listing && listing.rows.length > 0 ? listing : null;
}

/** Estimates the lines of small text that the listing takes, rounded up. */
export function estimateListingLines({ source }: ViewContext): number {
  const rows =
    source.kind === 'quote'
      ? (source.quote.paymentSchedule ?? []).map(({ label }) => 1.5 + estimateLines(label, STAGE_LETTERS))
      : source.invoice.previousInvoices.map(
          ({ stage, taxes }) =>
            1.5 * Math.max(1, taxes.length) + estimateLines(stage?.label ?? '', INVOICE_LETTERS),
        );
  return rows.reduce((lines, row) => lines + row, 0);
}

const STAGE_LETTERS = 35;
const INVOICE_LETTERS = 16;

function buildSchedule(context: ViewContext): Listing {
  const { source, locale, messages } = context;
  const { currency } = getContent(source);
  const stages = source.kind === 'quote' ? (source.quote.paymentSchedule ?? []) : [];
  return {
    label: translateLabel(context, (t) => t.paymentSchedule),
    head: (['description', 'dueDate', 'amount'] as const).map((name) =>
      translateLabel(context, (t) => t[name]),
    ),
    rows: stages.map(({ label, due, amount }) => [
      flow(context, label),
      joinParts([isolateFormatted(context, formatDue(due, locale, messages))]),
      formatAmount(amount, currency, locale),
    ]),
    amounts: 1,
  };
}

/** Lists the earlier invoices with their dates, and per tax rate the net and the tax. */
function listPreviousInvoices(context: ViewContext): Listing {
  const { source } = context;
  const invoices = source.kind === 'invoice' ? source.invoice.previousInvoices : [];
  const word = (name: 'description' | 'invoice' | 'date' | 'net' | 'amount') =>
    translateLabel(context, (t) => t[name]);
  const label = translateLabel(context, (t) => t.previousInvoices);
  return {
    label,
    head: [
      ...[word('description'), word('invoice'), word('date'), word('net')],
      ...[joinParts(listTaxNames(context, ' / ')), word('amount')],
    ],
    rows: invoices.flatMap((invoice) => listTaxRows(context, invoice)),
    amounts: 3,
  };
}

/** Returns one row per tax rate and category. Only the first has the invoice, its date and its total. */
function listTaxRows(context: ViewContext, invoice: PreviousInvoice): Text[][] {
  const { source, locale } = context;
  const { currency } = getContent(source);
  const date = formatCalendarDate(invoice.issueDate, locale);
  const groups = invoice.taxes.length > 0 ? invoice.taxes : [{ rate: 0, net: invoice.total, tax: 0 }];
  const { categories } = getPrintedNames(context);
  return groups.map(({ rate, net, tax, category }, index) => {
    const reason = rate === 0 && category && isUntaxed(category) ? categories[category] : undefined;
    const percent = composeText(reason ? '{amount} ({reason} {rate})' : '{amount} ({rate})', {
      amount: isolateFormatted(context, formatAmount(tax, currency, locale)),
      reason: isolateLabel(context, reason ?? ''),
      rate: isolateFormatted(context, formatPercent(rate, locale)),
    });
    const amounts = [formatAmount(net, currency, locale), percent];
    return index === 0
      ? [...nameInvoice(context, invoice), keepOnOneLine(date), ...amounts, formatTotal(context, invoice)]
      : ['', '', '', ...amounts, ''];
  });
}

function nameInvoice(context: ViewContext, { stage, number }: PreviousInvoice): Text[] {
  return [flow(context, stage?.label ?? ''), flow(context, toOneLine(context, number))];
}

function formatTotal({ source, locale }: ViewContext, { total }: PreviousInvoice): string {
  return formatAmount(total, getContent(source).currency, locale);
}
