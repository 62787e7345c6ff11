import type { Language } from '../../domain/languages.ts';

/** The parts of an invoice that decide which notes the law adds. */
export interface NotedInvoice {
  sellerCountry: string | null;
  isForBusiness: boolean;
  terms: string | null;
  rates: readonly number[];
}

/**
 * Late payment between businesses in France: the penalty, the flat charge and the discount for early payment must be
 * on every invoice (Code de commerce, articles L. 441-9 and L. 441-10), in French.
 */
const FRENCH_PENALTY =
  'En cas de retard de paiement, une pénalité égale au taux de refinancement de la Banque centrale européenne majoré de 10 points est exigible (article L. 441-10 du Code de commerce)';
const FRENCH_CHARGE = 'ainsi qu’une indemnité forfaitaire de 40 € pour frais de recouvrement.';
const FRENCH_DISCOUNT = 'Pas d’escompte pour paiement anticipé.';
const HAS_CHARGE = /\b40\s*(€|EUR\b|euros\b)/i;
const HAS_DISCOUNT = /escompte/i;

/** Lists the conditions of payment that the law of the seller's country requires, unless the terms have them. */
export function listPaymentNotes({ sellerCountry, isForBusiness, terms }: NotedInvoice): string[] {
  if (sellerCountry !== 'FR' || !isForBusiness) return [];
  const said = terms ?? '';
  return [
    ...(HAS_CHARGE.test(said) ? [] : [`${FRENCH_PENALTY}, ${FRENCH_CHARGE}`]),
    ...(HAS_DISCOUNT.test(said) ? [] : [FRENCH_DISCOUNT]),
  ];
}

/**
 * Lists the same conditions by their subjects (UNTDID 4451), as French platforms want them in electronic invoices
 * (BR-FR-05): the flat charge (PMT), the penalty (PMD) and the discount (AAB). The words of the terms come first.
 */
export function listCodedNotes({
  sellerCountry,
  isForBusiness,
  terms,
}: NotedInvoice): { code: string; text: string }[] {
  if (sellerCountry !== 'FR' || !isForBusiness) return [];
  const lines = (terms ?? '').split('\n').map((line) => line.trim());
  const find = (pattern: RegExp) => lines.find((line) => pattern.test(line));
  return [
    { code: 'PMT', text: find(HAS_CHARGE) ?? 'Indemnité forfaitaire de 40 € pour frais de recouvrement.' },
    { code: 'PMD', text: find(/pénalité/i) ?? `${FRENCH_PENALTY}.` },
    { code: 'AAB', text: find(HAS_DISCOUNT) ?? FRENCH_DISCOUNT },
  ];
}

/** Japan: an invoice says which rate is the reduced one (消費税法第57条の4). */
const JAPANESE_REDUCED_RATE = 8;

/** Lists the notes about tax that the law of the seller's country requires. */
export function listTaxNotes({ sellerCountry, rates }: NotedInvoice, language: Language): string[] {
  if (sellerCountry !== 'JP' || !rates.includes(JAPANESE_REDUCED_RATE)) return [];
  const own = '8%は軽減税率です';
  return [language === 'ja' ? own : `The rate of 8% is the reduced rate / ${own}`];
}
