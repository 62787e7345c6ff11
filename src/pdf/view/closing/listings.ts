import { formatDue } from '../../../i18n/due.ts';
import { isolateFormatted, joinParts } from '../compose.ts';
import { estimateLines, flow, getContent, toOneLine, translateLabel, type ViewContext } from '../context.ts';
import type { Listing } from '../document-view.ts';
import { formatAmount } from '../totals.ts';

/** Lists the payment stages of a quote, or on an invoice the earlier invoices for information. */
export function buildListing(context: ViewContext): Listing | null {
  const { source } = context;
  const listing = source.kind === 'quote' ? buildSchedule(context) : listPreviousInvoices(context);
  return listing && listing.rows.length > 0 ? listing : null;
}

/** Estimates the lines of small text that the listing takes, rounded up. */
export function estimateListingLines({ source }: ViewContext): number {
  const labels =
    source.kind === 'quote'
      ? (source.quote.paymentSchedule ?? []).map(({ label }) => label)
      : source.invoice.previousInvoices.map(({ stage }) => stage?.label ?? '');
  return labels.reduce((lines, label) => lines + 1.5 + estimateLines(label, LABEL_LETTERS), 0);
}

const LABEL_LETTERS = 35;

type HeadWord = 'description' | 'dueDate' | 'invoice' | 'amount';

function buildHead(
  context: ViewContext,
  [first, second, third]: [HeadWord, HeadWord, HeadWord],
): Listing['head'] {
  const word = (name: HeadWord) => translateLabel(context, (t) => t[name]);
  return [word(first), word(second), word(third)];
}

function buildSchedule(context: ViewContext): Listing {
  const { source, locale, messages } = context;
  const { currency } = getContent(source);
  const stages = source.kind === 'quote' ? (source.quote.paymentSchedule ?? []) : [];
  return {
    label: translateLabel(context, (t) => t.paymentSchedule),
    head: buildHead(context, ['description', 'dueDate', 'amount']),
    rows: stages.map(({ label, due, amount }) => [
      flow(context, label),
      joinParts([isolateFormatted(context, formatDue(due, locale, messages))]),
      formatAmount(amount, currency, locale),
    ]),
  };
}

function listPreviousInvoices(context: ViewContext): Listing {
  const { source, locale } = context;
  const { currency } = getContent(source);
  const invoices = source.kind === 'invoice' ? source.invoice.previousInvoices : [];
  return {
    label: translateLabel(context, (t) => t.previousInvoices),
    head: buildHead(context, ['description', 'invoice', 'amount']),
    rows: invoices.map(({ number, stage, total }) => [
      flow(context, stage?.label ?? ''),
      flow(context, toOneLine(context, number)),
      formatAmount(total, currency, locale),
    ]),
  };
}
