import type { SheetShape } from '../../../domain/account/export/csv-columns.ts';
import { getCsvDialect } from '../../../i18n/parse-number.ts';
import type { PageContext } from '../console-route.ts';

/** The shape in which the spreadsheet of the person opens a download. */
export function getSheetShape({ locale, t }: Pick<PageContext, 'locale' | 't'>): SheetShape {
  return { ...getCsvDialect(locale.tag), headings: t.books.columns };
}
