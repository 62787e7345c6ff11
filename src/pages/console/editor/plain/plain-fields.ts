import { type Html, html } from '../../../../domain/markup/html.ts';
import type { EditorWords } from '../editor-data.ts';

export interface PlainField {
  name: string;
  label: string;
  value: string;
  errorText?: string | undefined;
  kind?: 'text' | 'date';
  isNumber?: boolean;
  rows?: number;
  hint?: string;
}

export function renderPlainField({
  name,
  label,
  value,
  errorText,
  kind = 'text',
  isNumber,
  rows,
  hint,
}: PlainField): Html {
  const id = toFieldId(name);
  const marks = html`${errorText && html` aria-invalid="true" aria-describedby="${id}-error"`}${!errorText && hint && html` aria-describedby="${id}-hint"`}`;
  return html`<div class="field"><label for="${id}">${label}</label>
${
  rows
    ? html`<textarea id="${id}" name="${name}" rows="${rows}" dir="auto"${marks}>
${value}</textarea>`
    : html`<input id="${id}" name="${name}" type="${kind}" value="${value}" autocomplete="off"${isNumber ? html` inputmode="decimal" dir="ltr"` : html` dir="auto"`}${marks}>`
}${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}${errorText && html`<p class="error" id="${id}-error">${errorText}</p>`}</div>
`;
}

export function renderPlainChoice(
  name: string,
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
): Html {
  return html`<div class="field"><label for="${toFieldId(name)}">${label}</label><select id="${toFieldId(name)}" name="${name}">
${options.map(([option, text]) => html`<option value="${option}"${option === value && html` selected`}>${text}</option>`)}</select></div>
`;
}

export function renderPlainCheck(name: string, label: string, isOn: boolean): Html {
  return html`<label class="check"><input name="${name}" type="checkbox"${isOn && html` checked`}> <span>${label}</span></label>
`;
}

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">
`;
}

/** A button that changes the draft and renders the form again. */
export function renderActionButton(value: string, text: string, label?: string): Html {
  return html`<button class="button quiet" type="submit" name="do" value="${value}"${label && html` aria-label="${label}"`}>${text}</button>
`;
}

export function listDiscountTypes(t: EditorWords): [string, string][] {
  return [
    ['percentage', t.percent],
    ['fixed', t.fixed],
  ];
}

function toFieldId(name: string): string {
  return `p-${name.replaceAll('.', '-')}`;
}
