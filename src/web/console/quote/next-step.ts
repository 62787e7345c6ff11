import { isAccepted, isConverted, isDeclined, isDraft, isExpired } from '../../../domain/quote/quote.ts';
import { isPartlyInvoiced } from '../../../domain/schedule/invoicing.ts';
import { type Html, html } from '../../../markup/html.ts';
import { fill } from '../../shell.ts';
import type { QuoteView } from './quote-view.ts';
import { isRemindable, nextStage } from './standing.ts';

/** The primary action by status. */
export function renderNextStep(view: QuoteView): Html | false {
  const { base, quote, say, canWrite } = view;
  const path = `${base}/quotes/${quote.id}`;
  if (!canWrite && !isConverted(quote)) return false;
  switch (quote.status) {
    case 'DRAFT':
      return link(`${path}/send`, say.quote.send);
    case 'SENT':
      return isRemindable(view)
        ? html`${renderRemind(view, path)}${renderLink(view)}`
        : link(`${path}/send`, say.quote.sendAgain);
    case 'EXPIRED':
      return link(`${path}/renew`, say.quote.renew);
    case 'DECLINED':
      return link(`${path}/edit`, say.quote.revise);
    case 'ACCEPTED':
      return renderMakeInvoice(view, path);
    case 'CONVERTED':
      return renderInvoice(view);
  }
}

function renderInvoice({ base, quote, say }: QuoteView): Html | false {
  const last = quote.invoices.at(-1);
  if (!last) return false;
  return link(
    `${base}/invoices/${last.id}`,
    fill(say.quote.openInvoice, { number: html`<bdi>${last.number}</bdi>` }),
  );
}

function renderMakeInvoice(view: QuoteView, path: string): Html {
  const { say } = view;
  const stage = nextStage(view);
  if (!stage) return link(`${path}/invoice`, say.quote.makeInvoice);
  const text = fill(say.quote.makeStageInvoice, { label: html`<bdi>${stage.label}</bdi>` });
  return link(`${path}/invoice?stage=${stage.index}`, text);
}

function renderRemind(view: QuoteView, path: string): Html {
  return html`<form method="post" action="${path}/remind">${renderSeen(view)}<button class="button" type="submit">${view.say.quote.remind}</button></form>`;
}

/** The customer link with a copy button, which needs scripts. */
function renderLink({ say, publicUrl }: QuoteView): Html | false {
  if (publicUrl === null) return false;
  return html`<div class="field copy"><label for="link">${say.quote.link}</label>
<div class="copy-row"><input id="link" type="text" readonly value="${publicUrl}" dir="ltr" aria-describedby="link-hint"><button class="button quiet" type="button" data-copy="link" data-copied="${say.quote.copied}" hidden>${say.quote.copyLink}</button></div>
<p class="hint" id="link-hint">${say.quote.linkHint}</p></div>`;
}

/** The version that the person has seen, and the idempotency key of the form. */
export function renderSeen({ version, once }: Pick<QuoteView, 'version' | 'once'>): Html {
  return html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="once" value="${once}">`;
}

/** The other actions, in a menu. */
export function renderMenu(view: QuoteView): Html {
  const { base, quote, say, canWrite } = view;
  const path = `${base}/quotes/${quote.id}`;
  const isPartly = isPartlyInvoiced(quote);
  const isInvoiceable = !isConverted(quote);
  const isFree = isInvoiceable && !isPartly;
  const items = [
    isFree && entry(`${path}/edit`, say.quote.edit),
    isPartly && entry(`${path}/details`, say.quote.details),
    isFree && !isDraft(quote) && entry(`${path}/send`, say.quote.sendAgain),
    entry(`${path}/pdf`, say.quote.pdf),
    isFree && !isAccepted(quote) && entry(`${path}/accept`, say.quote.acceptFor),
    isFree && !isDeclined(quote) && entry(`${path}/decline`, say.quote.declineFor),
    isFree && !isExpired(quote) && entry(`${path}/renew`, say.quote.renewMenu),
    isInvoiceable && entry(`${path}/invoice`, say.quote.invoice),
    html`<li><form method="post" action="${path}/duplicate">${renderSeen(view)}<button type="submit">${say.quote.duplicate}</button></form></li>`,
    view.recipient !== null && entry(`${path}/revoke`, say.quote.revoke),
    isFree &&
      entry(
        `${path}/delete`,
        fill(say.quote.delete, { number: html`<bdi>${quote.number}</bdi>` }),
        html` class="bad"`,
      ),
  ];
  if (!canWrite) return link(`${path}/pdf`, say.quote.pdf, 'quiet');
  return html`<details class="menu"><summary class="button quiet">${say.quote.menu}</summary><ul>
${items}</ul></details>`;
}

function entry(href: string, text: Html | string, attributes: Html | false = false): Html {
  return html`<li><a href="${href}"${attributes}>${text}</a></li>
`;
}

function link(href: string, text: Html | string, look = ''): Html {
  return html`<a class="button${look && ` ${look}`}" href="${href}">${text}</a>`;
}
