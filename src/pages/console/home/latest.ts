import type { FeedEvent } from '../../../domain/events/feed-event.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { type EventData, getActorName, pickEventSentence } from '../../../i18n/console/event-sentence.ts';
import { fill } from '../../shell.ts';
import { renderCaptured } from '../history.ts';
import { type QuoteViewer, renderName, renderWhen } from '../quote-viewer.ts';
import { customerPath } from '../resources/customer-path.ts';

/** The latest events, newest first, each as a sentence that links to its subject. */
export function renderLatest(viewer: QuoteViewer, latest: readonly FeedEvent[]): Html | false {
  // The service overwrites the events of erased customers.
  const events = latest.filter(({ type, actor }) => type !== 'customer.erased' || actor.type !== 'system');
  const gone = new Set<string>();
  return (
    events.length > 0 &&
    html`<section aria-labelledby="latest"><h2 id="latest">${viewer.t.home.latest}</h2>
<ol class="latest panel">
${events.map((event) => renderEvent(viewer, event, gone))}</ol></section>`
  );
}

/** `gone` has the ids that later events deleted: earlier events do not link to them. */
function renderEvent(viewer: QuoteViewer, event: FeedEvent, gone: Set<string>): Html {
  const { base, t } = viewer;
  const data: EventData = event.data;
  const { quote, customer, invoice, creditNote } = data;
  if (event.type === 'quote.deleted' || event.type === 'customer.deleted') {
    gone.add((quote ?? customer)?.id ?? '');
  }
  const link = ({ id }: { id: string }, text: string, path: string) =>
    gone.has(id) ? renderName(text) : html`<a href="${base}/${path}"><bdi>${text}</bdi></a>`;
  const sentence = fill(pickEventSentence(t, event), {
    who: renderName(getActorName(t, event)),
    to: renderName(data.to),
    quote: quote && link(quote, quote.number, `quotes/${quote.id}`),
    customer: customer && link(customer, customer.name, customerPath(customer.id)),
    invoice: invoice && link(invoice, invoice.number, `invoices/${invoice.id}`),
    creditNote: creditNote && link(creditNote, creditNote.number, `invoices/${creditNote.id}`),
    type: renderName(event.type),
  });
  return html`<li><span>${sentence}${viewer.capture !== 'on_purpose' && renderCaptured(viewer, event)}</span> <span class="muted">${quote && html`<bdi>${quote.title}</bdi> · `}${renderWhen(viewer, event.timestamp)}</span></li>
`;
}
