import type { Attachment } from '../../../domain/quote/attachment.ts';
import { isDraft, type QuoteStatus } from '../../../domain/quote/quote.ts';
import {
  CLOSING_TEXT_NAMES,
  mapTexts,
  TEXT_NAMES,
  type TextName,
} from '../../../domain/quote/quote-texts.ts';
import type { en } from '../../../i18n/console/en.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { Draft, DraftKind } from './draft/draft.ts';

export type EditorWords = (typeof en)['editor'];

/** Data that the page passes to the editor script. */
export interface EditorData {
  kind: DraftKind;
  accountId: string;
  userId: string;
  timeZone: string;
  locale: Locale;
  t: EditorWords;
  draft: Draft;
  /** The draft with the changes that the customer asked for, which undo takes back. */
  proposed?: Draft;
  seesCosts: boolean;
  /** Tax of a new line; without one it is that of the line before, and `usualTax` if there is none. */
  defaultTax: string | null;
  usualTax: string;
  /** `null` for a new one */
  quote: StoredQuote | null;
}

/** A stored quote or template. A template is always a draft that was never sent. */
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
export function listLowerTexts(kind: DraftKind): readonly TextName[] {
  return kind === 'template' ? CLOSING_TEXT_NAMES : [...CLOSING_TEXT_NAMES, 'notes'];
}

export function getTextLabels(t: EditorWords): Record<TextName, string> {
  return { ...mapTexts(TEXT_NAMES, (name) => t[name]), description: t.introduction };
}

/** Whether changes are saved automatically. A quote that a customer has seen is saved only on request. */
export function isAutomatic(quote: Pick<StoredQuote, 'status' | 'wasSent'> | null): boolean {
  return quote === null || (isDraft(quote) && !quote.wasSent);
}
