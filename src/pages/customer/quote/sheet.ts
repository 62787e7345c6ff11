import type { Account } from '../../../domain/account/account.ts';
import type { Customer } from '../../../domain/customer/customer.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { CLOSING_TEXT_NAMES } from '../../../domain/quote/quote-texts.ts';
import { formatAddressee, listPrintedAddress } from '../../../i18n/conventions.ts';
import { formatBytes, formatQuantity } from '../../../i18n/format.ts';
import { getTaxIdLabel } from '../../../i18n/tax-labels.ts';
import { isDecidable } from '../acceptance/signers.ts';
import { renderProse } from '../prose.ts';
import { renderOffer } from './items.ts';
import { toTotalsView } from './offer.ts';
import { renderTotals } from './totals.ts';
import { type DocumentPage, day, hasWrongQuantity, lines, type QuotePage, renderExpiry } from './view.ts';

/** The document itself: parties, items and totals. */
export function renderSheet(page: QuotePage): Html {
  const { quote, t } = page;
  return html`<article class="sheet card" aria-labelledby="items">
${renderParties(page, t.preparedFor, listFacts(page))}
${quote.description && renderProse(quote.description)}
<h2 id="items" class="label">${t.items}</h2>
${renderOffer(page)}
<div class="sums" data-sums>${renderTotals(toTotalsView(page), hasWrongQuantity(page) ? null : page.totals, page.quote)}</div>
${renderClosingTexts(page)}
${quote.attachments.length > 0 && renderAttachments(page)}
</article>`;
}

/** While the quote is open, the form to accept it has the terms. */
function renderClosingTexts(page: QuotePage): (Html | false)[] {
  const { quote, t, isPreview } = page;
  const isInForm = isDecidable(page) && !isPreview;
  return CLOSING_TEXT_NAMES.map((name) => {
    const text = quote[name];
    if (!text || (name === 'terms' && isInForm)) return false;
    return html`<section class="terms"><h2 class="label">${t[name]}</h2>
${renderProse(text, 'small')}</section>`;
  });
}

function renderAttachments({ quote, t, base, locale }: QuotePage): Html {
  return html`<section class="terms" aria-labelledby="attachments"><h2 class="label" id="attachments">${t.attachments}</h2>
<ul class="files">
${quote.attachments.map(
  ({ name, size }) =>
    html`<li><a href="${base}/attachments/${encodeURIComponent(name)}" download><bdi>${name}</bdi></a> <span class="muted small">${formatBytes(size, locale)}</span></li>
`,
)}</ul></section>`;
}

function listFacts(page: QuotePage): Fact[] {
  const { quote, t } = page;
  return [
    [t.date, day(page, quote.sentAt ?? quote.createdAt)],
    [t.validUntil, renderExpiry(page, quote.validUntil)],
    quote.revision > 1 && [t.revision, formatQuantity(quote.revision, page.locale)],
    Boolean(quote.reference?.trim()) && [t.reference, html`<bdi>${quote.reference}</bdi>`],
  ];
}

export type Fact = [term: string, description: Html | string] | false;

/** Customer and seller, and the facts of the document next to them. `to` is the label of the customer. */
export function renderParties(page: DocumentPage, to: string, facts: readonly Fact[]): Html {
  const { t, account, customer } = page;
  return html`<div class="facts"><dl class="parties">
<div><dt>${to}</dt><dd>${renderParty(page, { ...customer, name: formatAddressee(account, customer) }, account)}</dd></div>
<div><dt>${t.from}</dt><dd>${renderParty(page, account, customer)}</dd></div>
</dl>
<dl class="dates">
${facts.map((fact) => fact && html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>\n`)}</dl></div>`;
}

function renderParty({ locale }: DocumentPage, party: Account | Customer, other: Account | Customer): Html {
  const address = listPrintedAddress(party, other, locale).join('\n');
  return html`<strong><bdi>${party.name}</bdi></strong>${address && html`<span class="lines">${lines(address)}</span>`}${party.taxId && html`<span class="lines"><bdi>${getTaxIdLabel(party, locale.language)}</bdi> <bdi>${party.taxId}</bdi></span>`}`;
}
