import { type Html, html } from '../../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { icon } from '../../icons.ts';

/** Typed or stored values, as the texts of the fields. */
export type Values = Partial<Record<string, string>>;

export interface FormState {
  values: Values;
  /** Translated errors by field name. */
  errors: Values;
  /** Values that someone else saved in fields that the person also changed. */
  theirs?: Values | undefined;
}

interface Option {
  value: string;
  text: string;
}

export interface Field {
  name: string;
  label: string;
  kind?:
    | 'text'
    | 'email'
    | 'tel'
    | 'password'
    | 'url'
    | 'decimal'
    | 'whole'
    | 'area'
    | 'select'
    | 'check'
    | 'color'
    | 'date';
  hint?: string | undefined;
  required?: boolean;
  options?: readonly Option[];
  rows?: number;
  autocomplete?: string;
  /** Omits the “optional” label: most of these fields stay empty. */
  isPlain?: boolean;
  /** Shows the label only to screen readers. */
  isLabelHidden?: boolean;
}

type Say = Pick<ConsoleTexts, 'forms'>;

/** Renders a field with its label, hint and error. */
export function renderField(field: Field, state: FormState, t: Say): Html {
  if (field.kind === 'check') return renderCheck(field, state);
  const { name, label, hint, required, isLabelHidden, isPlain } = field;
  const id = toFieldId(name);
  const error = state.errors[name];
  const theirs = state.theirs?.[name];
  const marks = { id, isWrong: error !== undefined, describedBy: describedBy(id, { hint, error, theirs }) };
  return html`<div class="field">
<label for="${id}"${isLabelHidden && html` class="visually-hidden"`}>${label}${!required && !isPlain && !isLabelHidden && field.kind !== 'select' && html` <span class="muted">${t.forms.optional}</span>`}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${renderControl(field, state.values[name] ?? '', marks)}
${error !== undefined && html`<p class="error" id="${id}-error">${icon('alert')} <span>${error}</span></p>`}
${theirs !== undefined && renderTheirs(id, theirs, t)}</div>
`;
}

interface Marks {
  id: string;
  isWrong: boolean;
  describedBy: string;
}

function renderControl(field: Field, value: string, { id, isWrong, describedBy }: Marks): Html {
  const { name, kind = 'text', required, autocomplete } = field;
  const attributes = html` id="${id}" name="${name}"${required && kind !== 'color' && html` required`}${isWrong && html` aria-invalid="true"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}${autocomplete && html` autocomplete="${autocomplete}"`}`;
  if (kind === 'select') {
    return html`<select${attributes}>${(field.options ?? []).map((option) => renderOption(option, value))}</select>`;
  }
  if (kind === 'area') {
    // Browsers drop a line break directly after the tag.
    return html`<textarea${attributes} rows="${field.rows ?? 4}" dir="auto">\n${value}</textarea>`;
  }
  if (kind === 'date') return html`<input type="date"${attributes} value="${value}">`;
  if (kind === 'color') return html`<input type="color"${attributes} value="${value}">`;
  const isNumber = kind === 'decimal' || kind === 'whole';
  const mode = kind === 'decimal' ? 'decimal' : 'numeric';
  return html`<input type="${isNumber ? 'text' : kind}"${attributes} value="${value}"${isNumber ? html` inputmode="${mode}" autocomplete="off"` : html` dir="auto"`}>`;
}

function renderOption({ value, text }: Option, chosen: string): Html {
  return html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
}

function renderCheck({ name, label, hint }: Field, { values }: FormState): Html {
  const id = toFieldId(name);
  return html`<div class="field check-field"><label class="check"><input type="checkbox" id="${id}" name="${name}" value="on"${values[name] === 'on' && html` checked`}${hint && html` aria-describedby="${id}-hint"`}> <span>${label}</span></label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}</div>
`;
}

export function renderTheirs(id: string, theirs: string, { forms }: Say): Html {
  return html`<div class="theirs" id="${id}-theirs"><p>${theirs === '' ? forms.theirsEmpty : forms.theirs}</p>${theirs !== '' && html`<p class="theirs-text" dir="auto">${theirs}</p>`}</div>`;
}

export function toFieldId(name: string): string {
  return `f-${name.replaceAll('.', '-')}`;
}

function describedBy(id: string, parts: Record<string, string | undefined>): string {
  return Object.entries(parts)
    .filter(([, text]) => text !== undefined)
    .map(([part]) => `${id}-${part}`)
    .join(' ');
}
