import type { Quote } from './quote.ts';

/** What was sent: the text and the document, as they were. */
export interface Revision {
  revision: number;
  sentAt: string;
  sentTo: string;
  documentSha256: string;
  quote: Quote;
}
