import type { QuoteTemplate } from '../../../domain/quote/template.ts';
import { formatPercent, formatQuantity } from '../../../i18n/format.ts';
import { type Html, html } from '../../../markup/html.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { type Field, type FormState, renderField, renderTheirs } from '../form/field.ts';
import { money, type Reader } from '../reader.ts';

export function discountText(reader: Reader, template: QuoteTemplate): Html | string | null {
  const { discountType, discountValue, currency } = template;
  if (discountType === null || discountValue === null) return null;
  if (discountType === 'percentage') return formatPercent(discountValue, reader.locale);
  return money(reader, discountValue, currency ?? reader.account.currency);
}

/** Rows of fields, as many as the form has. Values that are not shown are carried along in hidden fields. */
export function renderLineFields(reader: Reader, state: FormState): Html {
  const { t } = reader;
  const words = t.nouns.templates;
  const rows = Number(state.values.rows ?? 0);
  const theirs = state.theirs?.items;
  return html`<fieldset class="lines"><legend>${words.lines}</legend>
<p class="hint">${words.linesHint}</p>
${state.errors.items && html`<p class="error">${icon('alert')} <span>${state.errors.items}</span></p>`}
${theirs !== undefined && renderTheirs('f-items', theirs, t)}
<input type="hidden" name="rows" value="${rows}">
${Array.from({ length: rows }, (_, row) => renderLine(reader, row, state))}
</fieldset>`;
}

function renderLine({ t, locale }: Reader, row: number, state: FormState): Html {
  const words = t.nouns.templates;
  const at = (name: string) => `items.${row}.${name}`;
  const field = (name: string, label: string, more: Partial<Field> = {}) =>
    renderField({ name: at(name), label, required: true, ...more }, state, t);
  const hasMore = ['section', 'choice', 'optional', 'remove'].some((name) => state.values[at(name)]);
  return html`<fieldset class="line"><legend>${fill(words.line, { n: formatQuantity(row + 1, locale) })}</legend>
<input type="hidden" name="${at('rest')}" value="${state.values[at('rest')] ?? ''}">
${field('description', words.description, { kind: 'area', rows: 1 })}
<div class="cells">${field('quantity', words.quantity, { kind: 'decimal' })}
${field('unit', words.unit)}
${field('unitPrice', words.price, { kind: 'decimal' })}
${field('taxRate', words.tax, { kind: 'decimal' })}</div>
<details${hasMore && html` open`}><summary>${words.more}</summary><div class="pair">${field('section', words.section)}
${field('choice', words.choice, { hint: words.choiceHint })}</div>
${field('optional', words.optional, { kind: 'check' })}
${field('remove', words.remove, { kind: 'check' })}</details>
</fieldset>
`;
}
