import { amountOf, type RateShare, splitIntoStages } from '../money/stages.ts';

export const STAGE_TYPES = ['percentage', 'fixed', 'rest'] as const;
export const DUE_TIMES = ['acceptance', 'start', 'completion', 'date'] as const;
export const MAX_STAGES = 24;

/** How much of a quote a stage of its payment schedule takes. */
export type StageSize =
  /** percent, at most two decimals */
  | { type: 'percentage'; value: number }
  /** in the smallest currency unit */
  | { type: 'fixed'; value: number }
  /** all that the others leave */
  | { type: 'rest'; value: null };

/** A part of the total that is invoiced by itself, as the API returns it. */
export interface Stage {
  label: string;
  type: (typeof STAGE_TYPES)[number];
  value: number | null;
  due: StageDue;
  amount: number;
}

export interface StageDue {
  when: (typeof DUE_TIMES)[number];
  /** after it; means nothing with a date */
  days: number;
  /** `YYYY-MM-DD`, of `when: date` alone */
  date: string | null;
}

/** A stage as a caller gives it. `null` is as good as absent. */
export interface StageInput {
  label: string;
  type: Stage['type'];
  value?: number | null;
  due: { when: StageDue['when']; days?: number | null; date?: string | null };
}

/** The stages with what each comes to. Equal ones have their fields in the same order: they are compared as JSON. */
export function composeSchedule(
  stages: readonly StageInput[] | null | undefined,
  taxes: readonly RateShare[],
): Stage[] | null {
  if (stages == null) return null;
  const shares = splitIntoStages(taxes, stages.map(sizeOf));
  return stages.map(({ label, type, value = null, due }, index) => ({
    label,
    type,
    value,
    due: { when: due.when, days: due.days ?? 0, date: due.date ?? null },
    amount: amountOf(shares[index] ?? []),
  }));
}

export function sizeOf({ type, value }: Pick<StageInput, 'type' | 'value'>): StageSize {
  return type === 'rest' ? { type, value: null } : { type, value: value ?? 0 };
}

/** The stages as they were written: an amount follows from the rest of the quote. */
export function asWritten(stages: readonly Stage[] | null): unknown {
  return stages?.map(({ amount, ...stage }) => stage) ?? null;
}
