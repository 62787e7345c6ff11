import type { FieldError } from '../../errors.ts';
import { countDecimals, DECIMAL_SCALE, toTenThousandths } from '../../money/decimal.ts';
import type { LineItem } from '../line/line-item.ts';
import type { Validity } from '../line/validity.ts';
import type { StageInput } from './payment-schedule.ts';

const PATH = '/paymentSchedule';
const MAX_PERCENT_DECIMALS = 2;
const WHOLE = 100n * DECIMAL_SCALE;

/** The amount that the stages divide. */
export interface Payable {
  total: number;
  /** Whether the customer's choices can change the total. */
  isOpen: boolean;
}

/** Checks rules that span several fields of a stage or several stages. Skips rules whose fields are invalid. */
export function findStageErrors(stages: readonly StageInput[], validity: Validity): FieldError[] {
  return stages.flatMap((stage, index) => {
    const path = `${PATH}/${index}`;
    if (!validity.isReadable(path)) return [];
    const isFieldValid = (field: string) => validity.isValid(`${path}/${field}`);
    return [
      ...(isFieldValid('type') && isFieldValid('value') ? findValueErrors(stage, `${path}/value`) : []),
      ...(isFieldValid('due/when') && isFieldValid('due/date')
        ? findDueErrors(stage.due, `${path}/due`)
        : []),
      ...(isFieldValid('type') && stage.type === 'rest' && index < stages.length - 1
        ? [{ path: `${path}/type`, message: 'may be rest only for the last stage' }]
        : []),
    ];
  });
}

/** Checks that valid stages cover exactly the total. */
export function findShareErrors(stages: readonly StageInput[], { total, isOpen }: Payable): FieldError[] {
  const message = stages.at(-1)?.type === 'rest' ? findExcess(stages, total) : findGap(stages, total, isOpen);
  return message === undefined ? [] : [{ path: PATH, message }];
}

function findValueErrors({ type, value }: StageInput, path: string): FieldError[] {
  const message = findValueError(type, value ?? null);
  return message === undefined ? [] : [{ path, message }];
}

function findValueError(type: StageInput['type'], value: number | null): string | undefined {
  if (type === 'rest')
    return value === null ? undefined : 'must be left out: the rest is what the others leave';
  if (value === null) return `is required for a stage of type ${type}`;
  if (type === 'fixed')
    return Number.isInteger(value) ? undefined : 'must be a whole number of the smallest currency unit';
  if (value > 100) return 'must be 100 or less for a percentage';
  return countDecimals(value) <= MAX_PERCENT_DECIMALS ? undefined : 'must have at most 2 decimals';
}

function findDueErrors({ when, date }: StageInput['due'], path: string): FieldError[] {
  if (when === 'date' && date == null)
    return [{ path: `${path}/date`, message: 'is required with "when": "date"' }];
  if (when !== 'date' && date != null) {
    return [{ path: `${path}/date`, message: 'may only be given with "when": "date"' }];
  }
  return [];
}

/** Compares exact values, so that rounding by a unit does not reject a schedule. */
function findExcess(stages: readonly StageInput[], total: number): string | undefined {
  const { percent, fixed } = sumStages(stages);
  if (percent > WHOLE) return 'must add up to 100 percent or less before the rest';
  return BigInt(total) * percent + fixed * WHOLE <= BigInt(total) * WHOLE
    ? undefined
    : `must fit in the total of the quote, ${total}: the stages before the rest add up to more`;
}

function findGap(stages: readonly StageInput[], total: number, isOpen: boolean): string | undefined {
  const { percent, fixed } = sumStages(stages);
  const types = new Set(stages.map(({ type }) => type));
  if (types.size > 1) return 'must end with a stage of type rest if percentages and fixed amounts are mixed';
  if (types.has('percentage')) {
    return percent === WHOLE ? undefined : `must add up to 100 percent, or end with a stage of type rest`;
  }
  if (isOpen) {
    return 'must end with a stage of type rest, or consist of percentages: the customer can change the total of this quote';
  }
  return fixed === BigInt(total)
    ? undefined
    : `must add up to the total of the quote, ${total}, or end with a stage of type rest (it adds up to ${fixed})`;
}

function sumStages(stages: readonly StageInput[]): { percent: bigint; fixed: bigint } {
  let [percent, fixed] = [0n, 0n];
  for (const { type, value } of stages) {
    if (type === 'percentage') percent += toTenThousandths(value ?? 0);
    if (type === 'fixed') fixed += BigInt(value ?? 0);
  }
  return { percent, fixed };
}

/** Whether the customer's choices can change the total. */
export function isTotalOpen(items: readonly LineItem[], pricesIncludeTax: boolean): boolean {
  const choices = Map.groupBy(
    items.filter(({ choice }) => choice !== undefined),
    ({ choice }) => choice,
  );
  return items.some(isPriceOpen) || [...choices.values()].some(hasDifferentPrices);

  function hasDifferentPrices(alternatives: readonly LineItem[]): boolean {
    const prices = alternatives.map(
      ({ amount, taxRate }) => `${amount} ${amount === 0 || pricesIncludeTax ? 0 : taxRate}`,
    );
    return new Set(prices).size > 1;
  }
}

function isPriceOpen({
  optional,
  amount,
  unitPrice,
  quantityRange: range,
  quantityPrices,
}: LineItem): boolean {
  const prices = quantityPrices ? quantityPrices.steps : [{ unitPrice }];
  const isPriced = prices.some((step) => step.unitPrice > 0);
  return (optional === true && amount > 0) || (range !== undefined && range.min < range.max && isPriced);
}
