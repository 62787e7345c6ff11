import type { FeedEvent } from '../../domain/events/feed-event.ts';
import type { ConsoleTexts } from '../console.ts';

/** Event data of any type that the sentences use. */
export interface EventData {
  quote?: { id: string; number: string; title: string; customerName: string; acceptedBy: string | null };
  customer?: { id: string; name: string };
  customerId?: string;
  invoice?: { id: string; number: string; customer: { name: string } };
  creditNote?: { id: string; number: string };
  message?: { author: string };
  to?: string | null;
  /** Of the signer. */
  name?: string;
}

/** The person who recorded a decision for the customer is not the one who decided. Automatic events have no actor. */
export function pickEventSentence({ home }: ConsoleTexts, { type, actor }: FeedEvent): string {
  const sentences = home.events;
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

export function getActorName(t: ConsoleTexts, { type, actor, data }: FeedEvent): string {
  const { quote, invoice, message, name }: EventData = data;
  if (actor.type === 'user' || actor.type === 'key') return actor.name;
  if (actor.type === 'system') return message?.author ?? t.history.system;
  const signed = type === 'quote.accepted' ? quote?.acceptedBy : (name ?? message?.author);
  return signed || quote?.customerName || invoice?.customer.name || t.quotes.customer;
}
