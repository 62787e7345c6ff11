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
import {
  type AnswerError,
  type Answers,
  composeAnswers,
  findAnswerError,
  getAnswer,
  MAX_ANSWER_LENGTH,
} from './answers.ts';

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

/** Lists what is wrong with the answers to the questions of a quote. */
export function findAnswerErrors(
  fields: readonly AcceptanceField[] | undefined,
  answers: Answers,
): FieldError[] {
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
