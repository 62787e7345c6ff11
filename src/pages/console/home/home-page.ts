import type { RestoredState } from '../../../actions/account/restore/places.ts';
import type { FeedEvent } from '../../../domain/events/feed-event.ts';
import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import type { Receivables } from '../../../domain/quote/statistics/receivables.ts';
import type { Earned, Statistics } from '../../../domain/quote/statistics/summary.ts';
import type { Tally } from '../../../domain/quote/statistics/tally.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatMoney, formatNumber, formatPercent } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import { iconClass } from '../console-icons.ts';
import { renderReceivables } from '../invoices/list/receivables.ts';
import { createCaptureNotice, renderCaptures, renderLocalLink } from '../not-delivered.ts';
import type { QuoteViewer } from '../quote-viewer.ts';
import { renderSignInBanner } from '../settings/mail/mail-account.ts';
import type { ConsolePage } from '../shell.ts';
import { type FirstSteps, renderFirstSteps } from './first-steps.ts';
import { renderLatest } from './latest.ts';
import { renderMonths } from './months.ts';
import { renderRestored } from './restored.ts';
import { renderTodo, type TodoView } from './todo.ts';

export interface HomeView extends QuoteViewer {
  /** What may have gone out after the copy of the database that was restored, until somebody has looked. */
  restored: RestoredState | undefined;
  hasQuotes: boolean;
  /** Where links for customers lead to. */
  publicUrl: string;
  /** For owners, who can do all of them. */
  firstSteps?: FirstSteps | undefined;
  /** Whether the mail account rejects the sign-in, for owners, who can sign in again. */
  needsSignIn: boolean;
  todo: TodoView;
  statistics: Statistics;
  /** What customers owe. */
  receivables: Receivables;
  /** Whether a question was just answered. */
  isReplied: boolean;
  /** Newest first. */
  latest: readonly FeedEvent[];
}

/** `/acc_…/`: to-dos, statistics and the latest events. */
export function buildHomePage(view: HomeView): ConsolePage {
  const { t, canWrite, hasQuotes, todo, firstSteps } = view;
  const notReady = renderNotReady(view);
  return {
    section: 'home',
    title: t.shell.home,
    actions: canWrite && hasQuotes && renderNew(view),
    styles: ['home.css'],
    notice: view.isReplied ? createReplyNotice(view) : undefined,
    body: html`${view.restored && renderRestored(view, view.restored)}${view.needsSignIn && html`<p class="notice bad">${renderSignInBanner(view)}</p>`}
${firstSteps && renderFirstSteps(view, firstSteps, view.todo.once)}
${notReady}
${hasQuotes ? html`${renderTodo(view, todo, notReady === false)}\n${renderOwed(view)}\n${renderProgress(view)}` : renderStart(view)}
${renderLatest(view, view.latest)}`,
  };
}

function createReplyNotice(view: HomeView): ConsolePage['notice'] {
  return view.capture ? createCaptureNotice(view) : { tone: 'good', text: view.t.quote.didReply };
}

/** Why the installation cannot serve a customer yet. */
function renderNotReady(view: HomeView): Html | false {
  const { capture, publicUrl, t } = view;
  const reasons = [capture === 'no_server' && renderCaptures(view), renderLocalLink(view, publicUrl)].filter(
    (reason) => reason !== false,
  );
  if (reasons.length === 0) return false;
  return html`<section class="notice warn" aria-labelledby="not-ready"><h2 id="not-ready">${t.home.notReady}</h2>
${reasons.map((reason) => html`<p>${reason}</p>`)}</section>`;
}

function renderNew({ base, t }: HomeView): Html {
  return html`<a class="button" data-new href="${base}/quotes/new">${t.shell.newQuote}</a>`;
}

function renderStart(view: HomeView): Html {
  const { t, canWrite } = view;
  return html`<section class="empty"><h2>${t.home.first}</h2><p>${t.home.firstText}</p>
${canWrite && renderNew(view)}</section>`;
}

