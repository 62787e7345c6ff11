import { type Html, html } from '../../../domain/markup/html.ts';
import { isSignature, SIGNATURE_BOX } from '../../../domain/quote/signature.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { isDecidable, renderAnswerFields } from '../acceptance/signers.ts';
import { errorMessage } from '../notice.ts';
import { renderProse } from '../prose.ts';
import { renderThread } from '../thread.ts';
import { ACCEPT_FORM } from './items.ts';
import { FIELDS, isChoosing, toTotalsView } from './offer.ts';
import { renderAnnouncement } from './totals.ts';
import {
  chosenPayments,
  chosenTotal,
  FIELD_LIMITS,
  type FormField,
  hasWrongQuantity,
  type QuotePage,
  seller,
} from './view.ts';

/** Accept and decline, only for a quote that is open for a decision, with what else the customer can do between them. */
export function renderDecisionForms(page: QuotePage, between: Html | null): Html {
  return html`${renderAccept(page)}
${between}
${renderDecline(page)}`;
}

function renderAccept(page: QuotePage): Html {
  const { t, base, values } = page;
  return html`<section class="card accept" id="accept" aria-labelledby="accept-heading">
<h2 id="accept-heading">${t.acceptHeading}</h2>
${renderTerms(page)}
<form id="${ACCEPT_FORM}" method="post" action="${base}/accept">
${renderSeen(page)}${
  isChoosing(page) &&
  html`
<input type="hidden" name="${FIELDS.choosing}" value="1">`
}
<p>${renderConsent(page)} <span data-announced>${!hasWrongQuantity(page) && renderAnnouncement(toTotalsView(page), page.totals)}</span></p>
<div class="field">
<label for="name">${t.fullName}</label>
<input id="name" name="name" type="text" autocomplete="name" required maxlength="${FIELD_LIMITS.name}" dir="auto" value="${values?.name ?? page.signer?.name}"${describedBy(page, 'name')}>
${renderError(page, 'name')}
</div>
${renderAnswerFields(page)}
${renderPad(page)}
<div class="submit"><button class="button" type="submit">${icon('check')} ${t.acceptButton}</button>
<p class="muted small">${t.recorded}</p></div>
</form>
</section>`;
}

/** Says what the acceptance is about: the total or, where something recurs, all payments. */
function renderConsent(page: QuotePage): Html {
  const { quote, t } = page;
  const number = html`<bdi class="nowrap">${quote.number}</bdi>`;
  if (quote.recurring) {
    const payments = html`<strong data-payments>${chosenPayments(page)}</strong>`;
    return fill(quote.terms ? t.acceptPaymentsTerms : t.acceptPayments, { number, payments });
  }
  const total = html`<strong data-total>${chosenTotal(page)}</strong>`;
  return fill(quote.terms ? t.acceptStatementTerms : t.acceptStatement, { number, total });
}

/** The revision that the customer has seen. */
function renderSeen({ quote, documentSha256 }: QuotePage): Html {
  return html`<input type="hidden" name="revision" value="${quote.revision}">
<input type="hidden" name="documentSha256" value="${documentSha256}">`;
}

function renderTerms({ quote, t }: QuotePage): Html | null {
  if (!quote.terms) return null;
  return html`<div class="terms">
<h3 id="terms-heading" class="label">${t.terms}</h3>
<section class="scroll" tabindex="0" aria-labelledby="terms-heading">${renderProse(quote.terms, 'small')}</section>
</div>`;
}

/** The signature pad, shown by its script. Without scripts the typed name is enough. */
function renderPad(page: QuotePage): Html {
  const { t, values } = page;
  const drawn = values?.signature && isSignature(values.signature) ? values.signature : '';
  const { width, height } = SIGNATURE_BOX;
  return html`<div class="field pad" id="signature" data-signature hidden>
<p id="signature-label" class="label-text">${t.signature} <span class="muted">(${t.optional})</span></p>
<p id="signature-hint" class="hint">${t.signatureHint}</p>
<input type="hidden" name="signature" value="${drawn}">
<svg class="ink" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="signature-label" aria-describedby="signature-hint"><path d="${drawn}"/></svg>
<button class="button quiet clear" type="button" hidden>${t.signatureClear}</button>
${renderError(page, 'signature')}
</div>`;
}

