import { getDocumentKind } from '../../../domain/document.ts';
import type { FeedEvent } from '../../../domain/event/feed-event.ts';
import type { Statistics } from '../../../domain/statistics/summary.ts';
import type { Tally } from '../../../domain/statistics/tally.ts';
import { type Plural, pickPlural } from '../../../i18n/console/plural.ts';
import { formatMoney, formatNumber, formatPercent } from '../../../i18n/format.ts';
import { type Html, type HtmlValue, html } from '../../../markup/html.ts';
import { fill } from '../../shell.ts';
import { iconClass } from '../console-icons.ts';
import type { QuoteReader } from '../quote-reader.ts';
import type { ConsolePage } from '../shell.ts';
import { renderLatest } from './latest.ts';
import { renderMonths } from './months.ts';

interface DocumentGlance {
  id: string;
  number: string;
}

interface QuoteGlance extends DocumentGlance {
  title: string;
  customerName: string;
}

interface PartialList<Entry> {
  count: number;
  first: readonly Entry[];
}

export interface HomeView extends QuoteReader {
  hasQuotes: boolean;
  todo: {
    drafts: PartialList<QuoteGlance>;
    expiring: PartialList<QuoteGlance> & Tally;
    questions: PartialList<{ quote: QuoteGlance; message: { author: string | null } }>;
    failedMails: PartialList<{ document: DocumentGlance; to: string; response: string }>;
  };
  statistics: Statistics;
  /** Newest first. */
  latest: readonly FeedEvent[];
}

/** `/acc_…/`: to-dos, statistics and the latest events. */
export function buildHomePage(view: HomeView): ConsolePage {
  const { t, canWrite, hasQuotes } = view;
  return {
    section: 'home',
    title: t.shell.home,
    actions: canWrite && hasQuotes && renderNew(view),
    styles: ['home.css'],
    body: html`${hasQuotes ? html`${renderTodo(view)}\n${renderProgress(view)}` : renderStart(view)}
${renderLatest(view, view.latest)}`,
  };
}

function renderNew({ base, t }: HomeView): Html {
  return html`<a class="button" data-new href="${base}/quotes/new">${t.shell.newQuote}</a>`;
}

function renderStart(view: HomeView): Html {
  const { t, canWrite } = view;
  return html`<section class="empty"><h2>${t.home.first}</h2><p>${t.home.firstText}</p>
${canWrite && renderNew(view)}</section>`;
}

function renderTodo(view: HomeView): Html {
  const { base, todo, t } = view;
  const week = html`${renderTotals(todo.expiring, view)}`;
  const entries = [
    todo.failedMails.count > 0 &&
      renderTodoEntry(view, t.home.failedMails, todo.failedMails.count, {
        tone: 'bad',
        details: todo.failedMails.first.map(({ document, to, response }) =>
          link(
            view,
            document,
            fill(t.home.failedTo, {
              ...names(document),
              address: bdi(to),
              response: bdi(response || t.home.noReason),
            }),
          ),
        ),
      }),
    todo.questions.count > 0 &&
      renderTodoEntry(view, t.home.questions, todo.questions.count, {
        tone: 'open',
        details: todo.questions.first.map(({ quote, message }) =>
          link(
            view,
            quote,
            fill(t.home.questionFrom, { ...names(quote), name: bdi(message.author ?? quote.customerName) }),
          ),
        ),
      }),
    todo.expiring.count > 0 &&
      renderTodoEntry(view, t.home.expiring, todo.expiring.count, {
        tone: 'warn',
        href: `${base}/quotes?status=SENT&sort=validUntil`,
        more: week,
        details: todo.expiring.first.map((quote) => glance(view, quote)),
      }),
    todo.drafts.count > 0 &&
      renderTodoEntry(view, t.home.drafts, todo.drafts.count, {
        tone: 'calm',
        href: `${base}/quotes?status=DRAFT`,
        details: todo.drafts.first.map((quote) => glance(view, quote)),
      }),
  ].filter((entry) => entry !== false);
  return html`<section aria-labelledby="todo"><h2 id="todo">${t.home.todo}</h2>
${entries.length === 0 ? html`<div class="panel"><p><strong>${t.home.nothingTitle}</strong></p><p class="muted">${t.home.nothingText}</p></div>` : html`<ul class="duties">${entries}</ul>`}
</section>`;
}

