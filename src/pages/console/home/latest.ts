import type { FeedEvent, FeedType } from '../../../domain/events/feed-event.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { fill } from '../../shell.ts';
import { type QuoteViewer, renderName, renderWhen } from '../quote-viewer.ts';
import { customerPath } from '../resources/customer-path.ts';

/** Event data of any type that the sentences use. */
interface EventData {
  quote?: { id: string; number: string; title: string; customerName: string; acceptedBy: string | null };
  customer?: { id: string; name: string };
  customerId?: string;
  invoice?: { id: string; number: string; customer: { name: string } };
  creditNote?: { id: string; number: string };
  message?: { author: string };
  to?: string | null;
}

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
  const sentence = fill(pickSentence(t.home.events, event), {
    who: renderName(getActorName(viewer, event.actor, data, event.type)),
    to: renderName(data.to),
    quote: quote && link(quote, quote.number, `quotes/${quote.id}`),
    customer: customer && link(customer, customer.name, customerPath(customer.id)),
    invoice: invoice && link(invoice, invoice.number, `invoices/${invoice.id}`),
    creditNote: creditNote && link(creditNote, creditNote.number, `invoices/${creditNote.id}`),
    type: renderName(event.type),
  });
  return html`<li><span>${sentence}</span> <span class="muted">${quote && html`<bdi>${quote.title}</bdi> · `}${renderWhen(viewer, event.timestamp)}</span></li>
`;
}

type Sentences = QuoteViewer['t']['home']['events'];

/** The person who recorded a decision for the customer is not the one who decided. Automatic events have no actor. */
function pickSentence(sentences: Sentences, { type, actor }: FeedEvent): string {
  const isOwn = actor.type === 'key' || actor.type === 'user';
  if (type === 'quote.accepted' && isOwn) return sentences.acceptedFor;
  if (type === 'quote.declined' && isOwn) return sentences.declinedFor;
  if (type === 'quote.reminded' && !isOwn) return sentences.remindedAlone;
  if (type === 'payment.recorded' && !isOwn) return sentences.paidOnline;
  if (type === 'message.received' && actor.type === 'system') return sentences.otherWrote;
  // A newer version on the same database can write unknown event types.
  const known: Record<string, string | undefined> = sentences;
  return known[type] ?? sentences.unknown;
}

function getActorName(
  { t }: QuoteViewer,
  actor: Actor,
  { quote, invoice, message }: EventData,
  type: FeedType,
): string {
  if (actor.type === 'user' || actor.type === 'key') return actor.name;
  if (actor.type === 'system') return message?.author ?? t.history.system;
  const signed = type === 'quote.accepted' ? quote?.acceptedBy : message?.author;
  return signed || quote?.customerName || invoice?.customer.name || t.quotes.customer;
}
