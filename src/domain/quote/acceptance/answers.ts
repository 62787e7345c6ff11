import { isCalendarDate } from '../../calendar.ts';
import { MAX_LENGTH } from '../../field-limits.ts';
import { type AcceptanceField, PURCHASE_ORDER } from './acceptance-fields.ts';

/** The answers by key. Questions without an answer are left out. */
export type Answers = Record<string, string>;

export const MAX_ANSWER_LENGTH = 500;

/** Why an answer is not one; `undefined` if it is. An empty text is no answer. */
export type AnswerError = 'required' | 'tooLong' | 'invalid';

export function findAnswerError(field: AcceptanceField, answer: string | undefined): AnswerError | undefined {
  const { key, kind, required, options = [] } = field;
  if (!answer?.trim()) return required ? 'required' : undefined;
  // The order number becomes the reference of the quote.
  const most = key === PURCHASE_ORDER ? MAX_LENGTH.reference : MAX_ANSWER_LENGTH;
  if ([...answer].length > most) return 'tooLong';
  if (kind === 'number') return /^-?\d{1,30}(\.\d{1,20})?$/.test(answer) ? undefined : 'invalid';
  if (kind === 'date') return isCalendarDate(answer) ? undefined : 'invalid';
  if (kind === 'choice') return options.includes(answer) ? undefined : 'invalid';
  if (kind !== 'checkbox') return undefined;
  if (answer !== 'yes' && answer !== 'no') return 'invalid';
  return required && answer === 'no' ? 'required' : undefined;
}

export function getAnswer(answers: Answers, key: string): string | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

/** The answers in the order of their questions, without empty ones. */
export function composeAnswers(fields: readonly AcceptanceField[] | undefined, answers: Answers): Answers {
  const given = (fields ?? []).flatMap(({ key }) => {
    const answer = getAnswer(answers, key)?.trim();
    return answer ? [[key, answer] as const] : [];
  });
  return Object.fromEntries(given);
}

interface Answered {
  reference: string | null;
  answers?: Answers;
}

/** Stores the answers in an accepted quote. The order number becomes its reference if there is none. */
export function withAnswers<Quote extends Answered>(quote: Quote, answers: Answers): Quote {
  if (Object.keys(answers).length === 0) return quote;
  return {
    ...quote,
    answers,
    reference: quote.reference?.trim() ? quote.reference : (answers[PURCHASE_ORDER] ?? quote.reference),
  };
}
