import type { FieldError } from '../errors.ts';
import { TotalsOverflow } from '../money/totals.ts';
import { findAcceptanceFieldErrors } from './acceptance/acceptance-fields.ts';
import { findSignerErrors } from './acceptance/signers.ts';
import type { QuoteInput } from './compose-quote.ts';
import { composeLines, priceLines } from './line/compose-lines.ts';
import type { ItemInput } from './line/line-item.ts';
import { findDiscountErrors, findLineErrors } from './line/line-rules.ts';
import { assertTotalsFit } from './line/max-totals.ts';
import { createValidity, type Validity } from './line/validity.ts';
import { findRecurringErrors } from './recurring/recurring-rules.ts';
import { findShareErrors, findStageErrors, isTotalOpen, type Payable } from './schedule/schedule-rules.ts';

type RuledContent = Pick<
  QuoteInput,
  | 'templateId'
  | 'items'
  | 'discountType'
  | 'discountValue'
  | 'paymentSchedule'
  | 'pricesIncludeTax'
  | 'recurringFrom'
  | 'acceptanceFields'
  | 'signers'
>;

/**
 * Checks rules that span several fields. `known` are the errors of single fields. A rule is skipped only if a field it
 * needs is invalid, so that one error does not hide another.
 */
export function findQuoteRuleErrors(content: RuledContent, known: readonly FieldError[] = []): FieldError[] {
  const { items, paymentSchedule, discountType, discountValue } = content;
  const validity = createValidity(known);
  const errors = [
    ...findAcceptanceFieldErrors(content.acceptanceFields, validity),
    ...findSignerErrors(content.signers, validity),
  ];
  // With an invalid template, the discount it would have set is unknown.
  if (validity.isValid('/templateId') || (discountType != null && discountValue != null)) {
    errors.push(...findDiscountErrors(content, '', validity));
  }
  const hasItems = validity.isReadable('/items') && Array.isArray(items);
  if (hasItems) {
    errors.push(...findLineErrors(items, validity), ...findRecurringErrors(content, validity));
    errors.push(...findOverflowErrors(content, createValidity([...known, ...errors])));
  }
  if (paymentSchedule == null || !validity.isReadable('/paymentSchedule')) return errors;
  errors.push(...findStageErrors(paymentSchedule, validity));
  // The total is known only if all its inputs are valid. A template may have no items.
  const isPathValid = (path: string) => createValidity([...known, ...errors]).isValid(path);
  if (hasItems && items.length > 0 && PAYABLE_PATHS.every(isPathValid)) {
    errors.push(...findShareErrors(paymentSchedule, computePayable(content)));
  }
  return errors;
}

const TERMS_PATHS = ['/templateId', '/discountType', '/discountValue', '/pricesIncludeTax'];
const PAYABLE_PATHS = [...TERMS_PATHS, '/items', '/paymentSchedule'];

function computePayable(content: RuledContent): Payable {
  const lines = composeLines(content.items, { known: [], createBase: () => '' });
  const terms = getTerms(content);
  const priced = priceLines(lines, terms);
  return { total: priced.total, isOpen: isTotalOpen(priced.items, terms.pricesIncludeTax) };
}

/** Checks the valid items only: the others could only increase the total. */
function findOverflowErrors(content: RuledContent, validity: Validity): FieldError[] {
  const { items } = content;
  const areTermsKnown = TERMS_PATHS.every(validity.isValid);
  const places = [...items.keys()].filter((line) => validity.isValid(`/items/${line}`));
  const lines = places.map((place) => items[place] as ItemInput);
  try {
    assertTotalsFit(lines, areTermsKnown ? getTerms(content) : FULL_DISCOUNT);
    return [];
  } catch (error) {
    if (!(error instanceof TotalsOverflow)) throw error;
    const { message } = error;
    if (error.lines.length === 0) return [{ path: '/items', message }];
    return error.lines.map((line) => ({ path: `/items/${places[line]}`, message }));
  }
}

/** Stands for an unknown discount, so that no total is rejected wrongly. */
const FULL_DISCOUNT = { discountType: 'percentage', discountValue: 100 } as const;

function getTerms({ discountType = null, discountValue = null, pricesIncludeTax }: RuledContent) {
  return { discountType, discountValue, pricesIncludeTax: pricesIncludeTax ?? false };
}
