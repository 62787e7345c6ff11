import type { Language } from '../../domain/languages.ts';
import type { TaxCategory } from '../../domain/tax/tax-category.ts';
import { SENTENCES_BY_COUNTRY } from './by-country.ts';
import { SENTENCES_BY_LANGUAGE } from './by-language.ts';

/**
 * The sentence that explains a tax of 0, without a full stop; `null` for `standard`. If the law of the seller's
 * country prescribes wording or a reference, a reader of its language gets exactly that. Every other reader gets
 * the general sentence in their own language, followed by the wording of the law.
 */
export function getTaxSentence(
  category: TaxCategory,
  sellerCountry: string | null,
  language: Language,
): string | null {
  if (category === 'standard') return null;
  const wording = SENTENCES_BY_COUNTRY.get(sellerCountry ?? '')?.[category] ?? {};
  const general = SENTENCES_BY_LANGUAGE[language][category];
  const [lawful] = Object.values(wording);
  return wording[language] ?? (lawful ? `${general} / ${lawful}` : general);
}
