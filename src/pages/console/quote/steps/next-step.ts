import { type Html, html } from '../../../../domain/markup/html.ts';
import { isAccepted, isConverted, isDeclined, isDraft, isExpired } from '../../../../domain/quote/quote.ts';
import { findNextStage, isPartlyInvoiced } from '../../../../domain/quote/schedule/invoicing.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import { renderLocalLink } from '../../not-delivered.ts';
import type { QuoteView } from '../quote-view.ts';
import { hasUnsentRevision, isRemindable } from './status-sentences.ts';

/** The primary action by status. */
export function renderNextStep(view: QuoteView): Html | false {
  const { base, quote, t, canWrite } = view;
  const path = `${base}/quotes/${quote.id}`;
  if (!canWrite && !isConverted(quote)) return false;
  switch (quote.status) {
    case 'DRAFT':
      // The next step is the approval, below.
      return !view.approval?.needsApproval && link(`${path}/send`, t.quote.send);
    case 'SENT':
      if (hasUnsentRevision(view)) return html`${renderSendRevision(view, path)}${renderLink(view)}`;
      return isRemindable(view)
        ? html`${view.isUndelivered ? link(`${path}/send`, t.quote.sendAgain) : link(`${path}/remind`, t.quote.remind)}${renderLink(view)}`
        : link(`${path}/send`, t.quote.sendAgain);
    case 'EXPIRED':
      return link(`${path}/renew`, t.quote.renew);
    case 'DECLINED':
      return link(`${path}/edit`, t.quote.revise);
    case 'ACCEPTED':
      return renderMakeInvoice(view, path);
    case 'CONVERTED':
      return renderInvoice(view);
  }
}

function renderSendRevision({ t, quote, locale }: QuoteView, path: string): Html {
  return link(`${path}/send`, fill(t.quote.sendRevision, { n: formatQuantity(quote.revision, locale) }));
}

function renderInvoice({ base, quote, t }: QuoteView): Html | false {
  const last = quote.invoices.at(-1);
  if (!last) return false;
  return link(
    `${base}/invoices/${last.id}`,
    fill(t.quote.openInvoice, { number: html`<bdi>${last.number}</bdi>` }),
  );
}

function renderMakeInvoice(view: QuoteView, path: string): Html {
  const { t, quote } = view;
  const stage = findNextStage(quote);
  if (!stage) return link(`${path}/invoice`, t.quote.makeInvoice);
  const text = fill(t.quote.makeStageInvoice, { label: html`<bdi>${stage.label}</bdi>` });
  return link(`${path}/invoice?stage=${stage.index}`, text);
}

/** The customer link with a copy button, which needs scripts. */
function renderLink(view: QuoteView): Html | false {
  const { t, publicUrl } = view;
  if (publicUrl === null) return false;
  return html`<div class="field copy"><label for="link">${t.quote.link}</label>
<div class="copy-row"><input id="link" type="text" readonly value="${publicUrl}" dir="ltr" aria-describedby="link-hint"><button class="button quiet" type="button" data-copy="link" data-copied="${t.quote.copied}" hidden>${t.quote.copyLink}</button></div>
<p class="hint" id="link-hint">${renderLocalLink(view, publicUrl) || t.quote.linkHint}</p></div>`;
}

/** The version that the person has seen, and the idempotency key of the form. */
export function renderSeen({ version, once }: Pick<QuoteView, 'version' | 'once'>): Html {
  return html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="once" value="${once}">`;
}

/** A button to edit the quote, and the other actions in a menu. */
export function renderActions(view: QuoteView): Html {
  const { base, quote, t, canWrite } = view;
  const path = `${base}/quotes/${quote.id}`;
  const isPartly = isPartlyInvoiced(quote);
  const isInvoiceable = !isConverted(quote);
  const isFree = isInvoiceable && !isPartly;
  const items = [
    isPartly && entry(`${path}/details`, t.quote.details),
    isFree && !isDraft(quote) && entry(`${path}/send`, t.quote.sendAgain),
    entry(`${path}/pdf`, t.quote.pdf),
    isFree && !isAccepted(quote) && entry(`${path}/accept`, t.quote.acceptFor),
    isFree && !isDeclined(quote) && entry(`${path}/decline`, t.quote.declineFor),
    isFree && !isExpired(quote) && entry(`${path}/renew`, t.quote.renewMenu),
    isFree && entry(`${path}/questions`, t.acceptance.title),
    isFree && entry(`${path}/signers`, t.acceptance.signers),
    isInvoiceable && entry(`${path}/invoice`, t.quote.invoice),
    html`<li><form method="post" action="${path}/duplicate">${renderSeen(view)}<button type="submit">${t.quote.duplicate}</button></form></li>`,
    html`<li><form method="post" action="${path}/template">${renderSeen(view)}<button type="submit">${t.quote.saveAsTemplate}</button></form></li>`,
    view.recipient !== null && entry(`${path}/revoke`, t.quote.revoke),
    isFree &&
      entry(
        `${path}/delete`,
        html`<span>${fill(t.quote.delete, { number: html`<bdi>${quote.number}</bdi>` })}</span>`,
        html` class="bad"`,
      ),
  ];
  if (!canWrite) return link(`${path}/pdf`, t.quote.pdf, 'quiet');
  // A declined quote has this as its next step.
  const isEditable = isFree && !isDeclined(quote);
  return html`${isEditable && link(`${path}/edit`, t.quote.edit, 'quiet')}<details class="menu"><summary class="button quiet">${t.quote.menu}</summary><ul>
${items}</ul></details>`;
}

function entry(href: string, text: Html | string, attributes: Html | false = false): Html {
  return html`<li><a href="${href}"${attributes}>${text}</a></li>
`;
}

function link(href: string, text: Html | string, look = ''): Html {
  return html`<a class="button${look && ` ${look}`}" href="${href}">${text}</a>`;
}
