import { isCalendarDate } from '../../../../domain/calendar.ts';
import { MAX_DUE_DAYS } from '../../../../domain/field-limits.ts';
import { MAX_UNIT_PRICE } from '../../../../domain/quote/line/line-item.ts';
import type { StageInput } from '../../../../domain/quote/schedule/payment-schedule.ts';
import { readAmount } from '../../../../i18n/parse-amount.ts';
import type { Separators } from '../../../../i18n/parse-number.ts';
import type { Draft, StageRow } from './draft.ts';
import {
  findLengthError,
  type InputError,
  type InputErrors,
  type Read,
  readPercent,
  readWhole,
} from './read-texts.ts';

const MAX_LABEL = 200;

/** Parses each stage of the schedule by itself. */
export function readStages(
  { stages, currency }: Draft,
  separators: Separators,
  errors: InputErrors,
): StageInput[] | null {
  if (stages.length === 0) return null;
  return stages.map((stage, at) => {
    const { input, errors: own } = readStage(stage, currency, separators);
    if (stage.type === 'rest' && at < stages.length - 1) own.type = 'stageRest';
    for (const [field, error] of Object.entries(own)) errors[`stages/${stage.key}/${field}`] = error;
    return input;
  });
}

export function readStage(
  { label, type, value, when, days, date }: StageRow,
  currency: string,
  separators: Separators,
): { input: StageInput; errors: Partial<Record<keyof StageRow, InputError>> } {
  const errors: Partial<Record<keyof StageRow, InputError>> = {};
  const note = (field: keyof StageRow, read: Read<number>): number => {
    if (read.error) errors[field] = read.error;
    return read.value ?? 0;
  };
  if (label.trim() === '') errors.label = 'missing';
  const lengthError = findLengthError(label, MAX_LABEL);
  if (lengthError) errors.label = lengthError;
  if (when === 'date' && !isCalendarDate(date)) errors.date = 'noDate';
  const size =
    type === 'rest'
      ? null
      : note(
          'value',
          type === 'fixed'
            ? readAmount(value, currency, separators, MAX_UNIT_PRICE)
            : readPercent(value, separators, 2),
        );
  const after =
    when === 'date' || days.trim() === '' ? 0 : note('days', readWhole(days, separators, MAX_DUE_DAYS));
  const due = { when, days: after, date: when === 'date' ? date : null };
  return { input: { label, type, value: size, due }, errors };
}
