import { formatQuantity } from '../../../i18n/format.ts';
import { type Html, html } from '../../../markup/html.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { type Field, type FormState, renderField } from '../form/field.ts';
import type { Reader } from '../reader.ts';

/** Rows of fields for payment stages, as many as the form has. */
export function renderStageFields({ t, locale }: Reader, state: FormState): Html {
  const words = t.editor;
  const rows = Number(state.values.stageRows ?? 0);
  const wrong = state.errors.paymentSchedule;
  return html`<fieldset class="lines"><legend>${words.schedule}</legend>
<p class="hint">${words.scheduleHint}</p>
${wrong && html`<p class="error">${icon('alert')} <span>${wrong}</span></p>`}
<input type="hidden" name="stageRows" value="${rows}">
${Array.from({ length: rows }, (_, row) => renderStage({ t, locale }, row, state))}
</fieldset>`;
}

function renderStage({ t, locale }: Pick<Reader, 't' | 'locale'>, row: number, state: FormState): Html {
  const words = t.editor;
  const field = (name: string, label: string, more: Partial<Field> = {}) =>
    renderField({ name: `stages.${row}.${name}`, label, required: false, isPlain: true, ...more }, state, t);
  const types = [
    { value: 'percentage', text: words.percentage },
    { value: 'fixed', text: words.fixed },
    { value: 'rest', text: words.rest },
  ];
  const whens = [
    { value: 'acceptance', text: words.acceptance },
    { value: 'start', text: words.start },
    { value: 'completion', text: words.completion },
    { value: 'date', text: words.date },
  ];
  return html`<fieldset class="line"><legend>${fill(words.stage, { n: formatQuantity(row + 1, locale) })}</legend>
${field('label', words.stageLabel)}
<div class="cells">${field('type', words.stageType, { kind: 'select', options: types })}
${field('value', words.stageValue, { kind: 'decimal' })}
${field('when', words.due, { kind: 'select', options: whens })}
${field('days', words.days, { kind: 'whole' })}
${field('date', words.day, { kind: 'date' })}</div>
</fieldset>
`;
}
