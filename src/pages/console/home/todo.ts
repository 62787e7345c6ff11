import { getDocumentKind } from '../../../domain/document.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import type { InvoiceStatus, RecurringNote } from '../../../domain/invoice/invoice.ts';
import { findBounceReason } from '../../../domain/mail/bounce-reason.ts';
import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import type { Message } from '../../../domain/quote/message.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Tally } from '../../../domain/quote/statistics/tally.ts';
import { type Plural, pickPlural } from '../../../i18n/console/plural.ts';
import { formatMoney } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import { renderDifferences } from '../quote/proposals/proposals.ts';
import type { ProposedChanges } from '../quote/quote-view.ts';
import { renderOpened } from '../quote/steps/reminder.ts';
import { type QuoteViewer, renderWhen } from '../quote-viewer.ts';
import { renderInvoiceStatus } from '../quotes/quote-detail.ts';
import { formatTotal } from '../resources/list.ts';
import { money, renderCalendarDate, renderDateTime } from '../viewer.ts';

interface DocumentGlance {
  id: string;
  number: string;
}

interface QuoteGlance extends DocumentGlance {
  title: string;
  customerName: string;
  total: number;
  currency: string;
}

interface UnansweredGlance extends QuoteGlance {
  views: number;
  viewedAt: string | null;
}

interface InvoiceableGlance extends QuoteGlance {
  /** Amount left to invoice. */
  toInvoice: number;
  nextStage?: { index: number; label: string; amount: number } | undefined;
  invoices: Quote['invoices'];
  /** Status of its last invoice, if it has one. */
  invoiceStatus?: InvoiceStatus | undefined;
}

interface InvoiceGlance extends DocumentGlance {
  customer: { name: string };
  amountDue: number;
  currency: string;
  dueDate: string | null;
}

type Question = Pick<Message, 'id' | 'from' | 'author' | 'text' | 'createdAt'>;

interface PartialList<Entry> {
  count: number;
  /** `false` if there are at least `count`. */
  isExact?: boolean;
  first: readonly Entry[];
}

/** The list of things to do: the number, the money and the first few of each kind. */
export interface TodoView {
  /** Quotes that the person can approve. */
  toApprove: PartialList<QuoteGlance>;
  drafts: PartialList<QuoteGlance>;
  expiring: PartialList<QuoteGlance> & Tally;
  quiet: PartialList<UnansweredGlance>;
  oftenOpened: PartialList<UnansweredGlance>;
  proposals: PartialList<{ quote: QuoteGlance } & ProposedChanges>;
  questions: PartialList<{ quote: QuoteGlance; message: Question }>;
  /** Idempotency key of the forms. */
  once: string;
  failedMails: PartialList<{ document: DocumentGlance; to: string; response: string }>;
  bouncedMails: PartialList<{
    document: DocumentGlance;
    to: string;
    status: string | null;
    response: string | null;
  }>;
  held: PartialList<DocumentGlance & { customerName: string; note: RecurringNote }>;
  skippedMails: PartialList<{ at: string; reason: 'too_large' | 'unreadable' }>;
  failingMailbox: { since: string; error: string | null } | null;
  toInvoice: PartialList<InvoiceableGlance> & Tally;
  overdue: PartialList<InvoiceGlance> & Tally;
}

