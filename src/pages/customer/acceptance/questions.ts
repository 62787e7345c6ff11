import { MAX_REFERENCE_LENGTH } from '../../../domain/field-limits.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { type AcceptanceField, PURCHASE_ORDER } from '../../../domain/quote/acceptance/acceptance-fields.ts';
import { MAX_ANSWER_LENGTH } from '../../../domain/quote/acceptance/answers.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { toAnswerField } from '../../form-fields.ts';
import { icon } from '../../icons.ts';
import type { FieldError, FormField, QuotePage } from '../quote/view.ts';

type QuestionPage = Pick<QuotePage, 'values' | 'errors' | 't'> & { quote: Pick<Quote, 'acceptanceFields'> };

/** The questions of the business, in the form that accepts the quote. They belong to it as an answer needs no script. */
export function renderQuestions(page: QuestionPage): Html {
  return html`${(page.quote.acceptanceFields ?? []).map((field) => renderQuestion(page, field))}`;
}

function renderQuestion(page: QuestionPage, field: AcceptanceField): Html {
  const { t, values, errors } = page;
  const { key, label, kind, required } = field;
  const name = toAnswerField(key);
  const value = values?.[name] ?? '';
  const error = errors?.[name];
  const marks = html`${required && html` required`}${error && html` aria-invalid="true" aria-describedby="${name}-error"`}`;
  const message =
    error &&
    html`<p class="error" id="${name}-error">${icon('alert')} ${answerMessage(page, field, error)}</p>`;
  if (kind === 'checkbox') {
    return html`<div class="field check-field"><label class="check"><input id="${name}" name="${name}" type="checkbox" value="yes"${value === 'yes' && html` checked`}${marks}> <span dir="auto">${label}${!required && html` <span class="muted">(${t.optional})</span>`}</span></label>
${message}</div>
`;
  }
  return html`<div class="field">
<label for="${name}"><span dir="auto">${label}</span>${!required && html` <span class="muted">(${t.optional})</span>`}</label>
${kind === 'choice' ? renderChoice(field, t.answerChoose, value, name, marks) : html`<input id="${name}" name="${name}" ${inputType(field)} dir="auto" value="${value}"${marks}>`}
${message}</div>
`;
}

function renderChoice(
  { options = [] }: AcceptanceField,
  choose: string,
  value: string,
  name: string,
  marks: Html,
): Html {
  return html`<select id="${name}" name="${name}"${marks}><option value="">${choose}</option>${options.map(
    (option) => html`<option value="${option}"${option === value && html` selected`}>${option}</option>`,
  )}</select>`;
}

function inputType({ key, kind }: AcceptanceField): Html {
  if (kind === 'date') return html`type="date"`;
  const most = key === PURCHASE_ORDER ? MAX_REFERENCE_LENGTH : MAX_ANSWER_LENGTH;
  return html`type="text" autocomplete="off" maxlength="${most}"${kind === 'number' && html` inputmode="decimal"`}`;
}

/** The question of a field of the form, if it is one. */
export function findQuestion(
  { quote }: Pick<QuestionPage, 'quote'>,
  name: FormField,
): AcceptanceField | undefined {
  return quote.acceptanceFields?.find(({ key }) => toAnswerField(key) === name);
}

export function answerMessage(
  { t }: Pick<QuotePage, 't'>,
  { kind }: AcceptanceField,
  error: FieldError,
): string {
  if (error === 'tooLong') return t.errorTooLong;
  if (kind === 'checkbox') return t.answerTick;
  if (kind === 'choice') return t.answerOption;
  if (kind === 'date') return t.answerDate;
  return kind === 'number' ? t.answerNumber : t.answerRequired;
}
