import { printedTaxes } from '../../domain/money/printed-taxes.ts';
import { amountOf, splitIntoStages } from '../../domain/money/stages.ts';
import type { Totals, TotalsInput } from '../../domain/money/totals.ts';
import type { DiscountType } from '../../domain/quote/quote.ts';
import type { StageSize } from '../../domain/schedule/payment-schedule.ts';
import { amountInWords } from '../../i18n/amount-in-words.ts';
import { formatMoney, formatPercent } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { type Html, html } from '../../markup/html.ts';
import { fill } from '../shell.ts';

/** Data to render totals, on the server and in the browser. */
export interface SumsView {
  discountType: DiscountType | null;
  discountValue: number | null;
  currency: string;
  locale: Locale;
  /** A convention of some countries. */
  totalInWords: boolean;
  /** Name of the tax. */
  taxName: string;
  say: { subtotal: string; discount: string; taxBase: string; total: string };
  schedule: ScheduleView | null;
}

export interface ScheduleView {
  /** `due` is in words. */
  stages: { label: string; size: StageSize; due: string }[];
  say: { paymentSchedule: string; description: string; dueDate: string; amount: string };
}

/** Data from which the script computes the totals, as the server does. */
export interface Offer {
  items: TotalsInput['items'];
  view: SumsView;
}

export function renderTotals(view: SumsView, totals: Totals): Html {
  const { discountType, discountValue, locale, say, taxName } = view;
  const amount = (minor: number) => renderMoney(view, minor);
  const taxes = printedTaxes(totals.taxes);
  const discounted = discountType !== null && totals.discountAmount > 0;
  const percent = discountType === 'percentage' && formatPercent(discountValue ?? 0, locale);
  return html`<dl class="totals">
${(discounted || taxes.length > 0) && html`<div><dt>${say.subtotal}</dt><dd>${amount(totals.subtotal)}</dd></div>`}
${discounted && html`<div><dt>${say.discount}${percent && html` <bdi>${percent}</bdi>`}</dt><dd>${amount(-totals.discountAmount)}</dd></div>`}
${taxes.map(
  (tax) =>
    html`<div><dt><bdi>${taxName}</bdi> <bdi>${formatPercent(tax.rate, locale)}</bdi> <span class="muted">${fill(say.taxBase, { base: amount(tax.net) })}</span></dt><dd>${amount(tax.tax)}</dd></div>`,
)}
<div class="grand"><dt>${say.total}</dt><dd>${amount(totals.total)}</dd></div>
</dl>${view.totalInWords && renderInWords(view, totals.total)}${view.schedule && renderSchedule(view, view.schedule, totals)}`;
}

/** The payment stages. */
function renderSchedule(view: SumsView, { stages, say }: ScheduleView, { taxes }: Totals): Html {
  const shares = splitIntoStages(
    taxes,
    stages.map(({ size }) => size),
  );
  return html`<section class="schedule"><h2 class="label" id="schedule">${say.paymentSchedule}</h2>
<table aria-labelledby="schedule">
<thead><tr><th scope="col">${say.description}</th><th scope="col">${say.dueDate}</th><th scope="col" class="number">${say.amount}</th></tr></thead>
<tbody>
${stages.map(
  ({ label, due }, index) =>
    html`<tr><th scope="row"><bdi>${label}</bdi></th><td>${due}</td><td class="number">${renderMoney(view, amountOf(shares[index] ?? []))}</td></tr>
`,
)}</tbody>
</table></section>`;
}

function renderInWords({ currency, locale }: SumsView, total: number): Html {
  const { label, text } = amountInWords(total, currency, locale.language);
  const lang = locale.language === 'hi' ? 'hi' : 'en';
  return html`<p class="in-words small" lang="${lang}" dir="ltr"><span class="muted">${label}:</span> ${text}</p>`;
}

export function renderMoney(
  { currency, locale }: Pick<SumsView, 'currency' | 'locale'>,
  minor: number,
): Html {
  return html`<bdi class="money">${formatMoney(minor, currency, locale)}</bdi>`;
}
