import type { InvoiceHistoryEvent } from '../../../domain/invoice/history.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { fill } from '../../shell.ts';
import { renderCaptured } from '../history.ts';
import { renderBounce } from '../quote/quote-log.ts';
import { renderWhen } from '../quote-viewer.ts';
import { money } from '../viewer.ts';
import type { InvoiceView } from './invoice-view.ts';

/** The history of an invoice, newest first. */
export function renderInvoiceLog(view: InvoiceView): Html {
  return html`<section class="log" aria-labelledby="history"><h2 id="history">${view.t.invoices.history}</h2>
<ol class="events">
${view.events.map(
  (
    event,
  ) => html`<li class="event"><p>${renderSentence(view, event)}${renderCaptured(view, event)}</p>${event.type === 'bounced' && html`<p class="failure">${renderBounce(view, event)}</p>`}
<p class="muted small">${renderWhen(view, event.at)}</p></li>
`,
)}</ol></section>`;
}

function renderSentence(view: InvoiceView, { type, actor, data }: InvoiceHistoryEvent): Html {
  const { t, base, invoice } = view;
  // A newer version on the same database can write unknown types.
  const sentences: Record<string, string> = t.invoices.events;
  const reported: Record<string, string> = t.invoices.providerEvents;
  const sentence = typeof data.provider === 'string' ? reported[String(data.kind)] : sentences[type];
  const amount = typeof data.amount === 'number' && money(view, Math.abs(data.amount), invoice.currency);
  const number = html`<a href="${base}/invoices/${String(data.creditNoteId)}"><bdi>${String(data.creditNoteNumber)}</bdi></a>`;
  const name =
    actor.type === 'user' || actor.type === 'key'
      ? actor.name
      : actor.type === 'customer'
        ? invoice.customer.name
        : t.history.system;
  return fill(sentence ?? t.invoices.events.unknown, {
    who: html`<bdi>${name}</bdi>`,
    to: html`<bdi>${String(data.to)}</bdi>`,
    type: html`<bdi>${type}</bdi>`,
    ...{ amount, number },
  });
}
