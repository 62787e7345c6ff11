import { type TaxCategory, UNTAXED_CATEGORIES } from '../../../domain/tax/tax-category.ts';
import type { EditorWords } from './editor-data.ts';
import { getCategoryName } from './tax-lines.ts';

type CategoryWords = Pick<EditorWords, 'taxCategories'>;

/** The categories of a line without tax. `standard` is offered only if it is stated: any other rate implies it. */
export function listCategoryOptions(
  t: CategoryWords,
  current: TaxCategory | '',
): [TaxCategory | '', string][] {
  const stated: TaxCategory[] = current === 'standard' ? [current] : [];
  const options = [...stated, ...UNTAXED_CATEGORIES].map((category): [TaxCategory, string] => [
    category,
    getCategoryName(t, category),
  ]);
  return [['', t.taxCategories.none], ...options];
}
