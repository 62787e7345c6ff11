import { type Html, html } from '../../../../domain/markup/html.ts';
import { fill } from '../../../../i18n/fill.ts';
import { formatMoney } from '../../../../i18n/format.ts';
import { isBlank, isSelectable, type LineRow, type Row, type StageRow } from '../draft/draft.ts';
import { computeLiveAmount } from '../draft/live-totals.ts';
import { listCategoryOptions } from '../tax-category-options.ts';
import {
  hidden,
  listDiscountTypes,
  renderActionButton,
  renderPlainCheck,
  renderPlainChoice,
  renderPlainField,
} from './plain-fields.ts';
import type { PlainForm } from './plain-view.ts';

export function renderPlainRow(form: PlainForm, row: Row, at: number): Html {
  const { t } = form;
  const name = `rows.${at}`;
  const n = String(at + 1);
  const moves = html`<p class="buttons">${renderActionButton(`up:${row.key}`, t.moveUp, `${t.moveUp}: ${fill(t.line, { n })}`)}${renderActionButton(`down:${row.key}`, t.moveDown, `${t.moveDown}: ${fill(t.line, { n })}`)}${renderActionButton(`copy:${row.key}`, t.duplicate, `${t.duplicate}: ${fill(t.line, { n })}`)}${renderActionButton(`delete:${row.key}`, t.remove, `${t.remove}: ${fill(t.line, { n })}`)}</p>`;
  const known = html`${hidden(`${name}.key`, row.key)}${hidden(`${name}.kind`, row.kind)}`;
  if (row.kind === 'heading') {
    return html`<li><fieldset><legend>${t.section}</legend>${known}
${renderPlainField({ name: `${name}.name`, label: t.sectionName, value: row.name, ...(row.name === '' && { hint: t.sectionEnd }) })}${moves}</fieldset></li>
`;
  }
  return html`<li><fieldset><legend>${fill(t.line, { n })}</legend>${known}${hidden(`${name}.id`, row.id)}${hidden(`${name}.catalogueItemId`, row.catalogueItemId)}
${plainCells(form, row, name)}${moves}</fieldset></li>
`;
}

function plainCells(form: PlainForm, row: LineRow, name: string): Html {
  const { t, findFieldError, draft, separators, locale, currency } = form;
  const field = (part: keyof LineRow & string, label: string, isNumber = false, rows?: number) =>
    renderPlainField({
      ...{ name: `${name}.${part}`, label, value: String(row[part] ?? ''), isNumber },
      ...(rows !== undefined && { rows }),
      errorText: isBlank(row) ? undefined : findFieldError(`rows/${row.key}/${part}`),
    });
  const live = computeLiveAmount(row, draft.currency, separators);
  return html`${field('description', t.description, false, 2)}<div class="plain-cells">
${field('quantity', t.quantity, true)}${field('unit', t.unit)}${field('price', t.price, true)}${field('tax', t.tax, true)}
<p class="amount"><span class="label">${t.amount}</span> ${live ? formatMoney(live.amount, currency, locale) : '–'}</p></div>
<details${isSelectable(row) && html` open`}><summary>${t.more}</summary><div class="plain-cells">
${field('discountValue', t.discount, true)}${renderPlainChoice(`${name}.discountType`, t.discountOf, row.discountType, listDiscountTypes(t))}${field('sku', t.sku)}${form.seesCosts && field('cost', t.cost, true)}${renderPlainChoice(`${name}.taxCategory`, t.taxCategory, row.taxCategory, listCategoryOptions(t, row.taxCategory))}${field('taxReason', t.taxReason)}${field('choice', t.choice)}${field('min', `${t.range}: ${t.min}`, true)}${field('max', t.max, true)}${field('step', t.step, true)}</div>
${renderPlainCheck(`${name}.optional`, t.optional, row.optional)}${renderPlainCheck(`${name}.selected`, t.selected, row.selected)}</details>`;
}

export function renderPlainStage({ t, findFieldError }: PlainForm, stage: StageRow, at: number): Html {
  const name = `stages.${at}`;
  const field = (part: 'label' | 'value' | 'days' | 'date', label: string) =>
    renderPlainField({
      ...{
        name: `${name}.${part}`,
        label,
        value: stage[part],
        errorText: findFieldError(`stages/${stage.key}/${part}`),
      },
      ...(part === 'date' ? { kind: 'date' as const } : { isNumber: part !== 'label' }),
    });
  return html`<li><fieldset><legend>${fill(t.stage, { n: String(at + 1) })}</legend>${hidden(`${name}.key`, stage.key)}<div class="plain-cells">
${field('label', t.stageLabel)}${renderPlainChoice(`${name}.type`, t.stageType, stage.type, [
  ['percentage', t.percentage],
  ['fixed', t.fixed],
  ['rest', t.rest],
])}${field('value', t.stageValue)}${renderPlainChoice(`${name}.when`, t.due, stage.when, [
  ['acceptance', t.acceptance],
  ['start', t.start],
  ['completion', t.completion],
  ['date', t.date],
])}${field('days', t.days)}${field('date', t.day)}</div>${renderActionButton(`unstage:${stage.key}`, t.removeStage)}</fieldset></li>
`;
}
