import { checkAccount } from '../../../api/schemas/account/account.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import {
  ACCEPTANCE_KINDS,
  type AcceptanceField,
  composeAcceptanceFields,
  findAcceptanceFieldErrors,
  MAX_ACCEPTANCE_FIELDS,
  PURCHASE_ORDER,
} from '../../../domain/quote/acceptance/acceptance-fields.ts';
import { createValidity } from '../../../domain/quote/line/validity.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { resolveLocale } from '../../../i18n/locale.ts';
import { PAGE } from '../../../i18n/messages.ts';
import { renderQuestions } from '../../customer/acceptance/questions.ts';
import { type Field, type FormState, renderField, type Values } from '../forms/field.ts';
import type { Viewer } from '../viewer.ts';

/** Rows of the form, of which the empty ones are left out. */
const ROWS = Array.from({ length: MAX_ACCEPTANCE_FIELDS }, (_, row) => row);
const PARTS = ['key', 'label', 'kind', 'options', 'required'] as const;
/** Rows that are offered beyond those in use. */
const BLANK_ROWS = 2;
/** A kind of its own in the form: a text whose key is `purchaseOrder`. */
const ORDER = 'order';
export const USES_DEFAULT = 'usesDefault';

const toName = (row: number, part: (typeof PARTS)[number]) => `question.${row}.${part}`;

export const QUESTION_NAMES = [
  ...ROWS.flatMap((row) => PARTS.map((part) => toName(row, part))),
  USES_DEFAULT,
];

export function toQuestionValues(fields: readonly AcceptanceField[] | null): Values {
  const values: Values = { [USES_DEFAULT]: fields === null ? 'on' : '' };
  for (const [row, { key, label, kind, required, options = [] }] of (fields ?? []).entries()) {
    const isOrder = key === PURCHASE_ORDER && kind === 'text';
    Object.assign(values, {
      [toName(row, 'key')]: key,
      [toName(row, 'label')]: label,
      [toName(row, 'kind')]: isOrder ? ORDER : kind,
      [toName(row, 'options')]: options.join('\n'),
      [toName(row, 'required')]: required ? 'on' : '',
    });
  }
  return values;
}

/** Reads the questions of the form, with errors by field. A question keeps its key, by which programs know its answers. */
export function readQuestions(typed: Values, { t }: Viewer): { fields: AcceptanceField[]; errors: Values } {
  const rows = ROWS.filter((row) => typed[toName(row, 'label')]);
  const known = new Set(rows.map((row) => typed[toName(row, 'key')]));
  const input = rows.map((row) => {
    const kind = typed[toName(row, 'kind')];
    const lines = (typed[toName(row, 'options')] ?? '').split('\n').map((line) => line.trim());
    return {
      key: chooseKey(typed[toName(row, 'key')], kind === ORDER, known),
      label: typed[toName(row, 'label')] ?? '',
      kind: (kind === ORDER ? 'text' : kind) as AcceptanceField['kind'],
      required: typed[toName(row, 'required')] === 'on',
      ...(kind === 'choice' && { options: lines.filter(Boolean) }),
    };
  });
  const found = checkAccount({ acceptanceFields: input });
  const wrong = [...found, ...findAcceptanceFieldErrors(input, createValidity(found))];
  const errors: Values = {};
  for (const { path } of wrong) {
    const [, , index = '0', part = 'label'] = path.split('/');
    const isOption = part === 'options';
    const name = toName(rows[Number(index)] ?? 0, part === 'key' ? 'kind' : (part as 'label'));
    const { acceptance, forms } = t;
    const text = fill(forms.errors.tooLong, { max: '200' });
    errors[name] ??= isOption ? acceptance.optionsWrong : part === 'key' ? acceptance.orderTwice : text;
  }
  return { fields: wrong.length > 0 ? [] : composeAcceptanceFields(input), errors };
}

function chooseKey(key: string | undefined, isOrder: boolean, known: Set<string | undefined>): string {
  if (isOrder) return PURCHASE_ORDER;
  if (key && key !== PURCHASE_ORDER) return key;
  let n = 1;
  while (known.has(`question${n}`)) n++;
  known.add(`question${n}`);
  return `question${n}`;
}

/** `hasDefault`: a template may leave the questions to the business. */
export function renderQuestionFields(viewer: Viewer, state: FormState, hasDefault: boolean): Html {
  const { t, locale } = viewer;
  const words = t.acceptance;
  const field = (given: Field) => renderField(given, state, t);
  const used = ROWS.filter((row) => state.values[toName(row, 'label')] || state.errors[toName(row, 'label')]);
  const shown = ROWS.slice(0, (used.at(-1) ?? -1) + 1 + BLANK_ROWS);
  const kinds = [...ACCEPTANCE_KINDS, ORDER] as const;
  const options = kinds.map((value) => ({ value, text: words.kinds[value] }));
  return html`${hasDefault && field({ name: USES_DEFAULT, label: words.usesDefault, kind: 'check', hint: words.usesDefaultHint })}
${shown.map(
  (
    row,
  ) => html`<fieldset class="rows"><legend>${fill(words.question, { n: formatQuantity(row + 1, locale) })}</legend>
<input type="hidden" name="${toName(row, 'key')}" value="${state.values[toName(row, 'key')]}">
${field({ name: toName(row, 'label'), label: words.label, isPlain: true, ...(row === 0 && { hint: words.labelHint }) })}
<div class="pair">${field({ name: toName(row, 'kind'), label: words.kind, kind: 'select', options })}
${field({ name: toName(row, 'options'), label: words.options, kind: 'area', rows: 2, isPlain: true, ...(row === 0 && { hint: words.optionsHint }) })}</div>
${field({ name: toName(row, 'required'), label: words.required, kind: 'check' })}</fieldset>
`,
)}`;
}

/** The questions as the customer sees them, in the language of the business. */
export function renderQuestionPreview(
  { t }: Viewer,
  locale: string,
  fields: readonly AcceptanceField[],
): Html {
  const words = t.acceptance;
  const { language, direction } = resolveLocale(locale);
  const page = { quote: { acceptanceFields: [...fields] }, t: PAGE[language] };
  return html`<section class="panel" aria-labelledby="preview-title"><h2 id="preview-title">${words.preview}</h2>
<p class="hint">${fields.length > 0 ? words.previewHint : words.previewNone}</p>
<div class="form" lang="${language}" dir="${direction}" inert>${renderQuestions(page)}</div></section>`;
}
