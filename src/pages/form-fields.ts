import type { FastifyRequest } from 'fastify';
import type { AcceptanceField } from '../domain/quote/acceptance/acceptance-fields.ts';
import { type Answers, composeAnswers, findAnswerError } from '../domain/quote/acceptance/answers.ts';
import { isSignature } from '../domain/quote/signature.ts';
import { getSeparators, parseNumber } from '../i18n/parse-number.ts';
import { FIELD_LIMITS, type FieldError, type FormField } from './customer/quote/view.ts';

export type Form = Partial<Record<string, string>>;
type Errors = Partial<Record<FormField, FieldError>>;

/** Parses the fields of a form; of repeated fields the last one counts. Returns `undefined` if the body is no form. */
export function readForm(request: FastifyRequest): Form | undefined {
  const fields = readFormFields(request);
  return fields && Object.fromEntries(fields);
}

/** Parses the fields of a form in their order, with every value of repeated fields. */
export function readFormFields(request: FastifyRequest): [name: string, value: string][] | undefined {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return undefined;
  const body = request.body as Buffer | undefined;
  return [...new URLSearchParams(body?.toString('utf8') ?? '')];
}

/** Reads the query, with the first value of each repeated parameter. */
export function readFirstValues(
  query: Record<string, string | string[]>,
): Record<string, string | undefined> {
  const first: Record<string, string | undefined> = {};
  for (const name in query) {
    const value = query[name];
    first[name] = Array.isArray(value) ? value[0] : value;
  }
  return first;
}

/** The revision and the document that the customer saw. */
interface SeenRevision {
  revision: number;
  documentSha256: string;
}

type Read<ApiResponse> =
  | { given: ApiResponse & SeenRevision; values?: undefined; errors?: undefined }
  | { given?: undefined; values: Form; errors: Errors };

export function readAcceptForm(
  form: Form,
  fields: readonly AcceptanceField[] | undefined,
  tag: string,
): Read<{ name: string; signature: string | null; answers: Answers }> {
  const name = readText(form, 'name', { required: true });
  const signature = form.signature || null;
  const { answers, errors: wrong } = readAnswers(form, fields, tag);
  const errors: Errors = { ...name.errors, ...wrong };
  if (signature !== null && !isSignature(signature)) errors.signature = 'invalid';
  if (name.text === null || Object.keys(errors).length > 0) {
    return { values: { name: form.name, signature: form.signature }, errors };
  }
  return { given: { name: name.text, signature, answers, ...readSeen(form) } };
}

/** Name of the field of a question. */
export function toAnswerField(key: string): `answer-${string}` {
  return `answer-${key}`;
}

/** Reads the answers. A checkbox that is not ticked is a no; numbers are in the format of a language. */
export function readAnswers(
  form: Form,
  fields: readonly AcceptanceField[] = [],
  tag = 'en',
): { answers: Answers; errors: Errors } {
  const errors: Errors = {};
  const given = fields.map(({ key, kind }) => {
    const text = (form[toAnswerField(key)] ?? '').replaceAll(/\p{Cc}/gu, ' ').trim();
    if (kind === 'checkbox') return [key, text === 'yes' ? 'yes' : 'no'] as const;
    return [key, kind === 'number' ? toPlainNumber(text, tag) : text] as const;
  });
  const answers = Object.fromEntries(given);
  for (const field of fields) {
    const error = findAnswerError(field, answers[field.key]);
    if (error) errors[toAnswerField(field.key)] = error;
  }
  return { answers: composeAnswers(fields, answers), errors };
}

/** A text that is no number stays as it is, and is rejected. */
function toPlainNumber(text: string, tag: string): string {
  const [, sign = '', digits = ''] = /^([−-]?)(.*)$/s.exec(text) ?? [];
  const plain = parseNumber(digits, getSeparators(tag));
  return plain === undefined ? text : `${sign && '-'}${plain}`;
}

export function readDeclineForm(form: Form): Read<{ reason: string | null }> {
  const { text, errors } = readText(form, 'reason', { required: false });
  if (errors) return { values: { reason: form.reason }, errors };
  return { given: { reason: text, ...readSeen(form) } };
}

function readSeen(form: Form): SeenRevision {
  return { revision: Number(form.revision), documentSha256: form.documentSha256 ?? '' };
}

/** Reads a text with normalized line breaks. A blank text is `null`. */
export function readText(
  form: Form,
  field: keyof typeof FIELD_LIMITS,
  { required }: { required: boolean },
): { text: string | null; errors?: Errors } {
  const text = (form[field] ?? '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim();
  const oneLine = field === 'name' ? text.replaceAll(/\s+/g, ' ') : text;
  const fail = (error: FieldError) => ({ text: null, errors: { [field]: error } });
  if (oneLine === '') return required ? fail('required') : { text: null };
  if (oneLine.length > FIELD_LIMITS[field]) return fail('tooLong');
  return { text: oneLine };
}
