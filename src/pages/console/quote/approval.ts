import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { ApprovalReason } from '../../../domain/quote/approval/approval.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { isDeclined, isDraft } from '../../../domain/quote/quote.ts';
import { fill } from '../../shell.ts';
import { type QuoteViewer, renderList, renderWhen } from '../quote-viewer.ts';
import type { ApprovalView, QuoteView } from './quote-view.ts';
import { renderChanged } from './revisions.ts';
import { renderNextStep, renderSeen } from './steps/next-step.ts';

/** Why a quote needs approval, what was asked and decided, and what the person can do about it. */
export function renderApproval(view: QuoteView): Html | false {
  const { approval: shown, t, canWrite } = view;
  const state = shown?.approval?.state;
  if (!shown) return false;
  const isOpen = shown.needsApproval || shown.mayNeedApproval;
  if (!isOpen && (state === undefined || state === 'rejected')) return false;
  if (state === 'approved')
    return html`<div class="approval" id="approval">${renderHistory(view, shown)}</div>`;
  const isUrgent = shown.needsApproval || state === 'requested';
  const title =
    state === 'requested' ? t.approval.states.requested : isUrgent ? t.approval.needed : t.approval.title;
  return html`<section class="approval" id="approval" aria-labelledby="approval-title">
<h3 id="approval-title"${isUrgent && html` class="urgent"`}>${title}</h3>
${renderNeed(view, shown)}
${renderHistory(view, shown)}
${canWrite && renderSteps(view, shown)}
</section>`;
}

function renderNeed(view: QuoteView, { reasons, needsApproval, mayNeedApproval }: ApprovalView): Html {
  const { t, quote } = view;
  if (!needsApproval) return html`<p>${mayNeedApproval ? t.approval.mayNeed : t.approval.notNeeded}</p>`;
  const wasSent = !isDraft(quote) && !isDeclined(quote);
  return html`${renderReasons(view, reasons, quote.currency)}
<p>${wasSent ? t.approval.neededAgain : t.approval.neededText}</p>`;
}

/** Says in the editor that what was saved needs approval. */
export function renderApprovalNote(
  { t, account }: Pick<QuoteViewer, 't' | 'account'>,
  reasons: readonly ApprovalReason[],
): Html {
  if (reasons.length === 0) return html``;
  return html`<div class="notice"><p><strong>${t.approval.neededShort}</strong></p>${renderReasons({ t, account }, reasons)}</div>`;
}

/** The rules in words. A quote in another currency has no total to compare. */
function renderReasons(
  { t, account }: Pick<QuoteViewer, 't' | 'account'>,
  reasons: readonly ApprovalReason[],
  currency?: string,
): Html {
  const texts = reasons.map((reason) =>
    reason === 'totalFrom' && currency !== undefined && currency !== account.currency
      ? t.approval.reasons.otherCurrency
      : t.approval.reasons[reason],
  );
  return html`<ul class="reasons">${texts.map((text) => html`<li>${text}</li>\n`)}</ul>`;
}

function renderHistory(view: QuoteView, { approval }: ApprovalView): Html | false {
  if (!approval) return false;
  const { t } = view;
  const { requestedBy, requestedAt, note, decidedBy, decidedAt, decisionNote } = approval;
  const decided = approval.state === 'approved' ? t.approval.approvedBy : t.approval.rejectedBy;
  return html`${requestedBy && requestedAt && renderStatement(view, t.approval.askedBy, requestedBy, requestedAt, note)}
${decidedBy && decidedAt && renderStatement(view, decided, decidedBy, decidedAt, decisionNote)}
${approval.state === 'rejected' && html`<p>${t.approval.rejectedNext}</p>`}`;
}

function renderStatement(view: QuoteView, words: string, by: Actor, at: string, note: string | null): Html {
  const name = html`<bdi>${'name' in by ? by.name : ''}</bdi>`;
  return html`<p>${fill(words, { name, when: renderWhen(view, at) })}</p>
${note !== null && html`<p class="prose quotation" dir="auto">${note}</p>`}`;
}

/** Approve or reject for those who may; for all others why not, and how to ask. */
function renderSteps(view: QuoteView, shown: ApprovalView): Html {
  const { t } = view;
  const { obstacle, others, askable, approval } = shown;
  // The rules have changed since somebody asked: an answer is still possible.
  if (!shown.needsApproval && !shown.mayNeedApproval)
    return html`${obstacle === null && renderDecision(view, shown)}`;
  if (obstacle === null)
    return html`${renderDecision(view, shown)}${askable.length > 0 && renderAsk(view, shown)}`;
  const names = renderList(
    view,
    others.map(({ name }) => name),
  );
  const why = {
    right: fill(t.approval.mayNot, { names }),
    asked: html`${t.approval.youAsked}`,
    changed: html`${t.approval.youChanged}`,
  }[obstacle];
  return html`${approval?.state !== 'requested' && renderAsk(view, shown)}
<p class="muted">${why}</p>
${approval?.state === 'requested' && askable.length > 0 && renderAsk(view, shown)}`;
}

/** The decision, next to what changed since the last approval. The note goes to the person who asked. */
function renderDecision(view: QuoteView, { changes }: ApprovalView): Html {
  const { base, quote, t } = view;
  const path = `${base}/quotes/${quote.id}`;
  const seen = changes
    ? html`<h4>${t.approval.changes}</h4>${renderChanged(view, { changes, quote }, t.approval.noChanges)}`
    : html`<p>${t.approval.allNew}</p>`;
  return html`${seen}
<form class="step" method="post" action="${path}/approve" aria-label="${t.approval.decide}">${renderSeen(view)}
${renderNote(view, 'decision-note', t.approval.decisionNoteHint)}
<button class="button${renderNextStep(view) && ' quiet'}" type="submit">${t.approval.approve}</button>
<button class="button quiet bad" type="submit" formaction="${path}/reject">${t.approval.reject}</button></form>`;
}

/** The form that asks for approval, open if it is the next step. */
function renderAsk(view: QuoteView, shown: ApprovalView): Html {
  const { base, quote, t } = view;
  const { needsApproval, askable, obstacle, approval, isMailed } = shown;
  const isNext = needsApproval && obstacle !== null && approval?.state !== 'requested';
  const button = approval === null ? t.approval.ask : t.approval.askAgain;
  return html`<details class="ask"${isNext && html` open`}><summary>${button}</summary>
<form class="step" method="post" action="${base}/quotes/${quote.id}/request-approval">${renderSeen(view)}
<fieldset class="options"><legend>${t.approval.askWhom}</legend>
${askable.map(({ id, name }) => html`<label><input type="checkbox" name="to:${id}" value="on" checked> <span><bdi>${name}</bdi></span></label>\n`)}</fieldset>
${renderNote(view, 'request-note', t.approval.noteHint)}
<p class="hint">${isMailed ? t.approval.askText : t.approval.askTextNoMail}</p>
<button class="button${(!isNext || renderNextStep(view)) && ' quiet'}" type="submit">${t.approval.ask}</button></form></details>`;
}

function renderNote({ t }: QuoteView, id: string, hint: string): Html {
  return html`<div class="field"><label for="${id}">${t.approval.note} <span class="muted">${t.forms.optional}</span></label>
<p class="hint" id="${id}-hint">${hint}</p>
<textarea id="${id}" name="note" rows="3" maxlength="${MAX_LENGTH.message}" dir="auto" aria-describedby="${id}-hint"></textarea></div>`;
}
