import type { AcceptanceField } from '../../domain/quote/acceptance/acceptance-fields.ts';
import { type Answers, getAnswer } from '../../domain/quote/acceptance/answers.ts';
import { formatCalendarDate, formatDecimal } from '../format.ts';
import type { Locale } from '../locale.ts';
import type { Words } from '../messages.ts';

/** The questions that were answered, with their answers as the reader writes dates and numbers. */
export function listAnswers(
  fields: readonly AcceptanceField[] | undefined,
  answers: Answers,
  locale: Locale,
  words: Pick<Words, 'yes' | 'no'>,
): { label: string; value: string }[] {
  return (fields ?? []).flatMap(({ key, label, kind }) => {
    const answer = getAnswer(answers, key);
    if (answer === undefined) return [];
    if (kind === 'checkbox') return [{ label, value: words[answer === 'yes' ? 'yes' : 'no'] }];
    if (kind === 'date') return [{ label, value: formatCalendarDate(answer, locale) }];
    return [{ label, value: kind === 'number' ? formatDecimal(answer, locale) : answer }];
  });
}
