import type { FieldError } from '../errors.ts';
import { composeLines, priceLines } from '../line/compose-lines.ts';
import { refuseTooDear } from '../line/dearest.ts';
import type { ItemInput } from '../line/line-item.ts';
import { discountErrors, lineErrors } from '../line/line-rules.ts';
import { type Soundness, soundBeside } from '../line/soundness.ts';
import { TotalsOverflow } from '../money/totals.ts';
import { isTotalOpen, type Payable, shareErrors, stageErrors } from '../schedule/schedule-rules.ts';
import type { QuoteInput } from './compose-quote.ts';

type RuledContent = Pick<
  QuoteInput,
  'templateId' | 'items' | 'discountType' | 'discountValue' | 'paymentSchedule'
>;

/**
 * Checks rules that span several fields. `known` are the errors of single fields. A rule is skipped only if a field it
 * needs is invalid, so that one error does not hide another.
 */
export function quoteRuleErrors(content: RuledContent, known: readonly FieldError[] = []): FieldError[] {
  const { items, paymentSchedule, discountType, discountValue } = content;
  const sound = soundBeside(known);
  const errors: FieldError[] = [];
  // With an invalid template, the discount it would have set is unknown.
  if (sound.isSound('/templateId') || (discountType != null && discountValue != null)) {
    errors.push(...discountErrors(content, '', sound));
  }
  const hasItems = sound.isReadable('/items') && Array.isArray(items);
  if (hasItems) {
    errors.push(...lineErrors(items, sound));
    errors.push(...overflowErrors(content, soundBeside([...known, ...errors])));
  }
  if (paymentSchedule == null || !sound.isReadable('/paymentSchedule')) return errors;
  errors.push(...stageErrors(paymentSchedule, sound));
  // The total is known only if all its inputs are valid. A template may have no items.
  const isRight = (path: string) => soundBeside([...known, ...errors]).isSound(path);
  if (hasItems && items.length > 0 && PAYABLE.every(isRight)) {
    errors.push(...shareErrors(paymentSchedule, payableOf(content)));
  }
  return errors;
}

const PAYABLE = ['/templateId', '/items', '/discountType', '/discountValue', '/paymentSchedule'];

function payableOf({ items, discountType = null, discountValue = null }: RuledContent): Payable {
  const lines = composeLines(items, { known: [], freshBase: () => '' });
  const priced = priceLines(lines, { discountType, discountValue });
  return { total: priced.total, isOpen: isTotalOpen(priced.items) };
}

/** Checks the valid items only: the others could only increase the total. */
function overflowErrors(
  { items, discountType = null, discountValue = null }: RuledContent,
  sound: Soundness,
): FieldError[] {
  const isDiscountKnown = ['/templateId', '/discountType', '/discountValue'].every(sound.isSound);
  const places = [...items.keys()].filter((line) => sound.isSound(`/items/${line}`));
  const lines = places.map((place) => items[place] as ItemInput);
  try {
    refuseTooDear(lines, isDiscountKnown ? { discountType, discountValue } : EVERYTHING_OFF);
    return [];
  } catch (error) {
    if (!(error instanceof TotalsOverflow)) throw error;
    const { message } = error;
    if (error.lines.length === 0) return [{ path: '/items', message }];
    return error.lines.map((line) => ({ path: `/items/${places[line]}`, message }));
  }
}

/** Stands for an unknown discount, so that no total is rejected wrongly. */
const EVERYTHING_OFF = { discountType: 'percentage', discountValue: 100 } as const;
