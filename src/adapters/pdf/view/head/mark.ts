import type { DocumentSource } from '../../../../domain/document.ts';
import { isDraftInvoice } from '../../../../domain/invoice/invoice.ts';
import { isDraft } from '../../../../domain/quote/quote.ts';
import type { MessageTexts } from '../../../../i18n/messages.ts';
import { estimateDisplayWidth, translateLabel, type ViewContext } from '../context.ts';
import type { DocumentStyle, Text } from '../document-view.ts';

/** The text across each page of a document that is not for the customer yet. */
export function buildWatermark(
  source: DocumentSource,
  messages: MessageTexts<'document'>,
): DocumentStyle['watermark'] {
  const isMarked = source.kind === 'quote' ? isDraft(source.quote) : isDraftInvoice(source.invoice);
  if (!isMarked && !isNotApproved(source)) return null;
  const text = isNotApproved(source) ? messages.notApproved : messages.draft;
  return { text, size: Math.min(120, 640 / estimateDisplayWidth(text)) };
}

/** Repeats in the head that a quote is not approved: screen readers skip the text across the page. */
export function buildMark(context: ViewContext): Text | null {
  return isNotApproved(context.source) ? translateLabel(context, (t) => t.notApproved) : null;
}

function isNotApproved(source: DocumentSource): boolean {
  return source.kind === 'quote' && source.isNotApproved === true;
}
