import type { Account } from '../../domain/account/account.ts';
import type { Customer } from '../../domain/customer.ts';
import type { LineItem } from '../../domain/line/line-item.ts';
import { printedTaxes } from '../../domain/money/printed-taxes.ts';
import { isOpen } from '../../domain/quote/quote.ts';
import { amountInWords } from '../../i18n/amount-in-words.ts';
import { addressedName, customsOf } from '../../i18n/customs.ts';
import { formatBytes, formatPercent, formatQuantity } from '../../i18n/format.ts';
import { taxIdLabel, taxName } from '../../i18n/tax-words.ts';
import { type Html, html } from '../../markup/html.ts';
import { fill } from '../shell.ts';
import { renderProse } from './prose.ts';
import { day, end, lines, money, type QuotePage } from './view.ts';

/** The document itself: who, what, how much. */
export function renderSheet(page: QuotePage): Html {
  const { quote, say } = page;
  return html`<article class="sheet card" aria-labelledby="items">
${renderParties(page)}
${quote.description && renderProse(quote.description)}
<h2 id="items" class="label">${say.items}</h2>
${renderItems(page)}
${renderTotals(page)}
${
  quote.terms &&
  !isOpen(quote) &&
  html`<section class="terms"><h2 class="label">${say.terms}</h2>
${renderProse(quote.terms, 'small')}</section>`
}
${quote.attachments.length > 0 && renderAttachments(page)}
</article>`;
}

function renderAttachments({ quote, say, base, locale }: QuotePage): Html {
  return html`<section class="terms" aria-labelledby="attachments"><h2 class="label" id="attachments">${say.attachments}</h2>
<ul class="files">
${quote.attachments.map(
  ({ name, size }) =>
    html`<li><a href="${base}/attachments/${encodeURIComponent(name)}" download><bdi>${name}</bdi></a> <span class="muted small">${formatBytes(size, locale)}</span></li>
`,
)}</ul></section>`;
}

function renderParties(page: QuotePage): Html {
  const { quote, say, account, customer } = page;
  return html`<div class="facts"><dl class="parties">
<div><dt>${say.preparedFor}</dt><dd>${renderParty(page, { ...customer, name: addressedName(account, customer) })}</dd></div>
<div><dt>${say.from}</dt><dd>${renderParty(page, account)}</dd></div>
</dl>
<dl class="dates">
<div><dt>${say.date}</dt><dd>${day(page, quote.sentAt ?? quote.createdAt)}</dd></div>
<div><dt>${say.validUntil}</dt><dd>${end(page, quote.validUntil)}</dd></div>
${quote.revision > 1 && html`<div><dt>${say.revision}</dt><dd>${formatQuantity(quote.revision, page.locale)}</dd></div>`}
${quote.reference?.trim() && html`<div><dt>${say.reference}</dt><dd><bdi>${quote.reference}</bdi></dd></div>`}
</dl></div>`;
}

function renderParty({ locale }: QuotePage, party: Account | Customer): Html {
  return html`<strong><bdi>${party.name}</bdi></strong>${party.address && html`<span class="lines">${lines(party.address)}</span>`}${party.taxId && html`<span class="lines">${taxIdLabel(party, locale.language)} <bdi>${party.taxId}</bdi></span>`}`;
}

function renderItems(page: QuotePage): Html {
  const { quote, say } = page;
  const taxed = quote.items.some((item) => item.taxRate > 0);
  return html`<table class="items" aria-labelledby="items">
<thead><tr><th scope="col">${say.description}</th><th scope="col" class="number">${say.quantity}</th><th scope="col" class="number">${say.unitPrice}</th>${taxed && html`<th scope="col" class="number">${taxName(page.account, page.locale.language)}</th>`}<th scope="col" class="number">${say.amount}</th></tr></thead>
<tbody>
${quote.items.map((item) => renderItem(page, item, taxed))}</tbody>
</table>`;
}

function renderItem(page: QuotePage, item: LineItem, taxed: boolean): Html {
  const { locale } = page;
  return html`<tr><th scope="row" class="what">${renderDescription(item.description)}</th><td class="number quantity"><bdi>${formatQuantity(item.quantity, locale)}</bdi></td><td class="number price">${money(page, item.unitPrice)}</td>${taxed && html`<td class="number rate"><span class="phone">${taxName(page.account, locale.language)} </span><bdi>${formatPercent(item.taxRate, locale)}</bdi></td>`}<td class="number sum">${money(page, item.amount)}</td></tr>
`;
}

/** The first line names the item; the lines below it explain. */
function renderDescription(description: string): Html {
  const [name, ...details] = description.split('\n');
  const rest = details.join('\n');
  const explained = /^- /m.test(rest)
    ? html`<div class="detail">${renderProse(rest)}</div>`
    : html`<span class="detail">${lines(rest)}</span>`;
  return html`<bdi>${name}</bdi>${details.length > 0 && explained}`;
}

function renderTotals(page: QuotePage): Html {
  const { quote, totals, say, locale } = page;
  const taxes = printedTaxes(totals.taxes);
  const discounted = quote.discountType !== null && totals.discountAmount > 0;
  const percent = quote.discountType === 'percentage' && formatPercent(quote.discountValue ?? 0, locale);
  return html`<dl class="totals">
${(discounted || taxes.length > 0) && html`<div><dt>${say.subtotal}</dt><dd>${money(page, totals.subtotal)}</dd></div>`}
${discounted && html`<div><dt>${say.discount}${percent && html` <bdi>${percent}</bdi>`}</dt><dd>${money(page, -totals.discountAmount)}</dd></div>`}
${taxes.map(
  (tax) =>
    html`<div><dt>${taxName(page.account, locale.language)} <bdi>${formatPercent(tax.rate, locale)}</bdi> <span class="muted">${fill(say.taxBase, { base: money(page, tax.net) })}</span></dt><dd>${money(page, tax.tax)}</dd></div>`,
)}
<div class="grand"><dt>${say.total}</dt><dd>${money(page, totals.total)}</dd></div>
</dl>${customsOf(page.account).totalInWords && renderInWords(page)}`;
}

function renderInWords({ totals, quote, locale }: QuotePage): Html {
  const { label, text } = amountInWords(totals.total, quote.currency, locale.language);
  const lang = locale.language === 'hi' ? 'hi' : 'en';
  return html`<p class="in-words small" lang="${lang}" dir="ltr"><span class="muted">${label}:</span> ${text}</p>`;
}
