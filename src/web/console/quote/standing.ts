import { isOpen } from '../../../domain/quote/quote.ts';
import { invoiceOfStage, isPartlyInvoiced } from '../../../domain/schedule/invoicing.ts';
import { pluralOf } from '../../../i18n/console.ts';
import { formatEnd, formatQuantity } from '../../../i18n/format.ts';
import { type Html, html } from '../../../markup/html.ts';
import { fill } from '../../shell.ts';
import { renderWhen } from '../quote-reader.ts';
import { money } from '../reader.ts';
import type { QuoteView } from './quote-view.ts';

/** Sentences about the status of a quote and the next step. */
export function renderStanding(view: QuoteView): Html[] {
  const { quote, say, canWrite } = view;
  switch (quote.status) {
    case 'DRAFT':
      return quote.sentAt === null
        ? [html`${canWrite ? say.quote.draft : say.quote.draftReader}`]
        : [fill(say.quote.revising, { n: formatQuantity(lastSentRevision(view), view.locale) })];
    case 'SENT':
      return tellSent(view);
    case 'EXPIRED':
      return [fill(say.quote.expired, { when: renderWhen(view, quote.validUntil) })];
    case 'ACCEPTED':
      return tellAccepted(view);
    case 'DECLINED':
      return tellDeclined(view);
    case 'CONVERTED':
      return [fill(say.quote.converted, { when: renderWhen(view, quote.convertedAt ?? quote.updatedAt) })];
  }
}

function lastSentRevision({ quote, revisions }: QuoteView): number {
  return revisions[0]?.revision ?? quote.revision;
}

function tellSent(view: QuoteView): Html[] {
  const { quote, say, locale, account, views, recipient, tellsOwner } = view;
  const to = html`<bdi>${recipient ?? view.revisions[0]?.sentTo}</bdi>`;
  const sent = fill(say.quote.sent, { to, when: renderWhen(view, quote.sentAt ?? quote.updatedAt) });
  if (recipient === null) return [sent, html`${say.quote.linksRevoked}`];
  const opened =
    quote.viewedAt === null
      ? html`${say.quote.sentNotOpened}`
      : fill(pluralOf(say.quote.sentOpened, views, locale), {
          n: formatQuantity(views, locale),
          when: renderWhen(view, quote.viewedAt),
        });
  const expires = fill(say.quote.expires, {
    when: renderWhen(view, quote.validUntil),
    date: formatEnd(quote.validUntil, locale, account.timeZone),
  });
  const isFar = isFarAway(view);
  const ends = isFar
    ? fill(say.quote.expiresOn, { date: formatEnd(quote.validUntil, locale, account.timeZone) })
    : expires;
  return [
    html`${sent} ${opened}`,
    html`${ends} ${tellsOwner ? say.quote.sentTell : say.quote.sentTellNobody}`,
  ];
}

const FAR_MS = 12 * 86_400_000;

/** Beyond this distance a date is shown alone. */
function isFarAway({ quote, now }: QuoteView): boolean {
  return Date.parse(quote.validUntil) - now > FAR_MS;
}

function tellAccepted(view: QuoteView): Html[] {
  const { quote, say, locale, acceptance } = view;
  const when = renderWhen(view, acceptance?.at ?? quote.acceptedAt ?? quote.updatedAt);
  const name = acceptance?.name ?? quote.acceptedBy;
  const accepted = name
    ? fill(say.quote.acceptedBy, { name: html`<bdi>${name}</bdi>`, when })
    : fill(say.quote.accepted, { when });
  const stage = nextStage(view);
  if (!stage) return [accepted, html`${say.quote.acceptedNext}`];
  const amount = money(view, stage.amount, quote.currency);
  const [n, all] = [quote.invoices.length, quote.paymentSchedule?.length ?? 0].map((count) =>
    formatQuantity(count, locale),
  );
  return [
    accepted,
    html`${isPartlyInvoiced(quote) && html`${fill(say.quote.acceptedStages, { n, all })} `}${fill(say.quote.acceptedStage, { label: html`<bdi>${stage.label}</bdi>`, amount })}`,
  ];
}

/** The first stage that is not invoiced yet and has an amount. */
export function nextStage({
  quote,
}: Pick<QuoteView, 'quote'>): { index: number; label: string; amount: number } | undefined {
  const stages = quote.paymentSchedule ?? [];
  const index = stages.findIndex(({ amount }, at) => amount > 0 && !invoiceOfStage(quote, at));
  const stage = stages[index];
  return stage && { index, label: stage.label, amount: stage.amount };
}

function tellDeclined(view: QuoteView): Html[] {
  const { quote, say, acceptance, canWrite } = view;
  const declined = fill(say.quote.declined, {
    when: renderWhen(view, acceptance?.at ?? quote.declinedAt ?? quote.updatedAt),
  });
  const reason =
    quote.declineReason !== null &&
    html` ${fill(say.quote.declinedReason, { reason: html`<bdi>${quote.declineReason}</bdi>` })}`;
  return [html`${declined}${reason}`, ...(canWrite ? [html`${say.quote.declinedNext}`] : [])];
}

/** Whether a reminder makes sense: the customer can decide and has a link. */
export function isRemindable({ quote, recipient }: Pick<QuoteView, 'quote' | 'recipient'>): boolean {
  return isOpen(quote) && recipient !== null;
}
