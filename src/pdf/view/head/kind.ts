import type { DocumentSource } from '../../../domain/document.ts';
import { isCreditNote } from '../../../domain/invoice/invoice.ts';
import type { Language } from '../../../domain/languages.ts';
import { formatTaxInvoice } from '../../../i18n/conventions.ts';
import type { MessageTexts } from '../../../i18n/messages.ts';
import { translateLabel, type ViewContext } from '../context.ts';
import type { Text } from '../document-view.ts';
import { isTaxInvoice } from './particulars.ts';

/** Returns the name of the document in the reader's language. */
export function formatKind(context: ViewContext): string {
  return nameKind(context, context.messages, context.locale.language);
}

/** Returns the name of the document, in both languages if that is the convention. */
export function labelKind(context: ViewContext): Text {
  return translateLabel(context, (t, language) => nameKind(context, t, language ?? context.locale.language));
}

function nameKind(context: ViewContext, messages: MessageTexts<'document'>, language: Language): string {
  const name = messages[getKindKey(context.source)];
  const isTax = isTaxInvoice(context);
  if (isTax === null) return name;
  const { untaxedInvoice } = context.customs;
  if (isTax) return formatTaxInvoice(name, language);
  if (!untaxedInvoice) return name;
  return language === 'en' ? untaxedInvoice : `${name} / ${untaxedInvoice}`;
}

/** Returns the message key of the document's name. */
function getKindKey(source: DocumentSource) {
  if (source.kind === 'quote') return 'quote';
  if (isCreditNote(source.invoice)) return 'creditNote';
  const { stage, previousInvoices } = source.invoice;
  const isFinal = stage === null || source.isFinal === true;
  if (isFinal) return previousInvoices.length === 0 ? 'invoice' : 'finalInvoice';
  return stage.index === 0 ? 'depositInvoice' : 'partialInvoice';
}
