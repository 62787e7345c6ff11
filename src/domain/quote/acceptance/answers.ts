import { isCalendarDate } from '../../calendar.ts';
import type { FieldError } from '../../errors.ts';
import { escapePointerPart } from '../../field-errors.ts';
import { MAX_LENGTH } from '../../field-limits.ts';
import type { Validity } from '../line/validity.ts';
import {
  type AcceptanceField,
  type AcceptanceFieldInput,
  composeAcceptanceFields,
  PURCHASE_ORDER,
} from './acceptance-fields.ts';

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

interface AnsweringPatch {
  status?: string;
  selection?: readonly object[] | null;
  acceptanceFields?: readonly AcceptanceFieldInput[] | null;
  answers?: Answers | null;
}

/** Checks the answers of a patch that records an acceptance. One that replaces an acceptance may leave them as they are. */
export function findPatchAnswerErrors(
  { status, selection, acceptanceFields, answers }: AnsweringPatch,
  current: { status: string; acceptanceFields?: AcceptanceField[]; answers?: Answers },
  validity: Validity,
): FieldError[] {
  const isAccepted = status === 'ACCEPTED';
  if (answers && !isAccepted) {
    return [{ path: '/answers', message: 'may only be given together with "status": "ACCEPTED"' }];
  }
  const isRecorded = isAccepted && (status !== current.status || selection != null || answers != null);
  if (!isRecorded || !validity.isValid('/acceptanceFields') || !validity.isValid('/answers')) return [];
  const fields =
    acceptanceFields === undefined ? current.acceptanceFields : composeAcceptanceFields(acceptanceFields);
  return findAnswerErrors(fields, answers ?? composeAnswers(fields, current.answers ?? {}));
}

function findAnswerErrors(fields: readonly AcceptanceField[] | undefined, answers: Answers): FieldError[] {
  const asked = fields ?? [];
  const keys = new Set(asked.map(({ key }) => key));
  const unknown = Object.keys(answers).filter((key) => !keys.has(key));
  return [
    ...unknown.map((key) => ({
      path: `/answers/${escapePointerPart(key)}`,
      message: 'is not the key of a question of this quote',
    })),
    ...asked.flatMap((field) => {
      const error = findAnswerError(field, getAnswer(answers, field.key));
      return error ? [{ path: `/answers/${field.key}`, message: describeError(field, error) }] : [];
    }),
  ];
}

function describeError({ key, kind, options }: AcceptanceField, error: AnswerError): string {
  if (error === 'required') return kind === 'checkbox' ? 'is required and must be yes' : 'is required';
  if (error === 'tooLong') {
    return `must have at most ${key === PURCHASE_ORDER ? MAX_LENGTH.reference : MAX_ANSWER_LENGTH} characters`;
  }
  if (kind === 'number') return 'must be a decimal number, such as 1200.50';
  if (kind === 'date') return 'must be a date that exists, as YYYY-MM-DD';
  return kind === 'choice' ? `must be one of: ${options?.join(', ')}` : 'must be yes or no';
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
