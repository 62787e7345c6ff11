import { type Html, html } from '../../../../domain/markup/html.ts';
import type { Age, Receivables } from '../../../../domain/quote/statistics/receivables.ts';
import type { Tally } from '../../../../domain/quote/statistics/tally.ts';
import { pickPlural } from '../../../../i18n/console/plural.ts';
import { formatMoney, formatNumber } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import type { Viewer } from '../../viewer.ts';

/** What customers owe: all of it, what is overdue, and for how long. Each figure leads to its invoices. */
export function renderReceivables(viewer: Viewer, { open, overdue, ages }: Receivables): Html | false {
  if (open.count === 0) return false;
  const { t, base } = viewer;
  const words = t.invoices;
  const list = `${base}/invoices?status=`;
  const late = ages.map((age) =>
    renderFigure(viewer, describeAge(viewer, age), age, `${list}overdue&age=${age.from}&sort=dueDate`),
  );
  return html`<dl class="receivables">${renderFigure(viewer, words.openSum, open, `${list}ISSUED&sort=dueDate`, 'whole')}
${renderFigure(viewer, words.overdueTab, overdue, `${list}overdue&sort=dueDate`, 'whole late')}
${late}</dl>`;
}

/** “1–30 days”, or “over 90 days”. */
export function describeAge({ t, locale }: Pick<Viewer, 't' | 'locale'>, { from, to }: Age): string {
  const number = (n: number) => formatNumber(n, locale);
  return to === null
    ? t.invoices.olderThan.replace('{n}', number(from - 1))
    : t.invoices.daysBetween.replace('{from}', number(from)).replace('{to}', number(to));
}

function renderFigure(viewer: Viewer, name: string, tally: Tally, href: string, className = ''): Html {
  const isNone = tally.count === 0;
  const sums = renderSums(viewer, tally);
  return html`<div class="${className}${isNone && ' none'}"><dt>${name}</dt><dd>${isNone ? '–' : html`<a href="${href}">${sums}</a><span class="under">${countInvoices(viewer, tally.count)}</span>`}</dd></div>
`;
}

/** Amounts of several currencies are listed, never added up. */
export function renderSums({ locale, account }: Viewer, { totals }: Tally): Html {
  const shown = totals.length > 0 ? totals : [{ total: 0n, currency: account.currency }];
  return html`${shown.map(({ total, currency }, index) => html`${index > 0 && ' + '}<bdi>${formatMoney(total, currency, locale)}</bdi>`)}`;
}

export function countInvoices({ t, locale }: Pick<Viewer, 't' | 'locale'>, count: number): Html {
  return fill(pickPlural(t.invoices.count, count, locale), { n: formatNumber(count, locale) });
}
