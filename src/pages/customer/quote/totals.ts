import { type Html, html } from '../../../domain/markup/html.ts';
import type { DiscountType } from '../../../domain/money/discount.ts';
import { listPrintedTaxes, listTaxNotes, type TaxNames } from '../../../domain/money/printed-taxes.ts';
import type { StageSize } from '../../../domain/money/stages.ts';
import { splitIntoStages } from '../../../domain/money/stages.ts';
import { sumGross } from '../../../domain/money/tax-group.ts';
import type { Totals, TotalsInput } from '../../../domain/money/totals.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { TaxCategory } from '../../../domain/tax/tax-category.ts';
import { formatAmountInWords } from '../../../i18n/amount-in-words.ts';
import { formatMoney, formatPercent } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { describePayments, listLaterSums, type PaymentSums } from '../../../i18n/quote/recurring.ts';
import { fill } from '../../shell.ts';

/** Data to render totals, on the server and in the browser. */
export interface TotalsView {
  discountType: DiscountType | null;
  discountValue: number | null;
  pricesIncludeTax: boolean;
  currency: string;
  locale: Locale;
  /** A convention of some countries. */
  totalInWords: boolean;
  taxNames: TaxNames;
  t: { subtotal: string; discount: string; taxBase: string; taxIncluded: string; total: string };
  /** Sentences for the categories of the items. */
  taxSentences: Partial<Record<TaxCategory, string>>;
  schedule: ScheduleView | null;
  /** The invoice that follows the acceptance, with the index of its stage. */
  announced: { stage: number | null; sentence: string } | null;
  /** The words for what recurs; absent if nothing does. */
  later?: { t: LaterWords; begin: string | null };
}

type LaterWords = Parameters<typeof listLaterSums>[2];

export interface ScheduleView {
  /** `due` is in words; `amount` is that of the stored quote. */
  stages: { label: string; size: StageSize; due: string; amount: number }[];
  /** The taxes of the stored quote. */
  taxes: Totals['taxes'];
  t: { paymentSchedule: string; description: string; dueDate: string; amount: string };
}

/** Data from which the script computes the totals, as the server does. */
export interface Offer extends PricedOffer {
  view: TotalsView;
}

/** Data from which the script computes the total alone. */
export interface PricedOffer {
  items: TotalsInput['items'];
  view: Omit<TotalsInput, 'items'> & Pick<TotalsView, 'currency' | 'locale'>;
}

/** `null`: without the totals, which depend on a quantity that is not offered. */
export function renderTotals(
  view: TotalsView,
  totals: Pick<Totals, 'subtotal' | 'discountAmount' | 'taxes' | 'total'> | null,
  later: Pick<Quote, 'recurring' | 'contractTotal'> = {},
): Html {
  if (!totals)
    return html`<dl class="totals"><div class="grand"><dt>${view.t.total}</dt><dd>${renderMoney(view, null)}</dd></div></dl>`;
  const { discountType, discountValue, pricesIncludeTax, locale, t } = view;
  const amount = (minor: number) => renderMoney(view, minor);
  const taxes = renderTaxes(view, totals.taxes);
  const discounted = discountType !== null && totals.discountAmount > 0;
  const percent = discountType === 'percentage' && formatPercent(discountValue ?? 0, locale);
  return html`<dl class="totals">
${(discounted || (taxes.length > 0 && !pricesIncludeTax)) && html`<div><dt>${t.subtotal}</dt><dd>${amount(totals.subtotal)}</dd></div>`}
${discounted && html`<div><dt>${t.discount}${percent && html` <bdi>${percent}</bdi>`}</dt><dd>${amount(-totals.discountAmount)}</dd></div>`}
${!pricesIncludeTax && taxes}
<div class="grand"><dt>${t.total}</dt><dd>${amount(totals.total)}</dd></div>
${pricesIncludeTax && taxes}${view.later && renderLater(view, view.later, later)}
</dl>${view.later?.begin && html`<p class="muted small">${view.later.begin}</p>`}${renderTaxNotes(view, totals.taxes)}${view.totalInWords && renderInWords(view, totals.total)}${view.schedule && renderSchedule(view, view.schedule, totals)}`;
}