function renderTodoEntry(
  { locale }: HomeView,
  texts: Plural,
  count: number,
  duty: { tone: string; href?: string; more?: Html; details: Html[] },
): Html {
  const text = html`${fill(pickPlural(texts, count, locale), { n: formatNumber(count, locale) })}${duty.more && html` <span class="muted">${duty.more}</span>`}`;
  return html`<li class="duty ${duty.tone}"><h3>${duty.href ? html`<a href="${duty.href}">${text}</a>` : text}</h3>
<ul>${duty.details.map((detail) => html`<li>${detail}</li>`)}</ul></li>\n`;
}

function glance(view: HomeView, quote: QuoteGlance): Html {
  return html`${link(view, quote, quote.number)} <bdi>${quote.title}</bdi> <span class="muted">· <bdi>${quote.customerName}</bdi></span>`;
}

function link({ base }: HomeView, { id }: DocumentGlance, text: HtmlValue): Html {
  const path = getDocumentKind(id) === 'invoice' ? 'invoices' : 'quotes';
  return html`<a href="${base}/${path}/${id}">${text}</a>`;
}

function names({ number }: DocumentGlance): Record<string, Html> {
  return { number: bdi(number) };
}

function bdi(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

function renderTotals({ totals }: Tally, { locale }: HomeView): HtmlValue {
  const sums = totals.map(({ total, currency }) => formatMoney(total, currency, locale));
  return sums.length > 0 && `(${sums.join(' + ')})`;
}

function renderProgress(view: HomeView): Html {
  const { statistics, t, locale } = view;
  const { open, won, lost, winRate, medianDaysToAnswer } = statistics;
  const count = (n: number) => formatNumber(n, locale);
  const sums = open.totals.map(({ total, currency }) => formatMoney(total, currency, locale));
  return html`<section aria-labelledby="progress"><h2 id="progress">${t.home.progress}</h2>
${!statistics.complete && html`<p class="notice">${t.home.counting}</p>`}
<dl class="figures">
${figure(t.home.open, sums.length === 0 ? count(0) : sums.map((sum) => html`<span>${sum}</span> `), fill(pickPlural(t.home.openCount, open.count, locale), { n: count(open.count) }))}
${figure(t.home.winRate, winRate === null ? '–' : formatPercent(Math.round(winRate * 100), locale), winRate === null ? t.home.none : fill(t.home.winRateOf, { won: count(won.count), lost: count(lost.count) }))}
${figure(t.home.days, medianDaysToAnswer === null ? '–' : count(medianDaysToAnswer), medianDaysToAnswer === null ? t.home.none : t.home.daysHint)}
</dl>
<div class="panel"><h3 id="months">${t.home.months}</h3>
${renderMonths(statistics.months, { t, locale })}</div>
${renderReasons(view)}
</section>`;
}

function figure(label: string, value: HtmlValue, under: HtmlValue): Html {
  return html`<div class="panel figure"><dt>${label}</dt><dd><strong>${value}</strong><span class="under">${under}</span></dd></div>\n`;
}

function renderReasons({ statistics, t, locale }: HomeView): Html | false {
  const { declineReasons } = statistics;
  return (
    declineReasons.length > 0 &&
    html`<div class="panel"><h3>${t.home.reasons}</h3><ul class="reasons">
${declineReasons.map(({ reason, count }) => html`<li><bdi>${reason}</bdi> <span class="muted ${iconClass('DECLINED')}">${fill(pickPlural(t.home.times, count, locale), { n: formatNumber(count, locale) })}</span></li>\n`)}</ul></div>`
  );
}
