import { fill } from '../../../i18n/fill.ts';
import { formatMoney } from '../../../i18n/format.ts';
import { type Html, html } from '../../../markup/html.ts';
import { isBlank, isSelectable, type LineRow, type Row, type StageRow } from './draft/draft.ts';
import { liveAmount } from './draft/live-totals.ts';
import {
  discountKinds,
  hidden,
  plainCheck,
  plainChoice,
  plainField,
  renderActionButton,
} from './plain-fields.ts';
import type { PlainForm } from './plain-form.ts';

export function plainRow(form: PlainForm, row: Row, at: number): Html {
  const { say } = form;
  const name = `rows.${at}`;
  const n = String(at + 1);
  const moves = html`<p class="buttons">${renderActionButton(`up:${row.key}`, say.moveUp, `${say.moveUp}: ${fill(say.line, { n })}`)}${renderActionButton(`down:${row.key}`, say.moveDown, `${say.moveDown}: ${fill(say.line, { n })}`)}${renderActionButton(`copy:${row.key}`, say.duplicate, `${say.duplicate}: ${fill(say.line, { n })}`)}${renderActionButton(`delete:${row.key}`, say.remove, `${say.remove}: ${fill(say.line, { n })}`)}</p>`;
  const known = html`${hidden(`${name}.key`, row.key)}${hidden(`${name}.kind`, row.kind)}`;
  if (row.kind === 'heading') {
    return html`<li><fieldset><legend>${say.section}</legend>${known}
${plainField({ name: `${name}.name`, label: say.sectionName, value: row.name, ...(row.name === '' && { hint: say.sectionEnd }) })}${moves}</fieldset></li>
`;
  }
  return html`<li><fieldset><legend>${fill(say.line, { n })}</legend>${known}${hidden(`${name}.id`, row.id)}${hidden(`${name}.catalogueItemId`, row.catalogueItemId)}
${plainCells(form, row, name)}${moves}</fieldset></li>
`;
}

function plainCells(form: PlainForm, row: LineRow, name: string): Html {
  const { say, troubleOf, draft, separators, locale, currency } = form;
  const field = (part: keyof LineRow & string, label: string, isNumber = false, rows?: number) =>
    plainField({
      ...{ name: `${name}.${part}`, label, value: String(row[part]), isNumber },
      ...(rows !== undefined && { rows }),
      trouble: isBlank(row) ? undefined : troubleOf(`rows/${row.key}/${part}`),
    });
  const live = liveAmount(row, draft.currency, separators);
  return html`${field('description', say.description, false, 2)}<div class="plain-cells">
${field('quantity', say.quantity, true)}${field('unit', say.unit)}${field('price', say.price, true)}${field('tax', say.tax, true)}
<p class="amount"><span class="label">${say.amount}</span> ${live ? formatMoney(live.amount, currency, locale) : '–'}</p></div>
<details${isSelectable(row) && html` open`}><summary>${say.more}</summary><div class="plain-cells">
${field('discountValue', say.discount, true)}${plainChoice(`${name}.discountType`, say.discountOf, row.discountType, discountKinds(say))}${field('sku', say.sku)}${field('choice', say.choice)}${field('min', `${say.range}: ${say.min}`, true)}${field('max', say.max, true)}${field('step', say.step, true)}</div>
${plainCheck(`${name}.optional`, say.optional, row.optional)}${plainCheck(`${name}.selected`, say.selected, row.selected)}</details>`;
}

export function plainStage({ say, troubleOf }: PlainForm, stage: StageRow, at: number): Html {
  const name = `stages.${at}`;
  const field = (part: 'label' | 'value' | 'days' | 'date', label: string) =>
    plainField({
      ...{
        name: `${name}.${part}`,
        label,
        value: stage[part],
        trouble: troubleOf(`stages/${stage.key}/${part}`),
      },
      ...(part === 'date' ? { kind: 'date' as const } : { isNumber: part !== 'label' }),
    });
  return html`<li><fieldset><legend>${fill(say.stage, { n: String(at + 1) })}</legend>${hidden(`${name}.key`, stage.key)}<div class="plain-cells">
${field('label', say.stageLabel)}${plainChoice(`${name}.type`, say.stageType, stage.type, [
  ['percentage', say.percentage],
  ['fixed', say.fixed],
  ['rest', say.rest],
])}${field('value', say.stageValue)}${plainChoice(`${name}.when`, say.due, stage.when, [
  ['acceptance', say.acceptance],
  ['start', say.start],
  ['completion', say.completion],
  ['date', say.date],
])}${field('days', say.days)}${field('date', say.day)}</div>${renderActionButton(`unstage:${stage.key}`, say.removeStage)}</fieldset></li>
`;
}
