import { isOpenInvoice } from '../../../../domain/invoice/invoice.ts';
import { findBounceReason } from '../../../../domain/mail/bounce-reason.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { isOpen } from '../../../../domain/quote/quote.ts';
import { findNextStage, isPartlyInvoiced } from '../../../../domain/quote/schedule/invoicing.ts';
import { formatEnd, formatQuantity } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import { renderCaptures, renderNotDelivered } from '../../not-delivered.ts';
import { renderWhen } from '../../quote-viewer.ts';
import { money } from '../../viewer.ts';
import type { QuoteView } from '../quote-view.ts';
import { renderOpened } from './reminder.ts';

/** Sentences about the status of a quote and the next step. */
export function renderStatusSentences(view: QuoteView): Html[] {
  const { quote, t } = view;
  switch (quote.status) {
    case 'DRAFT':
      return quote.sentAt === null
        ? describeDraft(view)
        : [fill(t.quote.revising, { n: formatQuantity(lastSentRevision(view), view.locale) })];
    case 'SENT':
      return renderSent(view);
    case 'EXPIRED':
      return [fill(t.quote.expired, { when: renderWhen(view, quote.validUntil) })];
    case 'ACCEPTED':
      return renderAccepted(view);
    case 'DECLINED':
      return renderDeclined(view);
    case 'CONVERTED':
      return [
        html`${fill(t.quote.converted, { when: renderWhen(view, quote.convertedAt ?? quote.updatedAt) })} ${renderLastInvoice(view)}`,
      ];
  }
}

function describeDraft(view: QuoteView): Html[] {
  const { t, canWrite, approval } = view;
  if (!canWrite || approval?.needsApproval) return [html`${t.quote.draftReader}`];
  if (view.capture === null) return [html`${t.quote.draft}`];
  return [html`${t.quote.draftReader}`, html`${renderCaptures(view)}`];
}

/** Whether the customer page shows a later revision than the last email. */
export function hasUnsentRevision({ quote, revisions }: Pick<QuoteView, 'quote' | 'revisions'>): boolean {
  return isOpen(quote) && quote.revision > (revisions[0]?.revision ?? quote.revision);
}

function describeUnsent({ t, quote, locale }: QuoteView): Html {
  return fill(t.quote.notMailed, { n: formatQuantity(quote.revision, locale) });
}

function lastSentRevision({ quote, revisions }: QuoteView): number {
  return revisions[0]?.revision ?? quote.revision;
}

function renderSent(view: QuoteView): Html[] {
  const { quote, t, locale, account, views, recipient, areRemindersStopped } = view;
  const to = html`<bdi>${recipient ?? view.revisions[0]?.sentTo}</bdi>`;
  const sent = fill(t.quote.sent, { to, when: renderWhen(view, quote.sentAt ?? quote.updatedAt) });
  if (recipient === null) return [sent, html`${t.quote.linksRevoked}`];
  const expires = fill(t.quote.expires, {
    when: renderWhen(view, quote.validUntil),
    date: formatEnd(quote.validUntil, locale, account.timeZone),
  });
  const isFar = isFarAway(view);
  const ends = isFar
    ? fill(t.quote.expiresOn, { date: formatEnd(quote.validUntil, locale, account.timeZone) })
    : expires;
  return [
    ...(hasUnsentRevision(view) ? [html`<strong>${describeUnsent(view)}</strong>`] : []),
    renderBounced(view) ??
      html`${view.isUndelivered ? renderNotDelivered(view) : sent} ${renderOpened(view, quote, views)}`,
    html`${ends} ${describeNotice(view)}`,
    ...(areRemindersStopped
      ? [fill(t.quote.remindersStopped, { name: html`<bdi>${view.customerName}</bdi>` })]
      : []),
  ];
}

/** Whether somebody gets an email when the customer answers. */
function describeNotice({ t, capture, notifiesOwner }: QuoteView): string | false {
  if (notifiesOwner) return capture === null && t.quote.sentNotified;
  return capture !== 'no_server' && t.quote.sentNotNotified;
}

/** Says that the last email with the quote came back. Copies and later emails are in the history only. */
function renderBounced({ t, recipient, bounce }: QuoteView): Html | undefined {
  if (!bounce) return undefined;
  const to = html`<bdi>${recipient}</bdi>`;
  const reason = t.history.bounceReasons[findBounceReason(bounce.status, bounce.response)];
  return html`<span class="urgent">${fill(t.history.bounced, { to })}</span> ${reason}`;
}

const FAR_MS = 12 * 86_400_000;

/** Beyond this distance a date is shown alone. */
function isFarAway({ quote, now }: QuoteView): boolean {
  return Date.parse(quote.validUntil) - now > FAR_MS;
}

function renderAccepted(view: QuoteView): Html[] {
  const { quote, t, locale, decision } = view;
  const when = renderWhen(view, decision?.at ?? quote.acceptedAt ?? quote.updatedAt);
  const name = decision?.name ?? quote.acceptedBy;
  const accepted = name
    ? fill(t.quote.acceptedBy, { name: html`<bdi>${name}</bdi>`, when })
    : fill(t.quote.accepted, { when });
  const stage = findNextStage(quote);
  if (!stage) return [accepted, html`${t.quote.acceptedNext}`];
  const amount = money(view, stage.amount, quote.currency);
  const [n, all] = [quote.invoices.length, quote.paymentSchedule?.length ?? 0].map((count) =>
    formatQuantity(count, locale),
  );
  return [
    accepted,
    html`${renderLastInvoice(view)} ${isPartlyInvoiced(quote) && html`${fill(t.quote.acceptedStages, { n, all })} `}${fill(t.quote.acceptedStage, { label: html`<bdi>${stage.label}</bdi>`, amount })}`,
  ];
}

/** Whether the last invoice is issued and paid: the deposit, if the quote was invoiced on acceptance. */
function renderLastInvoice(view: QuoteView): Html | null {
  const { invoices, t } = view;
  const invoice = invoices.at(-1);
  if (!invoice) return null;
  const name = html`<bdi>${invoice.stage?.label ?? invoice.number}</bdi>`;
  const amount = money(view, isOpenInvoice(invoice) ? invoice.amountDue : invoice.total, invoice.currency);
  return fill(t.quote.lastInvoice[invoice.status], { name, amount });
}

function renderDeclined(view: QuoteView): Html[] {
  const { quote, t, decision, canWrite } = view;
  const declined = fill(t.quote.declined, {
    when: renderWhen(view, decision?.at ?? quote.declinedAt ?? quote.updatedAt),
  });
  const reason =
    quote.declineReason !== null &&
    html` ${fill(t.quote.declinedReason, { reason: html`<bdi>${quote.declineReason}</bdi>` })}`;
  return [html`${declined}${reason}`, ...(canWrite ? [html`${t.quote.declinedNext}`] : [])];
}

/** Whether a reminder makes sense: the customer can decide, has a link and did not ask for no more reminders. */
export function isRemindable({
  quote,
  recipient,
  areRemindersStopped,
}: Pick<QuoteView, 'quote' | 'recipient' | 'areRemindersStopped'>): boolean {
  return isOpen(quote) && recipient !== null && !areRemindersStopped;
}
