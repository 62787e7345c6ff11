import { TAX_CATEGORIES } from '../../../domain/tax/tax-category.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { listCategoryOptions } from '../editor/tax-category-options.ts';

/** The tax categories for a list to choose from. */
export function listTaxOptions(t: ConsoleTexts, current: string): { value: string; text: string }[] {
  const known = TAX_CATEGORIES.find((category) => category === current) ?? '';
  return listCategoryOptions(t.editor, known).map(([value, text]) => ({ value, text }));
}
