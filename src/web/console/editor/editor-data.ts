import type { Attachment } from '../../../domain/quote/attachment.ts';
import { isDraft, type QuoteStatus } from '../../../domain/quote/quote.ts';
import type { ConsoleSayings } from '../../../i18n/console.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { Draft } from './draft/draft.ts';

export type EditorWords = ConsoleSayings['editor'];

/** What a page gives to the script that takes over its form. */
export interface EditorData {
  accountId: string;
  userId: string;
  timeZone: string;
  locale: Locale;
  say: EditorWords;
  draft: Draft;
  /** What the first line of a quote is taxed with. */
  usualTax: string;
  /** `null` for a new one */
  quote: StoredQuote | null;
}

export interface StoredQuote {
  id: string;
  number: string;
  status: QuoteStatus;
  etag: string;
  revision: number;
  wasSent: boolean;
  attachments: Attachment[];
}

/** Saved by itself while nobody has seen it; what a customer has seen is changed on purpose only. */
export function isAutomatic(quote: Pick<StoredQuote, 'status' | 'wasSent'> | null): boolean {
  return quote === null || (isDraft(quote) && !quote.wasSent);
}
