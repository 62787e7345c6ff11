import { type StageSize, splitIntoStages } from '../../money/stages.ts';
import { sumGross, type TaxGroup } from '../../money/tax-group.ts';

export const STAGE_TYPES = ['percentage', 'fixed', 'rest'] as const;
export const DUE_TIMES = ['acceptance', 'start', 'completion', 'date'] as const;
export const MAX_STAGES = 24;

/** A stage as the API returns it: a part of the total that is invoiced separately. */
export interface Stage {
  label: string;
  type: (typeof STAGE_TYPES)[number];
  value: number | null;
  due: StageDue;
  amount: number;
}

export interface StageDue {
  when: (typeof DUE_TIMES)[number];
  /** Days after `when`; ignored with a date. */
  days: number;
  /** `YYYY-MM-DD`; only with `when: 'date'`. */
  date: string | null;
}

/** A stage as a caller supplies it. `null` means absent. */
export interface StageInput {
  label: string;
  type: Stage['type'];
  value?: number | null;
  due: { when: StageDue['when']; days?: number | null; date?: string | null };
}

/** Computes the amount of each stage. Sets the fields in a fixed order, because stages are compared as JSON. */
export function composeSchedule(
  stages: readonly StageInput[] | null | undefined,
  taxes: readonly TaxGroup[],
  pricesIncludeTax: boolean,
): Stage[] | null {
  if (stages == null) return null;
  const shares = splitIntoStages(taxes, stages.map(toStageSize), pricesIncludeTax);
  return stages.map(({ label, type, value = null, due }, index) => ({
    label,
    type,
    value,
    due: { when: due.when, days: due.days ?? 0, date: due.date ?? null },
    amount: sumGross(shares[index] ?? []),
  }));
}

export function toStageSize({ type, value }: Pick<StageInput, 'type' | 'value'>): StageSize {
  return type === 'rest' ? { type, value: null } : { type, value: value ?? 0 };
}

/** Returns the stages as the caller wrote them, without the computed amounts. */
export function removeStageAmounts(stages: readonly Stage[] | null): unknown {
  return stages?.map(({ amount, ...stage }) => stage) ?? null;
}
