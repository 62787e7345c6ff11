import { CLOSING_TEXT_NAMES } from '../../../domain/quote/quote-texts.ts';
import type { QuoteTemplate } from '../../../domain/quote/template.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { listCurrencies } from '../../../i18n/countries.ts';
import { formatDays, formatQuantity } from '../../../i18n/format.ts';
import { type Html, html } from '../../../markup/html.ts';
import { fill } from '../../shell.ts';
import { type Field, type FormState, renderField } from '../form/field.ts';
import { renderTable } from '../list/list.ts';
import { money, type Reader, renderDate, renderFacts, renderUserText } from '../reader.ts';
import { discountText, renderLineFields } from './template-lines.ts';
import { renderStageFields } from './template-stages.ts';

export function renderTemplates(reader: Reader, templates: readonly QuoteTemplate[]): Html {
  const { base, t } = reader;
  const words = t.nouns.templates;
  const columns = [
    { text: words.name },
    { text: words.lines },
    { text: words.changed, className: 'narrow-hidden' },
  ];
  return renderTable(
    words.title,
    columns,
    templates.map(
      (template) =>
        html`<tr data-row><td><a data-open href="${base}/templates/${template.id}"><bdi>${template.name}</bdi></a>${template.title && html`<span class="under"><bdi>${template.title}</bdi></span>`}</td><td>${lineCount(reader, template)}</td><td class="narrow-hidden">${renderDate(reader, template.updatedAt)}</td></tr>\n`,
    ),
  );
}

function lineCount({ t, locale }: Reader, { items }: QuoteTemplate): Html {
  const n = items.length;
  return fill(pickPlural(t.nouns.templates.lineCount, n, locale), { n: formatQuantity(n, locale) });
}

export function renderTemplate(reader: Reader, template: QuoteTemplate): Html {
  const { t, locale } = reader;
  const words = t.nouns.templates;
  const { title, description, validityDays, paymentSchedule, items } = template;
  return html`<section class="panel">${renderFacts([
    [words.quoteTitle, title && html`<bdi>${title}</bdi>`],
    [words.introduction, description && renderUserText(description)],
    [words.discount, discountText(reader, template)],
    [words.validityDays, validityDays !== null && formatDays(validityDays, locale)],
    [words.currency, template.currency],
    [
      words.schedule,
      paymentSchedule &&
        html`${paymentSchedule.map(({ label }, index) => html`${index > 0 && ', '}<bdi>${label}</bdi>`)}`,
    ],
    ...CLOSING_TEXT_NAMES.map(
      (name) => [t.editor[name], template[name] && renderUserText(template[name])] as const,
    ),
    [words.changed, renderDate(reader, template.updatedAt)],
  ])}</section>
${items.length > 0 && html`<section class="part" aria-labelledby="lines"><h2 id="lines">${words.lines}</h2>${renderLines(reader, template)}</section>`}`;
}

function renderLines(reader: Reader, { items, currency }: QuoteTemplate): Html {
  const { t, locale, account } = reader;
  const words = t.nouns.templates;
  const columns = [
    { text: words.description },
    { text: words.quantity, className: 'number' },
    { text: words.price, className: 'number' },
  ];
  return renderTable(
    words.lines,
    columns,
    items.map(
      ({ description, quantity, unit, unitPrice, section, optional }) =>
        html`<tr><td>${renderUserText(description)}${(section || optional) && html`<span class="under"><bdi>${section}</bdi> ${optional && html`<span class="chip">${words.optionalShort}</span>`}</span>`}</td><td class="number">${formatQuantity(quantity, locale)}${unit && html` <bdi>${unit}</bdi>`}</td><td class="number"><span class="narrow-only">× </span>${money(reader, unitPrice, currency ?? account.currency)}</td></tr>\n`,
    ),
  );
}

export function renderTemplateFields(reader: Reader, state: FormState): Html {
  const { t, locale } = reader;
  const words = t.nouns.templates;
  const field = (given: Field) => renderField(given, state, t);
  return html`${field({ name: 'name', label: words.name, hint: words.nameHint, required: true, autocomplete: 'off' })}
${field({ name: 'title', label: words.quoteTitle, autocomplete: 'off' })}
${field({ name: 'description', label: words.introduction, kind: 'area' })}
${renderLineFields(reader, state)}
<div class="pair">${field({
    name: 'discountType',
    label: words.discount,
    kind: 'select',
    options: [
      { value: '', text: words.discountNone },
      { value: 'percentage', text: words.discountPercentage },
      { value: 'fixed', text: words.discountFixed },
    ],
  })}
${field({ name: 'discountValue', label: words.discountValue, kind: 'decimal' })}</div>
${renderStageFields(reader, state)}
<div class="pair">${field({ name: 'validityDays', label: words.validityDays, kind: 'whole', hint: words.validityHint })}
${field({
  name: 'currency',
  label: words.currency,
  kind: 'select',
  hint: words.currencyHint,
  options: [
    { value: '', text: words.currencyDefault },
    ...listCurrencies(locale, state.values.currency ?? ''),
  ],
})}</div>
${CLOSING_TEXT_NAMES.map((name) => field({ name, label: t.editor[name], kind: 'area' }))}`;
}
