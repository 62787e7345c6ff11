import type { FieldError } from '../errors.ts';
import type { TaxCategory } from './tax-category.ts';

interface PlacedSeller {
  country: string | null;
  taxId: string | null;
}

export const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Monaco counts as France (Directive 2006/112/EC, article 7), and Northern Ireland (XI) for goods (Windsor Framework, article 8). */
const LIKE_EU = new Set(['MC', 'XI']);

/** Countries and territories that levy neither a value added tax nor a goods and services tax, so nobody is exempt from it. */
const WITHOUT_VAT = new Set('AI BM BN GG GI HK KW KY MO PR QA TC US VG'.split(' '));

/** Countries where small businesses are exempt, not registered or in a scheme without tax of their own. */
const WITH_SMALL_BUSINESS = new Set([
  ...[...EU].filter((country) => country !== 'ES'),
  ...LIKE_EU,
  ...'AE AU BH CA CH GB IL IN IS JP KE KR LI NG NO NZ OM PH RS SA SG TH UA ZA'.split(' '),
]);

/** Whether only sellers of some places can use the category. */
export function dependsOnPlace(category: TaxCategory): boolean {
  return category === 'intra_eu' || category === 'small_business';
}

/** Describes why sellers of this place cannot use the category; `null` if they can, or if it is not known. */
export function describeWrongPlace(category: TaxCategory, seller: PlacedSeller): string | null {
  const { country } = seller;
  if (country === null) return null;
  if (category === 'intra_eu' && !isInEu(seller)) {
    return `cannot be intra_eu: only sellers in the EU, or in Northern Ireland with a taxId that begins with XI, supply within it, and the country of the account is ${country}. Use export or out_of_scope`;
  }
  if (category === 'small_business' && WITHOUT_VAT.has(country)) {
    return `cannot be small_business: ${country}, the country of the account, has no value added tax that small businesses are exempt from. Use out_of_scope`;
  }
  return null;
}

/** Whether we know of an exemption of small businesses in the country of the seller. */
export function isSmallBusinessKnown({ country }: Pick<PlacedSeller, 'country'>): boolean {
  return country === null || WITH_SMALL_BUSINESS.has(country);
}

function isInEu({ country, taxId }: PlacedSeller): boolean {
  if (country === null || EU.has(country) || LIKE_EU.has(country)) return true;
  return country === 'GB' && /^\s*XI/i.test(taxId ?? '');
}

interface CategorizedItem {
  id?: string | null;
  taxCategory?: TaxCategory | null;
}

/** Finds categories that the law of the seller's country does not have. Items that had them before stay valid. */
export function findCategoryPlaceErrors(
  items: readonly CategorizedItem[] | undefined,
  seller: PlacedSeller,
  known: readonly CategorizedItem[] = [],
): FieldError[] {
  const before = new Map(known.map(({ id, taxCategory }) => [id, taxCategory]));
  return (items ?? []).flatMap(({ id, taxCategory }, index) => {
    if (taxCategory == null || (id != null && before.get(id) === taxCategory)) return [];
    const message = describeWrongPlace(taxCategory, seller);
    return message === null ? [] : [{ path: `/items/${index}/taxCategory`, message }];
  });
}