/** The to-do list, the most urgent first. */
export function renderTodo(viewer: QuoteViewer, todo: TodoView, isReady: boolean): Html | false {
  const { base, t } = viewer;
  const entries = [
    renderFailures(viewer, todo),
    renderBounces(viewer, todo),
    renderFailingMailbox(viewer, todo),
    renderSkipped(viewer, todo),
    renderEntry(viewer, t.home.overdue, todo.overdue, {
      tone: 'bad',
      href: `${base}/invoices?status=overdue`,
      details: todo.overdue.first.map((invoice) => renderOverdue(viewer, invoice)),
    }),
    renderEntry(viewer, t.home.held, todo.held, {
      tone: 'bad',
      details: todo.held.first.map((invoice) => {
        const why = html`<bdi>${invoice.customerName}</bdi> <span class="muted">· ${t.home.heldReasons[invoice.note]}</span>`;
        return html`${link(viewer, invoice, invoice.number)} ${why}`;
      }),
    }),
    renderEntry(viewer, t.approval.toApprove, todo.toApprove, {
      tone: 'open',
      href: `${base}/quotes?approval=requested`,
      details: todo.toApprove.first.map((quote) => renderQuote(viewer, quote)),
    }),
    renderEntry(viewer, t.home.proposals, todo.proposals, {
      tone: 'open',
      isSpaced: true,
      details: todo.proposals.first.map((entry) => renderProposal(viewer, entry)),
    }),
    renderQuestions(viewer, todo),
    renderEntry(viewer, t.home.oftenOpened, todo.oftenOpened, {
      tone: 'open',
      href: `${base}/quotes?status=SENT&sort=-lastEventAt`,
      details: todo.oftenOpened.first.map((quote) => renderUnanswered(viewer, quote)),
    }),
    renderEntry(viewer, t.home.toInvoice, todo.toInvoice, {
      tone: 'good',
      href: `${base}/quotes?status=ACCEPTED`,
      details: todo.toInvoice.first.map((quote) => renderInvoiceable(viewer, quote)),
    }),
    renderEntry(viewer, t.home.expiring, todo.expiring, {
      tone: 'warn',
      href: `${base}/quotes?status=SENT&sort=validUntil`,
      details: todo.expiring.first.map((quote) => renderQuote(viewer, quote)),
    }),
    renderEntry(viewer, t.home.quiet, todo.quiet, {
      tone: 'warn',
      href: `${base}/quotes?status=SENT&sort=lastEventAt`,
      details: todo.quiet.first.map((quote) => renderUnanswered(viewer, quote)),
    }),
    renderEntry(viewer, t.home.drafts, todo.drafts, {
      tone: 'calm',
      href: `${base}/quotes?status=DRAFT`,
      details: todo.drafts.first.map((quote) => renderQuote(viewer, quote)),
    }),
  ].filter((entry) => entry !== false);
  if (entries.length === 0 && !isReady) return false;
  return html`<section aria-labelledby="todo"><h2 id="todo">${t.home.todo}</h2>
${entries.length === 0 ? html`<div class="panel"><p><strong>${t.home.nothingTitle}</strong></p><p class="muted">${t.home.nothingText}</p></div>` : html`<ul class="duties">${entries}</ul>`}
</section>`;
}

function renderFailures(viewer: QuoteViewer, { failedMails }: TodoView): Html | false {
  const { t } = viewer;
  return renderEntry(viewer, t.home.failedMails, failedMails, {
    tone: 'bad',
    details: failedMails.first.map(({ document, to, response }) => {
      const values = { address: bdi(to), response: bdi(response || t.home.noReason) };
      return link(viewer, document, fill(t.home.failedTo, { number: bdi(document.number), ...values }));
    }),
  });
}

function renderBounces(viewer: QuoteViewer, { bouncedMails }: TodoView): Html | false {
  const { t } = viewer;
  return renderEntry(viewer, t.home.bounced, bouncedMails, {
    tone: 'bad',
    details: bouncedMails.first.map(({ document, to, status, response }) => {
      const reason = t.history.bounceReasons[findBounceReason(status, response)];
      const values = { number: bdi(document.number), address: bdi(to), reason };
      return link(viewer, document, fill(t.home.cameBack, values));
    }),
  });
}

function renderFailingMailbox(viewer: QuoteViewer, { failingMailbox }: TodoView): Html | false {
  if (!failingMailbox) return false;
  const { since, error } = failingMailbox;
  const values = { time: renderDateTime(since, viewer), why: html`<bdi lang="en">${error}</bdi>` };
  return html`<li class="duty bad"><h3>${fill(viewer.t.mailAccount.repliesFailing, values)}</h3></li>\n`;
}

/** Emails that may be replies: only the mailbox shows them. */
function renderSkipped(viewer: QuoteViewer, { skippedMails }: TodoView): Html | false {
  const { t } = viewer;
  return renderEntry(viewer, t.home.skippedMails, skippedMails, {
    tone: 'bad',
    details: skippedMails.first.map(({ at, reason }) => {
      const text = reason === 'too_large' ? t.home.skippedTooLarge : t.home.skippedUnreadable;
      return fill(text, { time: renderDateTime(at, viewer) });
    }),
  });
}

/** Who asks, with the differences as on the page of the quote. */
function renderProposal(
  viewer: QuoteViewer,
  { quote, ...asked }: TodoView['proposals']['first'][number],
): Html {
  const values = { name: bdi(asked.proposal.author), number: bdi(quote.number) };
  return html`${link(viewer, quote, fill(viewer.t.home.changesFor, values))} <span class="muted">· ${renderWhen(viewer, asked.proposal.createdAt)}</span>
<p class="prose" dir="auto">${asked.proposal.text}</p>${renderDifferences(viewer, asked)}`;
}

function renderQuestions(viewer: QuoteViewer, { questions, once }: TodoView): Html | false {
  const { t } = viewer;
  return renderEntry(viewer, t.home.questions, questions, {
    tone: 'open',
    isSpaced: true,
    details: questions.first.map(({ quote, message }) => {
      const [name, number] = [bdi(message.author), bdi(quote.number)];
      const text =
        message.from === 'other'
          ? fill(t.home.events.otherWrote, { who: name, quote: number })
          : fill(t.home.questionFrom, { name, number });
      return html`${link(viewer, quote, text)} <span class="muted">· ${renderWhen(viewer, message.createdAt)}</span>
<p class="prose" dir="auto">${message.text}</p>${viewer.canWrite && renderAnswer(viewer, quote, message, once)}`;
    }),
  });
}

