import { type Html, html } from '../../../domain/markup/html.ts';
import { isDraft, isOpen } from '../../../domain/quote/quote.ts';
import { isSignature, SIGNATURE_BOX } from '../../../domain/quote/signature.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { listAnswers } from '../../../i18n/quote/answers.ts';
import { fill } from '../../shell.ts';
import { renderPayments } from './totals.ts';
import { moment, type QuotePage, seller } from './view.ts';

/** The recorded decision, to which both sides can refer later. */
export function renderRecord(page: QuotePage): Html | null {
  const { decision: record, quote, t, locale } = page;
  if (!record || isOpen(quote) || isDraft(quote)) return null;
  const { decision, by, at, revision, documentSha256, signatures, passedOver = [] } = record;
  // Nothing of one signer is shown to the others but the name.
  const { name, reason } = quote.signers ? { name: null, reason: null } : record;
  const signed = (signatures ?? []).map((signature) => signature.name).join(', ');
  const missing = passedOver.map((signer) => signer.name).join(', ');
  const recorder =
    by === 'owner' &&
    html`<span class="lines muted">${fill(t.acceptedByOwner, { name: seller(page) })}</span>`;
  return html`<section class="card record" aria-labelledby="record">
<h2 id="record">${t.record}</h2>
<dl>
${row(t.recordDecision, html`${decision === 'ACCEPTED' ? t.accepted : t.statusDeclined}${recorder}`)}
${name && row(t.name, html`<bdi>${name}</bdi>`)}
${signed && row(t.signedBy, html`<bdi>${signed}</bdi>`)}
${missing && row(t.notSignedBy, html`<bdi>${missing}</bdi>`)}
${row(t.recordTime, moment(page, at))}
${row(t.revision, formatQuantity(revision, locale))}
${decision === 'ACCEPTED' && quote.recurring && row(t.total, renderPayments(page, quote, t))}
${listAnswers(quote.acceptanceFields, record.answers, locale, t).map(({ label, value }) => row(label, html`<bdi>${value}</bdi>`))}
${reason && row(t.reason, html`<span class="prose" dir="auto">${reason}</span>`)}
${documentSha256 && row(t.fingerprint.replace('SHA-256', 'SHA\u2011256'), html`<code dir="ltr">${documentSha256}</code>`)}
${renderSignature(page)}
</dl>
</section>`;
}

function renderSignature({ decision, quote, t }: QuotePage): Html | null {
  const path = quote.signers ? null : decision?.signature;
  if (!path || !isSignature(path)) return null;
  const { width, height } = SIGNATURE_BOX;
  return row(
    t.signature,
    html`<svg class="ink" viewBox="0 0 ${width} ${height}" role="img" aria-label="${t.signature}"><path d="${path}"/></svg>`,
  );
}

function row(term: string, description: Html | string): Html {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
}
