import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { hasSignatures } from '../../../domain/quote/acceptance/signers.ts';
import { isDraft, isOpen } from '../../../domain/quote/quote.ts';
import { isPartlyInvoiced } from '../../../domain/quote/schedule/invoicing.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import { type QuoteViewer, renderWhen } from '../quote-viewer.ts';
import type { ListedQuote } from './list-view.ts';

/** The most relevant detail of a quote in its status, shown below it. */
export function renderQuoteDetail(viewer: QuoteViewer, quote: ListedQuote): HtmlValue {
  const { quotes, approval } = viewer.t;
  if (isDraft(quote)) {
    if (quote.approval) return approval.states[quote.approval.state];
    return quote.sentAt === null ? quotes.notSent : describeNotMailed(viewer, quote);
  }
  if (isOpen(quote) && hasUnsentRevision(quote)) return describeNotMailed(viewer, quote);
  if (isOpen(quote)) return renderOpen(viewer, quote);
  switch (quote.status) {
    case 'EXPIRED':
      return html`<span class="narrow-inline">${fill(quotes.expired, { when: renderWhen(viewer, quote.validUntil) })}</span>`;
    case 'DECLINED':
      return quote.declineReason === null
        ? quotes.noReason
        : html`“<bdi>${truncate(quote.declineReason)}</bdi>”`;
    case 'ACCEPTED':
      return renderAccepted(viewer, quote);
    default:
      return renderInvoiceStatus(viewer, quote);
  }
}

/** Whether the customer page shows a later revision than the last email. */
function hasUnsentRevision({ revision, sentRevision = revision }: ListedQuote): boolean {
  return revision > sentRevision;
}

function describeNotMailed({ t, locale }: QuoteViewer, { revision }: ListedQuote): string {
  return t.quotes.notMailed.replace('{n}', formatQuantity(revision, locale));
}

function renderOpen(viewer: QuoteViewer, quote: ListedQuote): Html {
  const { t, locale } = viewer;
  const { views, validUntil } = quote;
  const undelivered = views === 0 && quote.isUndelivered && renderUndelivered(viewer);
  const opened = hasSignatures(quote)
    ? describeSigned(viewer, quote)
    : views === 0
      ? t.quotes.notOpened
      : fill(pickPlural(t.quotes.opened, views, locale), { n: formatQuantity(views, locale) });
  const expires = fill(t.quotes.expires, { when: renderWhen(viewer, validUntil) });
  // A phone does not show the column of the last day.
  return html`${undelivered || opened}<span class="narrow-inline"> · ${expires}</span>`;
}

export function renderUndelivered({ t }: Pick<QuoteViewer, 't'>): Html {
  return html`<span class="undelivered">${t.send.notDelivered}</span>`;
}

function describeSigned({ t, locale }: QuoteViewer, { signers = [] }: ListedQuote): Html {
  const signed = signers.filter(({ signedAt }) => signedAt !== null);
  const [n, all] = [signed, signers].map(({ length }) => formatQuantity(length, locale));
  return fill(t.quotes.signed, { n, all });
}

function renderAccepted({ t, locale }: QuoteViewer, quote: ListedQuote): Html | null {
  if (isPartlyInvoiced(quote)) {
    const [n, all] = [quote.invoices.length, quote.paymentSchedule?.length ?? 0];
    const invoiced = fill(t.quotes.stagesInvoiced, {
      n: formatQuantity(n, locale),
      all: formatQuantity(all, locale),
    });
    return html`${renderInvoiceStatus({ t }, quote)} · ${invoiced}`;
  }
  if (quote.acceptedBy === null) return null;
  return fill(t.quotes.acceptedBy, { name: html`<bdi>${quote.acceptedBy}</bdi>` });
}

/** The last invoice, by its stage if it has one, and whether it is paid. */
export function renderInvoiceStatus(
  { t }: Pick<QuoteViewer, 't'>,
  { invoices, invoiceStatus }: Pick<ListedQuote, 'invoices' | 'invoiceStatus'>,
): Html {
  const last = invoices.at(-1);
  return html`<bdi>${last?.stage?.label ?? last?.number}</bdi>${invoiceStatus && html`: ${t.invoices[invoiceStatus]}`}`;
}

const MAX_LETTERS = 60;

function truncate(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS).join('')}…` : letters.join('');
}