function renderLater(
  view: TotalsView,
  { t }: NonNullable<TotalsView['later']>,
  later: Pick<Quote, 'recurring' | 'contractTotal'>,
): Html[] {
  const sums = listLaterSums(later, view.locale, t);
  return sums.map(
    ({ label, amount }) =>
      html`\n<div class="later"><dt>${label}</dt><dd>${renderMoney(view, amount)}</dd></div>`,
  );
}

/** What the customer agrees to pay where something recurs. */
export function renderPayments(
  view: Pick<TotalsView, 'currency' | 'locale'>,
  sums: PaymentSums,
  t: LaterWords,
): Html {
  const { text, amounts } = describePayments(sums, view.locale, t, (minor) => renderMoney(view, minor));
  return fill(text, amounts);
}

/** The taxes, to be added to the subtotal or contained in the total. */
function renderTaxes(view: TotalsView, taxes: Totals['taxes']): Html[] {
  const { pricesIncludeTax, locale, t, taxNames } = view;
  return listPrintedTaxes(taxes, taxNames).map(({ name, rate, net, tax }) => {
    const label = fill(pricesIncludeTax && rate > 0 ? t.taxIncluded : '{tax} {rate}', {
      tax: html`<bdi>${name}</bdi>`,
      rate: html`<bdi>${formatPercent(rate, locale)}</bdi>`,
    });
    return html`<div><dt>${label} <span class="muted">${fill(t.taxBase, { base: renderMoney(view, net) })}</span></dt><dd>${renderMoney(view, tax)}</dd></div>`;
  });
}

function renderTaxNotes({ taxSentences }: TotalsView, taxes: Totals['taxes']): Html[] {
  const notes = listTaxNotes(taxes, (category) => taxSentences[category]);
  return notes.map((note) => html`<p class="tax-note muted small"><bdi>${note}</bdi></p>`);
}

/** The payment stages. */
function renderSchedule(view: TotalsView, schedule: ScheduleView, { taxes }: Pick<Totals, 'taxes'>): Html {
  const { stages, t } = schedule;
  const amounts = computeStageAmounts(schedule, taxes, view.pricesIncludeTax);
  return html`<section class="schedule"><h2 class="label" id="schedule">${t.paymentSchedule}</h2>
<table aria-labelledby="schedule">
<thead><tr><th scope="col">${t.description}</th><th scope="col">${t.dueDate}</th><th scope="col" class="number">${t.amount}</th></tr></thead>
<tbody>
${stages.map(
  ({ label, due }, index) =>
    html`<tr><th scope="row"><bdi>${label}</bdi></th><td>${due}</td><td class="number">${renderMoney(view, amounts[index] ?? 0)}</td></tr>
`,
)}</tbody>
</table></section>`;
}

/** Announces the invoice that follows acceptance of this selection; `null` if there is none. */
export function renderAnnouncement(
  view: TotalsView,
  { taxes, total }: Pick<Totals, 'taxes' | 'total'>,
): Html | null {
  const { announced, schedule, pricesIncludeTax } = view;
  if (!announced) return null;
  const { stage, sentence } = announced;
  const amount =
    stage === null || !schedule
      ? total
      : (computeStageAmounts(schedule, taxes, pricesIncludeTax)[stage] ?? 0);
  return amount > 0 ? fill(sentence, { amount: renderMoney(view, amount) }) : null;
}

/** Returns the stored amounts, unless the customer chose something else. */
function computeStageAmounts(
  { stages, taxes: storedTaxes }: ScheduleView,
  taxes: Totals['taxes'],
  pricesIncludeTax: boolean,
): number[] {
  if (JSON.stringify(taxes) === JSON.stringify(storedTaxes)) return stages.map(({ amount }) => amount);
  const sizes = stages.map(({ size }) => size);
  return splitIntoStages(taxes, sizes, pricesIncludeTax).map(sumGross);
}

function renderInWords({ currency, locale }: TotalsView, total: number): Html {
  const { label, text } = formatAmountInWords(total, currency, locale.language);
  const lang = locale.language === 'hi' ? 'hi' : 'en';
  return html`<p class="in-words small" lang="${lang}" dir="ltr"><span class="muted">${label}:</span> ${text}</p>`;
}

/** `null`: no amount is known, because a quantity is not one of those offered. */
export function renderMoney(
  { currency, locale }: Pick<TotalsView, 'currency' | 'locale'>,
  minor: number | null,
): Html {
  return html`<bdi class="money">${minor === null ? '–' : formatMoney(minor, currency, locale)}</bdi>`;
}