function renderOwed(view: HomeView): Html | false {
  const owed = renderReceivables(view, view.receivables);
  return (
    owed &&
    html`<section aria-labelledby="owed"><h2 id="owed">${view.t.invoices.receivables}</h2>\n${owed}</section>`
  );
}

function renderProgress(view: HomeView): Html {
  const { statistics, todo, t, locale } = view;
  const { open, won, lost, winRate, months } = statistics;
  const count = (n: number) => formatNumber(n, locale);
  const thisMonth = months.at(-1)?.won ?? { count: 0, totals: [] };
  return html`<section aria-labelledby="progress"><h2 id="progress">${t.home.progress}</h2>
<dl class="figures">
${renderSums(view, t.home.open, open)}
${renderSums(view, t.home.wonThisMonth, thisMonth)}
${renderSums(view, t.home.toInvoiceSum, todo.toInvoice)}
${statistics.recurring.map(({ currency, perMonth }) => figure(t.home.recurring, html`<bdi>${formatMoney(perMonth, currency, locale)}</bdi>`, t.home.perMonth))}
${figure(t.home.winRate, winRate === null ? '–' : formatPercent(Math.round(winRate * 100), locale), winRate === null ? t.home.none : fill(t.home.winRateOf, { won: count(won.count), lost: count(lost.count) }))}
${won.margins?.map((margins) => renderEarned(view, margins))}</dl>
${renderDecisionTime(view)}
<div class="panel"><h3 id="months">${t.home.months}</h3>
${renderMonths(statistics.months, view)}</div>
${renderReasons(view)}
</section>`;
}

/** Shows the margin of the quotes won in the last months per currency, for people who may see costs. */
function renderEarned({ t, locale }: HomeView, { currency, margin, marginPercent, count }: Earned): Html {
  const under = fill(pickPlural(t.home.openCount, count, locale), { n: formatNumber(count, locale) });
  const percent = marginPercent === null ? '' : ` · ${formatPercent(marginPercent, locale)}`;
  return figure(
    t.home.marginWon,
    html`<bdi>${formatMoney(margin, currency, locale)}</bdi>`,
    `${under}${percent}`,
  );
}

/** One sum per currency, and the number of quotes. */
function renderSums({ t, locale, account }: HomeView, label: string, { count, totals }: Tally): Html {
  const shown = totals.length > 0 ? totals : [{ total: 0n, currency: account.currency }];
  const sums = shown.map(({ total, currency }) => formatMoney(total, currency, locale));
  const under = fill(pickPlural(t.home.openCount, count, locale), { n: formatNumber(count, locale) });
  return figure(
    label,
    sums.map((sum) => html`<bdi>${sum}</bdi> `),
    under,
  );
}

function figure(label: string, value: HtmlValue, under: HtmlValue): Html {
  return html`<div class="panel figure"><dt>${label}</dt><dd><strong>${value}</strong><span class="under">${under}</span></dd></div>\n`;
}

/** At most this share of a day counts as a few hours. */
const FEW_HOURS = 0.25;

/** The median time to a decision as a sentence. */
function renderDecisionTime({ statistics, t, locale }: HomeView): Html | false {
  const { medianDaysToAnswer: median } = statistics;
  if (median === null) return false;
  const days = Math.ceil(median);
  if (median <= FEW_HOURS) return html`<p>${t.home.answersSoon}</p>`;
  return html`<p>${fill(pickPlural(t.home.answersWithin, days, locale), { n: formatNumber(days, locale) })}</p>`;
}

function renderReasons({ statistics, t, locale }: HomeView): Html | false {
  const { declineReasons } = statistics;
  return (
    declineReasons.length > 0 &&
    html`<div class="panel"><h3>${t.home.reasons}</h3><ul class="reasons">
${declineReasons.map(({ reason, count }) => html`<li><bdi>${reason}</bdi> <span class="muted ${iconClass('DECLINED')}">${fill(pickPlural(t.home.times, count, locale), { n: formatNumber(count, locale) })}</span></li>\n`)}</ul></div>`
  );
}