function renderDecline(page: QuotePage): Html {
  const { t, base } = page;
  return html`<details class="card"${isUnfolded(page, 'reason')}>
<summary><h2>${t.declineHeading}</h2></summary>
<div class="fields">
${renderText(page, 'reason', t.reason, { optional: true })}
<div class="submit"><button class="button quiet" type="submit"${inAcceptForm(page)} formaction="${base}/decline" formnovalidate>${t.declineButton}</button>
<p class="muted small">${t.recorded}</p></div>
</div>
</details>`;
}

export function renderRenewalForm(page: QuotePage): Html {
  const { t, base } = page;
  return html`<section class="card" id="renewal" aria-labelledby="renewal-heading">
<h2 id="renewal-heading">${t.renew}</h2>
<p>${fill(t.renewText, { seller: seller(page) })}</p>
<form method="post" action="${base}/renewal">
${renderText(page, 'message', t.message, { optional: true })}
<div class="submit"><button class="button" type="submit">${t.renew}</button></div>
</form>
</section>`;
}

/** Messages are possible in every status. The form is collapsed until there is a thread. */
export function renderMessages(page: QuotePage): Html | null {
  const { t, thread, isClosed } = page;
  if (thread.messages.length === 0 && thread.isLatest) {
    if (isClosed) return null;
    return html`<details class="card"${isUnfolded(page, 'question')}>
<summary><h2>${t.ask}</h2></summary>
${renderMessageForm(page)}
</details>`;
  }
  return html`<section class="card" id="messages" aria-labelledby="messages-heading">
<h2 id="messages-heading">${t.messages}</h2>
${renderThread(page)}
${!isClosed && renderMessageForm(page)}
</section>`;
}

function renderMessageForm(page: QuotePage): Html {
  const { t, base, notifiesSeller = true } = page;
  const fields = html`${
    notifiesSeller &&
    html`<p class="hint">${fill(t.askHint, { seller: seller(page) })}</p>
`
  }${renderText(page, 'question', t.question, { optional: false })}
<div class="submit"><button class="button quiet" type="submit"${inAcceptForm(page)} formaction="${base}/question" formnovalidate>${t.askButton}</button></div>`;
  if (isDecidable(page)) return html`<div class="fields">${fields}</div>`;
  return html`<form method="post" action="${base}/question">${fields}</form>`;
}

/** All fields of an open quote belong to one form, so that no button loses input of the others. */
function inAcceptForm(page: QuotePage): Html | null {
  return isDecidable(page) ? html` form="${ACCEPT_FORM}"` : null;
}

type TextField = 'reason' | 'question' | 'message' | 'proposal';

export function renderText(
  page: QuotePage,
  field: TextField,
  label: string,
  { optional }: { optional: boolean },
): Html {
  return html`<div class="field">
<label for="${field}">${label}${optional && html` <span class="muted">(${page.t.optional})</span>`}</label>
<textarea id="${field}" name="${field}" rows="4" maxlength="${FIELD_LIMITS[field]}" dir="auto"${inAcceptForm(page) ?? (!optional && html` required`)}${describedBy(page, field)}>
${page.values?.[field]}</textarea>
${renderError(page, field)}
</div>`;
}

function describedBy({ errors }: QuotePage, field: FormField): Html | null {
  return errors?.[field] ? html` aria-invalid="true" aria-describedby="${field}-error"` : null;
}

export function renderError(page: QuotePage, field: FormField): Html | null {
  const error = page.errors?.[field];
  if (!error) return null;
  return html`<p class="error" id="${field}-error">${icon('alert')} ${errorMessage(page, field, error)}</p>`;
}

function isUnfolded({ errors, values }: QuotePage, field: TextField): Html | null {
  return errors?.[field] || values?.[field] ? html` open` : null;
}
