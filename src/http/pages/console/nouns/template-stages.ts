import { isCurrency } from '../../../../domain/money/currency.ts';
import type { QuoteTemplate } from '../../../../domain/quote/template.ts';
import type { StageInput } from '../../../../domain/schedule/payment-schedule.ts';
import { separatorsOf } from '../../../../i18n/read-number.ts';
import { writeNumber } from '../../../../i18n/write-number.ts';
import type { StageRow } from '../../../../web/console/editor/draft/draft.ts';
import { draftOf } from '../../../../web/console/editor/draft/from-quote.ts';
import { readStage } from '../../../../web/console/editor/draft/read-stages.ts';
import { flawText } from '../../../../web/console/editor/flaw-text.ts';
import type { Values } from '../../../../web/console/form/field.ts';
import type { PageContext } from '../console-route.ts';

const CELLS = ['label', 'type', 'value', 'when', 'days', 'date'] as const;
const MAX_STAGES = 24;
/** Number of empty rows for new stages. */
const SPARE = 2;

export function stageFieldNames(typed: Values): string[] {
  return ['stageRows', ...rowsIn(typed).flatMap((row) => CELLS.map((cell) => `stages.${row}.${cell}`))];
}

function rowsIn({ stageRows }: Values): number[] {
  const rows = Number(stageRows ?? 0);
  return Array.from({ length: rows > 0 && rows <= MAX_STAGES ? Math.floor(rows) : 0 }, (_, row) => row);
}

export function withMoreStages(values: Values): Values {
  return { ...values, stageRows: String(Math.min(rowsIn(values).length + SPARE, MAX_STAGES)) };
}

export function stageValues({ locale, account }: PageContext, template: Partial<QuoteTemplate>): Values {
  const { paymentSchedule = null, currency } = template;
  const writer = { tag: locale.tag, timeZone: account.timeZone };
  const { stages } = draftOf({ paymentSchedule }, '', currency ?? account.currency, writer);
  const values: Values = { stageRows: String(Math.min(stages.length + SPARE, MAX_STAGES)) };
  for (const [row, stage] of stages.entries()) {
    for (const cell of CELLS) values[`stages.${row}.${cell}`] = stage[cell];
  }
  return values;
}

/** Reads the stages; `undefined` if the form has no fields for them, which leaves the stored ones unchanged. */
export function readTemplateStages(
  { locale, say, account }: PageContext,
  typed: Values,
): { stages: StageInput[] | null | undefined; errors: Values } {
  if (typed.stageRows === undefined) return { stages: undefined, errors: {} };
  const currency = typed.currency && isCurrency(typed.currency) ? typed.currency : account.currency;
  const separators = separatorsOf(locale.tag);
  const example = writeNumber(1234.5, locale.tag);
  const errors: Values = {};
  const stages = rowsIn(typed)
    .filter((row) => ['label', 'value', 'days', 'date'].some((cell) => typed[`stages.${row}.${cell}`]))
    .map((row) => {
      const { input, flaws } = readStage(stageAt(typed, row), currency, separators);
      for (const [cell, flaw] of Object.entries(flaws)) {
        errors[`stages.${row}.${cell}`] = flawText(say.editor, flaw, example);
      }
      return withoutDefaults(input);
    });
  return { stages: stages.length > 0 ? stages : null, errors };
}

/** Removes default values, so that saving an unchanged form changes nothing. */
function withoutDefaults({ due: { when, days, date }, ...stage }: StageInput): StageInput {
  return { ...stage, due: { when, ...(days && { days }), ...(date && { date }) } };
}

function stageAt(typed: Values, row: number): StageRow {
  const cell = (name: (typeof CELLS)[number]) => typed[`stages.${row}.${name}`] ?? '';
  const [type, when] = [cell('type'), cell('when')];
  return {
    key: String(row),
    ...{ label: cell('label'), value: cell('value'), days: cell('days'), date: cell('date') },
    type: type === 'fixed' || type === 'rest' ? type : 'percentage',
    when: when === 'start' || when === 'completion' || when === 'date' ? when : 'acceptance',
  };
}
