import type { DocumentSource } from '../../../../domain/document.ts';
import type { Language } from '../../../../domain/languages.ts';
import { CLOSING_TEXT_NAMES } from '../../../../domain/quote/quote-texts.ts';
import { getInvoiceNotes, getInvoiceTerms } from '../../../../i18n/invoice/printed-texts.ts';

type ClosingTextName = (typeof CLOSING_TEXT_NAMES)[number] | 'notes';

/** The texts that a document shows below the totals. The notes of a quote are internal, those of an invoice are not. */
export function getClosingTexts(
  source: DocumentSource,
  language: Language,
): { name: ClosingTextName; text: string }[] {
  const texts: [ClosingTextName, string | null][] =
    source.kind === 'quote'
      ? CLOSING_TEXT_NAMES.map((name) => [name, source.quote[name]])
      : [
          ['terms', getInvoiceTerms(source)],
          ['notes', getInvoiceNotes(source, language)],
        ];
  return texts.flatMap(([name, text]) => (text?.trim() ? [{ name, text }] : []));
}