/** The field to answer a question where it is read. */
function renderAnswer({ base, t }: QuoteViewer, { id }: QuoteGlance, message: Question, once: string): Html {
  const field = `answer-${id}`;
  return html`<form class="answer" method="post" action="${base}/quotes/${id}/messages"><input type="hidden" name="once" value="${once}"><input type="hidden" name="upTo" value="${message.id}"><input type="hidden" name="from" value="home">
<label class="visually-hidden" for="${field}">${fill(t.home.replyTo, { name: message.author })}</label>
<textarea id="${field}" name="text" rows="2" maxlength="${MAX_LENGTH.message}" required dir="auto"></textarea>
<button class="button quiet" type="submit">${t.quote.replyButton}</button></form>`;
}

function renderEntry(
  { locale }: QuoteViewer,
  texts: Plural,
  { count, isExact, totals }: { count: number; isExact?: boolean } & Partial<Tally>,
  { tone, href, details, isSpaced }: { tone: string; href?: string; details: Html[]; isSpaced?: boolean },
): Html | false {
  if (count === 0) return false;
  const sums = totals?.map(({ total, currency }) => bdi(formatMoney(total, currency, locale)));
  const text = html`${fill(pickPlural(texts, count, locale), { n: formatTotal(count, isExact, locale) })}${sums && html` <span class="muted">(${joinSums(sums)})</span>`}`;
  return html`<li class="duty ${tone}"><h3>${href ? html`<a href="${href}">${text}</a>` : text}</h3>
<ul${isSpaced && html` class="spaced"`}>${details.map((detail) => html`<li>${detail}</li>`)}</ul></li>\n`;
}

/** Amounts of several currencies are listed, never added up. */
function joinSums(sums: readonly HtmlValue[]): Html {
  return html`${sums.map((sum, index) => html`${index > 0 && ' + '}${sum}`)}`;
}

function renderQuote(viewer: QuoteViewer, quote: QuoteGlance): Html {
  const { title, customerName, total, currency } = quote;
  return html`${link(viewer, quote, quote.number)} <bdi>${title}</bdi> <span class="muted">· <bdi>${customerName}</bdi> · ${money(viewer, total, currency)}</span>`;
}

/** Whether the customer has opened it, and a link to remind them. */
function renderUnanswered(viewer: QuoteViewer, quote: UnansweredGlance): Html {
  const { base, t, canWrite } = viewer;
  const href = `${base}/quotes/${quote.id}/remind`;
  const next = html` <a class="next" href="${href}">${t.quote.remind}<span class="visually-hidden"> ${bdi(quote.number)}</span></a>`;
  return html`${renderQuote(viewer, quote)} <span class="muted">· ${renderOpened(viewer, quote, quote.views)}</span>${canWrite && next}`;
}

/** The next stage with its amount, or for a quote without stages the whole amount. */
function renderInvoiceable(viewer: QuoteViewer, quote: InvoiceableGlance): Html {
  const { base, t, canWrite } = viewer;
  const { id, title, customerName, toInvoice, currency, nextStage } = quote;
  const open = money(viewer, toInvoice, currency);
  const amount = nextStage && money(viewer, nextStage.amount, currency);
  const isRest = !nextStage || nextStage.amount === toInvoice;
  const words = isRest ? t.home.nextStage : t.home.nextStageOf;
  const what = nextStage ? fill(words, { label: bdi(nextStage.label), amount, open }) : open;
  const href = `${base}/quotes/${id}/invoice${nextStage ? `?stage=${nextStage.index}` : ''}`;
  return html`${link(viewer, quote, quote.number)} <bdi>${title}</bdi> <span class="muted">· <bdi>${customerName}</bdi> · ${quote.invoiceStatus && html`${renderInvoiceStatus(viewer, quote)} · `}${what}</span>${canWrite && html` <a class="next" href="${href}">${t.quote.makeInvoice}<span class="visually-hidden"> ${bdi(quote.number)}</span></a>`}`;
}

function renderOverdue(viewer: QuoteViewer, invoice: InvoiceGlance): Html {
  const { t } = viewer;
  const { customer, amountDue, currency, dueDate } = invoice;
  const amount = money(viewer, amountDue, currency);
  const due = fill(t.home.dueSince, { amount, date: dueDate && renderCalendarDate(viewer, dueDate) });
  return html`${link(viewer, invoice, invoice.number)} <bdi>${customer.name}</bdi> <span class="muted">· ${due}</span>`;
}

function link({ base }: QuoteViewer, { id }: DocumentGlance, text: HtmlValue): Html {
  const path = getDocumentKind(id) === 'invoice' ? 'invoices' : 'quotes';
  return html`<a href="${base}/${path}/${id}">${text}</a>`;
}

function bdi(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}
