import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { isDraft } from '../../../domain/quote/quote.ts';
import { isActive } from '../../../domain/quote/recurring/series.ts';
import { formatEnd, formatQuantity } from '../../../i18n/format.ts';
import { PAGE } from '../../../i18n/messages.ts';
import { listAnswers } from '../../../i18n/quote/answers.ts';
import { fill } from '../../shell.ts';
import { invoiceBadge, renderOpenAmount } from '../invoices/invoice-status.ts';
import { renderWhen } from '../quote-viewer.ts';
import { customerPath } from '../resources/customer-path.ts';
import type { ConsolePage } from '../shell.ts';
import { money, renderCalendarDate, statusBadge } from '../viewer.ts';
import { renderApproval } from './approval.ts';
import { renderProposals } from './proposals/proposals.ts';
import { renderLog, renderNewMessages } from './quote-log.ts';
import type { QuoteView } from './quote-view.ts';
import { renderRevisions } from './revisions.ts';
import { renderActions, renderNextStep } from './steps/next-step.ts';
import { renderStatusSentences } from './steps/status-sentences.ts';

/** The page of a quote: document, status and history. */
export function buildQuotePage(view: QuoteView): ConsolePage {
  const { base, quote, t, listQuery, notice } = view;
  return {
    section: 'quotes',
    title: `${quote.number} ${quote.title}`,
    heading: html`<bdi>${quote.title}</bdi>`,
    back: { href: `${base}/quotes${listQuery === '' ? '' : `?${listQuery}`}`, text: t.shell.quotes },
    wide: true,
    styles: ['quote.css'],
    scripts: ['quote.js'],
    actions: renderActions(view),
    notice,
    body: html`<div class="quote">
<div class="now">${renderProposals(view)}
${renderNewMessages(view)}
${renderNow(view)}</div>
${renderPaper(view)}
<div class="column">
${renderLog(view)}
${renderRevisions(view)}
</div>
</div>`,
  };
}

function renderNow(view: QuoteView): Html {
  const { t, quote } = view;
  const step = renderNextStep(view);
  return html`<section class="panel" aria-labelledby="now"><h2 class="visually-hidden" id="now">${t.quote.now}</h2>
<p class="standing-badge">${statusBadge(view, quote.status)} <span class="muted"><bdi>${quote.number}</bdi></span></p>
${renderStatusSentences(view).map((sentence) => html`<p>${sentence}</p>\n`)}
${step && html`<div class="step">${step}</div>`}
${renderApproval(view)}
${renderFacts(view)}
</section>`;
}

/** The customer page in a frame, because its styles differ. */
function renderPaper({ base, quote, t }: QuoteView): Html {
  const title = isDraft(quote) ? t.quote.documentDraft : t.quote.document;
  return html`<section class="paper" aria-label="${title}"><iframe title="${title}" src="${base}/quotes/${quote.id}/document" data-grows></iframe></section>`;
}

function renderFacts(view: QuoteView): Html {
  const { base, quote, t, locale, account, customerName } = view;
  const words = t.quote;
  const rows: [string, HtmlValue][] = [
    [
      words.customer,
      html`<a href="${base}/${customerPath(quote.customerId)}"><bdi>${customerName}</bdi></a>`,
    ],
    [words.total, html`<strong>${money(view, quote.total, quote.currency)}</strong>`],
    [words.validUntil, formatEnd(quote.validUntil, locale, account.timeZone)],
    [words.created, renderWhen(view, quote.createdAt)],
    [words.sentAt, quote.sentAt !== null && !view.isUndelivered && renderWhen(view, quote.sentAt)],
    [words.openedAt, quote.viewedAt !== null && renderWhen(view, quote.viewedAt)],
    [words.revision, quote.revision > 1 && formatQuantity(quote.revision, locale)],
    [words.reference, quote.reference !== null && html`<bdi>${quote.reference}</bdi>`],
    [words.contractTotal, quote.contractTotal != null && money(view, quote.contractTotal, quote.currency)],
    [words.recurring, renderSeries(view)],
    [words.invoices, renderInvoices(view)],
    [
      words.evidence,
      view.canWrite &&
        view.hasEvidence &&
        html`<a href="${base}/quotes/${quote.id}/evidence" download>${words.evidenceDownload}</a>`,
    ],
    [t.acceptance.signers, renderSigners(view)],
    ...listAnswers(quote.acceptanceFields, quote.answers ?? {}, locale, PAGE[locale.language]).map(
      ({ label, value }): [string, HtmlValue] => [label, html`<bdi>${value}</bdi>`],
    ),
    [words.notes, quote.notes !== null && html`<span class="prose" dir="auto">${quote.notes}</span>`],
  ];
  return html`<dl class="facts">${rows.map(([term, value]) => value && html`<dt>${term}</dt><dd>${value}</dd>\n`)}</dl>`;
}

/** Who has signed, and for who may write the links of the others. */
function renderSigners(view: QuoteView): Html | false {
  const { quote, t, signerUrls } = view;
  if (!quote.signers) return false;
  const words = t.acceptance;
  const rows = quote.signers.map(({ name, email, order, sentAt, signedAt }) => {
    const when = signedAt ?? sentAt;
    const text = signedAt !== null ? words.signedAt : sentAt !== null ? words.invitedAt : words.notInvited;
    const url = signedAt === null && signerUrls.get(email);
    return html`<li>${order}. <bdi>${name}</bdi> <span class="under"><bdi>${email}</bdi> · ${fill(text, { when: when && renderWhen(view, when) })}${url && html` · <a href="${url}">${words.signerLink}</a>`}</span></li>\n`;
  });
  const missing = view.decision?.passedOver?.map(({ name }) => name).join(', ');
  return html`<ul class="plain">${rows}</ul>${missing && html`<p>${fill(words.passedOver, { names: html`<bdi>${missing}</bdi>` })}</p>`}`;
}

/** The invoices with their status and what is still due. */
function renderInvoices(view: QuoteView): Html | false {
  const { base, invoices } = view;
  if (invoices.length === 0) return false;
  return html`<ul class="plain">${invoices.map(
    (invoice) =>
      html`<li><a href="${base}/invoices/${invoice.id}"><bdi>${invoice.number}</bdi></a>${invoice.stage && html` <bdi>${invoice.stage.label}</bdi>`} ${money(view, invoice.total, invoice.currency)}<span class="under">${invoiceBadge(view, invoice)}${renderOpenAmount(view, invoice)}</span></li>`,
  )}</ul>`;
}

/** What recurs: the next invoice of each series, or its end, and the way to end it. */
function renderSeries(view: QuoteView): Html | false {
  const { base, quote, t, locale, canWrite } = view;
  const { recurring = [], series = [] } = quote;
  if (recurring.length === 0) return false;
  const rows = recurring.map((pair, index) => {
    const { interval, periods, total } = pair;
    const every = html`${t.editor.every[interval]}${periods !== null && ` × ${formatQuantity(periods, locale)}`} ${money(view, total, quote.currency)}`;
    const begun = series[index];
    if (!begun) return html`<li>${every}</li>`;
    const date = (day: string | null) => day && renderCalendarDate(view, day);
    const state = begun.nextDate
      ? fill(t.quote.seriesNext, { date: date(begun.nextDate) })
      : fill(t.quote.seriesEnded, { date: date(begun.endsOn) });
    return html`<li>${every}<span class="under">${state}</span></li>`;
  });
  const mayEnd = canWrite && series.some(isActive);
  return html`<ul class="plain">${rows}</ul>${mayEnd && html`<a href="${base}/quotes/${quote.id}/end-recurring">${t.quote.endButton}</a>`}`;
}
