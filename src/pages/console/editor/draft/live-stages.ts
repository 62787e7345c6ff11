import { composeSchedule } from '../../../../domain/quote/schedule/payment-schedule.ts';
import type { Separators } from '../../../../i18n/parse-number.ts';
import type { Draft } from './draft.ts';
import type { LiveTotals } from './live-totals.ts';
import { readStage } from './read-stages.ts';

/** Amount of each stage; `null` while one of them is unreadable. */
export function computeLiveStages(draft: Draft, totals: LiveTotals, separators: Separators): number[] | null {
  const stages = draft.stages.map((stage) => readStage(stage, draft.currency, separators));
  const isValid = stages.every(({ errors }) => errors.value === undefined && errors.type === undefined);
  if (!isValid || stages.slice(0, -1).some(({ input }) => input.type === 'rest')) return null;
  const inputs = stages.map(({ input }) => input);
  return composeSchedule(inputs, totals.taxes, draft.pricesIncludeTax)?.map(({ amount }) => amount) ?? null;
}
