import { formatDocumentName } from '../../../../i18n/invoice/document-name.ts';
import { translateLabel, type ViewContext } from '../context.ts';
import type { Text } from '../document-view.ts';

/** Returns the name of the document in the reader's language. */
export function formatKind({ source, locale }: ViewContext): string {
  return formatDocumentName(source, locale.language);
}

/** Returns the name of the document, in both languages if that is the convention. */
export function labelKind(context: ViewContext): Text {
  const { source, locale } = context;
  return translateLabel(context, (_, language = locale.language) => formatDocumentName(source, language));
}
