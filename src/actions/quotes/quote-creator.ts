import type { Attachment } from '../../domain/quote/attachment.ts';
import type { QuoteInput } from '../../domain/quote/compose-quote.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { InsertedQuote } from '../../store/tables/quote/quotes.ts';
import type { KeyedRequest } from '../repeat.ts';

/** Creates a quote together with those of concurrent requests. */
export type QuoteCreator = (accountId: string, wanted: IdempotentCreate) => Promise<InsertedQuote>;

export interface QuoteToCreate {
  actor: Actor;
  input: QuoteInput;
  /** Attachments of the quote that is duplicated. */
  attachments?: Attachment[];
}

export interface IdempotentCreate extends QuoteToCreate {
  /** Present for a request with an Idempotency-Key. */
  request?: KeyedRequest<InsertedQuote> | undefined;
}
