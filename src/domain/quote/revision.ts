import type { Quote } from './quote.ts';

/** A revision as it was sent. */
export interface Revision {
  revision: number;
  sentAt: string;
  sentTo: string;
  documentSha256: string;
  quote: Quote;
}
