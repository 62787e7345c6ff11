import type { Acceptance } from '../../../domain/quote/acceptance.ts';
import type { TextChanges } from '../../../domain/quote/changes.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Message } from '../../../domain/quote/message.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { HtmlValue } from '../../../markup/html.ts';
import type { QuoteReader } from '../quote-reader.ts';

/** A text that was sent, and what makes it another one than the text before it. */
export interface SentRevision {
  /** Its place among those that were sent, from 0. */
  index: number;
  revision: number;
  sentAt: string;
  sentTo: string;
  quote: Pick<Quote, 'total' | 'currency'>;
  /** `null` of the first one. */
  changes: TextChanges | null;
}

/** All that the page of a quote shows. */
export interface QuoteView extends QuoteReader {
  quote: Quote;
  version: number;
  views: number;
  customerName: string;
  /** Of a quote that was answered. */
  acceptance: Acceptance | null;
  /** Who has the last link; `null` while none is open. */
  recipient: string | null;
  /** The customer's page: only for those who may write. */
  publicUrl: string | null;
  /** Whether somebody is mailed when the customer answers. */
  tellsOwner: boolean;
  /** Newest first. */
  events: HistoryEvent[];
  hasEarlier: boolean;
  isLatest: boolean;
  /** By their identifiers, those that the events name. */
  messages: ReadonlyMap<string, Message>;
  unread: number;
  /** Newest first. */
  revisions: SentRevision[];
  /** What was changed since the last of them, of a quote that is being revised. */
  changesNow: TextChanges | null;
  /** Stands for what the forms of this very page do, so that it is done once. */
  once: string;
  /** The query of the list from which the person came. */
  listQuery: string;
  notice?: { tone: 'good' | 'bad'; text: HtmlValue } | undefined;
  /** What was typed as a message that could not be taken. */
  reply?: { text: string; error: string };
}
