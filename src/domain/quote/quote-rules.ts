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
 * Rules that span several fields. `known` is what is wrong with single ones, and with nothing else: a rule is held
 * against the content as far as what it needs is sound, so that one mistake does not hide another.
 */
export function quoteRuleErrors(content: RuledContent, known: readonly FieldError[] = []): FieldError[] {
  const { items, paymentSchedule, discountType, discountValue } = content;
  const sound = soundBeside(known);
  const errors: FieldError[] = [];
  // What an unknown template would have said of it is unknown, too.
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
  // What it comes to is only known once all the rest is right. A template may leave the lines to the quote.
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

/** Of the lines that are sound: with the others, it could only be more. */
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

/** The most that a discount which is not known may take. */
const EVERYTHING_OFF = { discountType: 'percentage', discountValue: 100 } as const;
