import { isCurrency } from '../../../../domain/money/currency.ts';
import type { QuoteTemplate } from '../../../../domain/quote/template.ts';
import type { StageInput } from '../../../../domain/schedule/payment-schedule.ts';
import { formatNumberInput } from '../../../../i18n/format-input.ts';
import { getSeparators } from '../../../../i18n/parse-number.ts';
import type { StageRow } from '../../../../web/console/editor/draft/draft.ts';
import { toDraft } from '../../../../web/console/editor/draft/from-quote.ts';
import { readStage } from '../../../../web/console/editor/draft/read-stages.ts';
import { formatInputError } from '../../../../web/console/editor/input-error-text.ts';
import type { Values } from '../../../../web/console/form/field.ts';
import type { PageContext } from '../console-route.ts';

const CELLS = ['label', 'type', 'value', 'when', 'days', 'date'] as const;
const MAX_STAGES = 24;
/** Number of empty rows for new stages. */
const SPARE_ROWS = 2;

export function listStageFields(typed: Values): string[] {
  return ['stageRows', ...listRows(typed).flatMap((row) => CELLS.map((cell) => `stages.${row}.${cell}`))];
}

function listRows({ stageRows }: Values): number[] {
  const rows = Number(stageRows ?? 0);
  return Array.from({ length: rows > 0 && rows <= MAX_STAGES ? Math.floor(rows) : 0 }, (_, row) => row);
}

export function addStages(values: Values): Values {
  return { ...values, stageRows: String(Math.min(listRows(values).length + SPARE_ROWS, MAX_STAGES)) };
}

export function toStageValues({ locale, account }: PageContext, template: Partial<QuoteTemplate>): Values {
  const { paymentSchedule = null, currency } = template;
  const writer = { tag: locale.tag, timeZone: account.timeZone };
  const { stages } = toDraft({ paymentSchedule }, '', currency ?? account.currency, writer);
  const values: Values = { stageRows: String(Math.min(stages.length + SPARE_ROWS, MAX_STAGES)) };
  for (const [row, stage] of stages.entries()) {
    for (const cell of CELLS) values[`stages.${row}.${cell}`] = stage[cell];
  }
  return values;
}

/** Reads the stages; `undefined` if the form has no fields for them, which leaves the stored ones unchanged. */
export function readTemplateStages(
  { locale, t, account }: PageContext,
  typed: Values,
): { stages: StageInput[] | null | undefined; errors: Values } {
  if (typed.stageRows === undefined) return { stages: undefined, errors: {} };
  const currency = typed.currency && isCurrency(typed.currency) ? typed.currency : account.currency;
  const separators = getSeparators(locale.tag);
  const example = formatNumberInput(1234.5, locale.tag);
  const errors: Values = {};
  const stages = listRows(typed)
    .filter((row) => ['label', 'value', 'days', 'date'].some((cell) => typed[`stages.${row}.${cell}`]))
    .map((row) => {
      const { input, errors: inputErrors } = readStage(readStageRow(typed, row), currency, separators);
      for (const [cell, inputError] of Object.entries(inputErrors)) {
        errors[`stages.${row}.${cell}`] = formatInputError(t.editor, inputError, example);
      }
      return omitDefaults(input);
    });
  return { stages: stages.length > 0 ? stages : null, errors };
}

/** Removes default values, so that saving an unchanged form changes nothing. */
function omitDefaults({ due: { when, days, date }, ...stage }: StageInput): StageInput {
  return { ...stage, due: { when, ...(days && { days }), ...(date && { date }) } };
}

function readStageRow(typed: Values, row: number): StageRow {
  const cell = (name: (typeof CELLS)[number]) => typed[`stages.${row}.${name}`] ?? '';
  const [type, when] = [cell('type'), cell('when')];
  return {
    key: String(row),
    ...{ label: cell('label'), value: cell('value'), days: cell('days'), date: cell('date') },
    type: type === 'fixed' || type === 'rest' ? type : 'percentage',
    when: when === 'start' || when === 'completion' || when === 'date' ? when : 'acceptance',
  };
}
