import { splitTax, type TaxSplit } from '../money/split-tax.ts';
import type { TaxGroup } from '../money/tax-group.ts';
import { findIndianState, findStateOfGstin, type IndianState } from './indian-states.ts';

export interface TaxSeller {
  country: string | null;
  region?: string | null;
  taxId: string | null;
  taxName?: string | null;
}
export interface TaxCustomer {
  country: string | null;
  region?: string | null;
  taxId: string | null;
}

/**
 * Finds the parts of the tax of a seller in India: central and state tax within a state, integrated tax between states
 * and to other countries (IGST Act 2017, sections 7 and 8). If the state of the customer is not known, the place of supply is
 * that of the seller (section 12, subsection 2). Returns `null` if the tax has no parts.
 */
export function findTaxSplit(seller: TaxSeller, customer: TaxCustomer): TaxSplit | null {
  if (!hasTaxParts(seller)) return null;
  if (isAbroad(customer)) return INTEGRATED;
  const [from, to] = [findSellerState(seller), findPlaceOfSupply(customer)];
  if (from && to && from.code !== to.code) return INTEGRATED;
  return (from ?? to)?.isTerritory ? WITHIN_TERRITORY : WITHIN_STATE;
}

const INTEGRATED: TaxSplit = ['IGST'];
const WITHIN_STATE: TaxSplit = ['CGST', 'SGST'];
const WITHIN_TERRITORY: TaxSplit = ['CGST', 'UTGST'];

/** Finds the field without which the parts are a guess; `null` if both states are known, or the tax has no parts. */
export function findUnknownState(
  seller: TaxSeller,
  customer: TaxCustomer,
): '/account/region' | '/customer/region' | null {
  if (!hasTaxParts(seller) || isAbroad(customer)) return null;
  if (!findSellerState(seller)) return '/account/region';
  return findPlaceOfSupply(customer) ? null : '/customer/region';
}

/** The parties and content of a document that decide about the parts of its tax. */
interface Splittable {
  taxes: TaxGroup[];
  recurring?: { taxes: TaxGroup[] }[];
  kind?: string;
}
interface TaxParties {
  account: TaxSeller;
  customer: TaxCustomer;
}

/** Finds the parts of the tax on a document. A credit note has those of its invoice, wherever the customer is now. */
export function findDocumentSplit(
  { taxes, kind }: { taxes: readonly TaxGroup[]; kind?: string },
  { account, customer }: TaxParties,
): TaxSplit | null {
  const stored = kind === 'CREDIT_NOTE' ? taxes.find(({ parts }) => parts)?.parts : undefined;
  return stored?.map(({ name }) => name) ?? findTaxSplit(account, customer);
}

/** Adds the parts of the taxes of a document, in place of those of an earlier version of it. */
export function addTaxParts<Content extends Splittable>(content: Content, parties: TaxParties): Content {
  const split = findDocumentSplit(content, parties);
  const groups = [content, ...(content.recurring ?? [])].flatMap(({ taxes }) => taxes);
  if (!split && !groups.some(({ parts }) => parts)) return content;
  const add = (taxes: TaxGroup[]) => taxes.map((group) => withParts(group, split));
  return {
    ...content,
    taxes: add(content.taxes),
    ...(content.recurring && {
      recurring: content.recurring.map((each) => ({ ...each, taxes: add(each.taxes) })),
    }),
  };
}

function withParts({ parts: _, ...group }: TaxGroup, split: TaxSplit | null): TaxGroup {
  return split && group.rate > 0 ? { ...group, parts: splitTax(group, split) } : group;
}

/** Whether the tax of the seller's country has parts. One that the account names otherwise is another tax. */
export function hasTaxParts({ country, taxName }: TaxSeller): boolean {
  return country === 'IN' && (taxName == null || /gst|जीएसटी/i.test(taxName));
}

function isAbroad({ country }: TaxCustomer): boolean {
  return country !== null && country !== 'IN';
}

/** The registration decides where a seller is. */
function findSellerState({ taxId, region }: TaxSeller): IndianState | null {
  return findStateOfGstin(taxId) ?? findIndianState(region);
}

/** The region is printed as the place of supply. */
function findPlaceOfSupply({ region, taxId }: TaxCustomer): IndianState | null {
  return findIndianState(region) ?? findStateOfGstin(taxId);
}
