import { dueInWords } from '../../../i18n/due.ts';
import { formatted, joined } from '../compose.ts';
import { content, flow, inBoth, linesOf, plain, type ViewContext } from '../context.ts';
import type { Listing } from '../document-view.ts';
import { formatAmount } from '../totals.ts';

/** Lists the payment stages of a quote, or on an invoice the earlier invoices for information. */
export function listingOf(context: ViewContext): Listing | null {
  const { source } = context;
  const listing = source.kind === 'quote' ? scheduleOf(context) : previousOf(context);
  return listing && listing.rows.length > 0 ? listing : null;
}

/** Estimates the lines of small text that the listing takes, rounded up. */
export function listingLines({ source }: ViewContext): number {
  const labels =
    source.kind === 'quote'
      ? (source.quote.paymentSchedule ?? []).map(({ label }) => label)
      : source.invoice.previousInvoices.map(({ stage }) => stage?.label ?? '');
  return labels.reduce((lines, label) => lines + 1.5 + linesOf(label, LABEL_LETTERS), 0);
}

const LABEL_LETTERS = 35;

type HeadWord = 'description' | 'dueDate' | 'invoice' | 'amount';

function headOf(
  context: ViewContext,
  [first, second, third]: [HeadWord, HeadWord, HeadWord],
): Listing['head'] {
  const word = (name: HeadWord) => inBoth(context, (say) => say[name]);
  return [word(first), word(second), word(third)];
}

function scheduleOf(context: ViewContext): Listing {
  const { source, locale, messages } = context;
  const { currency } = content(source);
  const stages = source.kind === 'quote' ? (source.quote.paymentSchedule ?? []) : [];
  return {
    label: inBoth(context, (say) => say.paymentSchedule),
    head: headOf(context, ['description', 'dueDate', 'amount']),
    rows: stages.map(({ label, due, amount }) => [
      flow(context, label),
      joined([formatted(context, dueInWords(due, locale, messages))]),
      formatAmount(amount, currency, locale),
    ]),
  };
}

function previousOf(context: ViewContext): Listing {
  const { source, locale } = context;
  const { currency } = content(source);
  const invoices = source.kind === 'invoice' ? source.invoice.previousInvoices : [];
  return {
    label: inBoth(context, (say) => say.previousInvoices),
    head: headOf(context, ['description', 'invoice', 'amount']),
    rows: invoices.map(({ number, stage, total }) => [
      flow(context, stage?.label ?? ''),
      flow(context, plain(context, number)),
      formatAmount(total, currency, locale),
    ]),
  };
}
