import { type Html, html } from '../../../domain/markup/html.ts';
import type { Statistics } from '../../../domain/quote/statistics/summary.ts';
import type { Tally } from '../../../domain/quote/statistics/tally.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatMoney, formatMonth, formatNumber, formatShortMoney } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import type { Viewer } from '../viewer.ts';

type Months = Statistics['months'];

const HEIGHT = 64;
const BAR = 20;
const GAP = 4;

/** Bars of money with their amounts, one chart per currency: amounts of two currencies cannot be compared. */
export function renderMonths(months: Months, viewer: Viewer): Html {
  const { t, account } = viewer;
  const used = new Set(
    months.flatMap(({ won, lost }) => [...won.totals, ...lost.totals].map((sum) => sum.currency)),
  );
  const currencies = used.size > 0 ? [...used].sort() : [account.currency];
  return html`<p class="legend" aria-hidden="true"><span class="won">${t.home.won}</span> <span class="lost">${t.home.lost}</span></p>
${currencies.map((currency) => renderChart(months, currency, viewer, currencies.length > 1))}`;
}

/** The table has the same content for screen readers, and is what a phone shows. */
function renderChart(months: Months, currency: string, viewer: Viewer, isNamed: boolean): Html {
  const { t, locale } = viewer;
  const totals = months.flatMap(({ won, lost }) => [findTotal(won, currency), findTotal(lost, currency)]);
  const highest = totals.reduce((most, total) => (total > most ? total : most), 1n);
  const cell = (tally: Tally, tone: 'won' | 'lost') => {
    const total = findTotal(tally, currency);
    return html`<td>${renderBar(Number(total) / Number(highest), tone)}${renderAmount(total, tally.count, currency, viewer)}</td>`;
  };
  return html`<table class="months">${isNamed && html`<caption>${currency}</caption>`}<thead><tr><th scope="col">${t.home.month}</th><th scope="col">${t.home.won}</th><th scope="col">${t.home.lost}</th></tr></thead>
<tbody>
${months.map(
  ({ month, won, lost }) => html`<tr><th scope="row">${formatMonth(month, locale)}</th>
${cell(won, 'won')}
${cell(lost, 'lost')}</tr>\n`,
)}</tbody></table>`;
}

function findTotal({ totals }: Tally, currency: string): bigint {
  return totals.find((sum) => sum.currency === currency)?.total ?? 0n;
}

/** Next to a bar there is room for a short amount only; the exact one is its tooltip. */
function renderAmount(total: bigint, count: number, currency: string, { t, locale }: Viewer): Html {
  const exact = formatMoney(total, currency, locale);
  const number = fill(pickPlural(t.home.openCount, count, locale), { n: formatNumber(count, locale) });
  const none = total === 0n && ' none';
  return html`<strong class="exact${none}"><bdi>${exact}</bdi></strong><strong class="short${none}" aria-hidden="true" title="${exact}"><bdi>${formatShortMoney(total, currency, locale)}</bdi></strong> <span class="under">${number}</span>`;
}

function renderBar(share: number, tone: 'won' | 'lost'): Html {
  const height = share === 0 ? 1 : Math.max(2, Math.round(share * HEIGHT));
  return html`<svg class="bar ${tone}" viewBox="0 0 ${BAR} ${HEIGHT + GAP}" width="${BAR}" height="${HEIGHT + GAP}" aria-hidden="true" focusable="false"><rect x="0" y="${HEIGHT + GAP - height}" width="${BAR}" height="${height}" rx="2"/></svg>`;
}
