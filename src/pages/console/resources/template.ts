import type { QuoteTemplate } from '../../../domain/catalogue/template.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { ItemInput } from '../../../domain/quote/line/line-item.ts';
import { CLOSING_TEXT_NAMES } from '../../../domain/quote/quote-texts.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatDays, formatPercent, formatQuantity } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import { money, renderDate, renderFacts, renderUserText, type Viewer } from '../viewer.ts';
import { type Column, renderTable } from './list.ts';

export function renderTemplates(viewer: Viewer, templates: readonly QuoteTemplate[]): Html {
  const { base, t } = viewer;
  const words = t.nouns.templates;
  const columns: Column<QuoteTemplate>[] = [
    [
      words.name,
      ({ id, name, title }) =>
        html`<a data-open href="${base}/templates/${id}"><bdi>${name}</bdi></a>${title && html`<span class="under"><bdi>${title}</bdi></span>`}`,
    ],
    [words.lines, (template) => lineCount(viewer, template)],
    [words.changed, ({ updatedAt }) => renderDate(viewer, updatedAt), 'narrow-hidden'],
  ];
  return renderTable(words.title, columns, templates);
}

function lineCount({ t, locale }: Viewer, { items }: QuoteTemplate): Html {
  const n = items.length;
  return fill(pickPlural(t.nouns.templates.lineCount, n, locale), { n: formatQuantity(n, locale) });
}

export function renderTemplate(viewer: Viewer, template: QuoteTemplate): Html {
  const { t, locale } = viewer;
  const words = t.nouns.templates;
  const { title, description, validityDays, paymentSchedule, items } = template;
  return html`<section class="panel">${renderFacts([
    [words.quoteTitle, title && html`<bdi>${title}</bdi>`],
    [words.introduction, description && renderUserText(description)],
    [words.discount, renderDiscount(viewer, template)],
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
    [words.changed, renderDate(viewer, template.updatedAt)],
  ])}</section>
${items.length > 0 && html`<section class="part" aria-labelledby="lines"><h2 id="lines">${words.lines}</h2>${renderLines(viewer, template)}</section>`}`;
}

function renderLines(viewer: Viewer, { items, currency }: QuoteTemplate): Html {
  const { t, locale, account } = viewer;
  const words = t.nouns.templates;
  const columns: Column<ItemInput>[] = [
    [
      words.description,
      ({ description, section, optional }) =>
        html`${renderUserText(description)}${(section || optional) && html`<span class="under"><bdi>${section}</bdi> ${optional && html`<span class="chip">${words.optionalShort}</span>`}</span>`}`,
    ],
    [
      words.quantity,
      ({ quantity, unit }) => html`${formatQuantity(quantity, locale)}${unit && html` <bdi>${unit}</bdi>`}`,
      'number',
    ],
    [
      words.price,
      ({ unitPrice }) =>
        html`<span class="narrow-only">× </span>${money(viewer, unitPrice, currency ?? account.currency)}`,
      'number',
    ],
  ];
  return renderTable(words.lines, columns, items, { isList: false });
}

function renderDiscount(viewer: Viewer, template: QuoteTemplate): Html | string | null {
  const { discountType, discountValue, currency } = template;
  if (discountType === null || discountValue === null) return null;
  if (discountType === 'percentage') return formatPercent(discountValue, viewer.locale);
  return money(viewer, discountValue, currency ?? viewer.account.currency);
}
