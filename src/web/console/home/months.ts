import type { Statistics } from '../../../domain/statistics/summary.ts';
import type { Tally } from '../../../domain/statistics/tally.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { formatMoney, formatMonth, formatNumber } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { type Html, html } from '../../../markup/html.ts';

type Words = { t: ConsoleTexts; locale: Locale };

const HEIGHT = 64;
const BAR = 20;
const GAP = 4;

/** Bars with their numbers. The table has the same content for screen readers. */
export function renderMonths(months: Statistics['months'], words: Words): Html {
  const { t, locale } = words;
  const highest = Math.max(1, ...months.flatMap(({ won, lost }) => [won.count, lost.count]));
  return html`<p class="legend" aria-hidden="true"><span class="won">${t.home.won}</span> <span class="lost">${t.home.lost}</span></p>
<table class="months"><thead><tr><th scope="col">${t.home.month}</th><th scope="col">${t.home.won}</th><th scope="col">${t.home.lost}</th></tr></thead>
<tbody>
${months.map(
  ({ month, won, lost }) => html`<tr><th scope="row">${formatMonth(month, locale)}</th>
<td>${bar(won.count / highest, 'won')}${numbers(won, words)}</td>
<td>${bar(lost.count / highest, 'lost')}${numbers(lost, words)}</td></tr>\n`,
)}</tbody></table>`;
}

function numbers({ count, totals }: Tally, { locale }: Words): Html {
  const sums = totals.map(({ total, currency }) => formatMoney(total, currency, locale));
  return html`<strong>${formatNumber(count, locale)}</strong>${sums.length > 0 && html` <span class="under">${sums.join(' + ')}</span>`}`;
}

function bar(share: number, tone: 'won' | 'lost'): Html {
  const height = share === 0 ? 1 : Math.max(2, Math.round(share * HEIGHT));
  return html`<svg class="bar ${tone}" viewBox="0 0 ${BAR} ${HEIGHT + GAP}" width="${BAR}" height="${HEIGHT + GAP}" aria-hidden="true" focusable="false"><rect x="0" y="${HEIGHT + GAP - height}" width="${BAR}" height="${height}" rx="2"/></svg>`;
}
