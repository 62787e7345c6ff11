import {
  findMissingPlace,
  type Gap,
  type GapProblem,
  type MissingValue,
} from '../../../domain/account/particulars/einvoice.ts';

const GAP_MESSAGES: Readonly<Record<GapProblem, string>> = {
  required: 'must be set',
  not_a_vat_id:
    'must be a VAT identifier that begins with its country, such as DE123456789; a national tax number belongs in taxNumber',
  too_few_digits: 'must have at least three digits',
  unknown_address:
    'must have a scheme of the EAS list that this format allows, and an identifier of that scheme; for email, EM and the email address',
  unsupported_currency: 'cannot be used in electronic invoices',
  no_tax_category: 'must say why there is no tax; zeroTaxCategory of the account is the default',
  mixed_tax_scope: 'cannot be on one invoice with items of another category',
  tax_difference:
    'must not differ from rate × net by 1.00 or more, nor be 0.50 or more at a rate below 0.5 %, which receivers round to 0 (BR-CO-17)',
  national_rule: "does not meet the Peppol rules of the seller's country",
  unsupported_country: 'needs data of a national platform that only that platform can provide',
};

/** Returns a gap as the API returns it. */
export function describeGap({ path, term, problem }: Gap): MissingValue {
  return { path, message: GAP_MESSAGES[problem], term, where: findMissingPlace(path) };
}

/** Collects gaps, each of them once. */
export type AddGap = (isMet: unknown, path: string, term: string, problem?: GapProblem) => void;

export function collectGaps(find: (expect: AddGap) => void): Gap[] {
  const gaps: Gap[] = [];
  find((isMet, path, term, problem = 'required') => {
    if (!isMet && !gaps.some((gap) => gap.path === path && gap.term === term))
      gaps.push({ path, term, problem });
  });
  return gaps;
}
