import type { Attachment } from '../../../domain/quote/attachment.ts';
import { isDraft, type QuoteStatus } from '../../../domain/quote/quote.ts';
import {
  CLOSING_TEXT_NAMES,
  mapTexts,
  TEXT_NAMES,
  type TextName,
} from '../../../domain/quote/quote-texts.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { Draft } from './draft/draft.ts';

export type EditorWords = ConsoleTexts['editor'];

/** Data that the page passes to the editor script. */
export interface EditorData {
  accountId: string;
  userId: string;
  timeZone: string;
  locale: Locale;
  t: EditorWords;
  draft: Draft;
  /** Default tax of the first line. */
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

/** The texts that the editor has below the items. */
export const LOWER_TEXTS = [...CLOSING_TEXT_NAMES, 'notes'] as const;

export function getTextLabels(t: EditorWords): Record<TextName, string> {
  return { ...mapTexts(TEXT_NAMES, (name) => t[name]), description: t.introduction };
}

/** Whether changes are saved automatically. A quote that a customer has seen is saved only on request. */
export function isAutomatic(quote: Pick<StoredQuote, 'status' | 'wasSent'> | null): boolean {
  return quote === null || (isDraft(quote) && !quote.wasSent);
}
