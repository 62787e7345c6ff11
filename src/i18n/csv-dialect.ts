import type { CsvDialect } from '../domain/account/export/csv.ts';
import { getSeparators } from './parse-number.ts';

/** Regions whose spreadsheets separate cells by a semicolon although numbers have a decimal point. */
const SEMICOLON_REGIONS = ['CH', 'LI'];

/** Returns how the spreadsheets of a locale read CSV: a comma cannot separate cells where it begins decimals. */
export function getCsvDialect(tag: string): CsvDialect {
  const locale = new Intl.Locale(tag, { numberingSystem: 'latn' });
  const decimal = getSeparators(locale.toString()).decimal === ',' ? ',' : '.';
  const isSemicolon =
    decimal === ',' || locale.language === 'ar' || SEMICOLON_REGIONS.includes(locale.region ?? '');
  return { separator: isSemicolon ? ';' : ',', decimal };
}

/** Returns the sign before decimals that is read without doubt in numbers of the locale. */
export function getDecimalSign(tag: string): string {
  const { decimal } = getSeparators(tag);
  return decimal === '.' || decimal === ',' ? decimal : '\u066b';
}
