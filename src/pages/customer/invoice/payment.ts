import type { BankAccount } from '../../../domain/account/bank.ts';
import { formatIban } from '../../../domain/account/iban.ts';
import { formatGiroCode } from '../../../domain/invoice/payment/giro-code.ts';
import { formatReference } from '../../../domain/invoice/payment/payment-reference.ts';
import { composeQrBill, formatQrBill, type QrBill } from '../../../domain/invoice/payment/qr-bill.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { drawQrCode } from '../../../domain/markup/qr-code.ts';
import { drawSwissQrCode } from '../../../domain/markup/swiss-qr-code.ts';
import { formatMoney } from '../../../i18n/format.ts';
import { QR_BILL_TEXTS } from '../../../i18n/invoice/qr-bill-texts.ts';
import { fill } from '../../shell.ts';
import { money } from '../quote/view.ts';
import { type InvoicePage, isPayable } from './view.ts';

/** Explains the payment by bank transfer of the amount due, with a code for banking apps if possible. */
export function renderPayment(page: InvoicePage): Html | null {
  const { account, invoice, words } = page;
  // Accounts stored with older documents have no bank details.
  const { bank } = account;
  if (!bank || !isPayable(page)) return null;
  const bill = composeQrBill(account, invoice, invoice.amountDue);
  const reference = bill ? formatReference(bill.reference) : invoice.number;
  return html`<section class="card pay" aria-labelledby="pay">
<h2 id="pay">${words.howToPay}</h2>
<dl>
${'lines' in bank ? row(words.bankDetails, renderLines(bank.lines)) : renderBankAccount(page, bank)}
${row(words.amountDue, money(page, invoice.amountDue))}
${row(words.paymentReference, html`<bdi>${reference}</bdi>`)}
</dl>
${bill ? renderQrBill(page, bill) : !('lines' in bank) && renderGiroCode(page, bank)}
</section>`;
}

function renderBankAccount({ words, account }: InvoicePage, { holder, iban, bic, name }: BankAccount): Html {
  return html`${row(words.accountHolder, html`<bdi>${holder?.trim() ? holder : account.name}</bdi>`)}
${row('IBAN', html`<bdi class="iban" dir="ltr">${formatIban(iban)}</bdi>`)}
${bic && row('BIC', html`<bdi dir="ltr">${bic}</bdi>`)}
${name?.trim() && row(words.bankName, html`<bdi>${name}</bdi>`)}`;
}

function renderGiroCode(page: InvoicePage, { holder, iban, bic }: BankAccount): Html | null {
  const { account, invoice } = page;
  const name = holder?.trim() ? holder : account.name;
  const { currency, amountDue: total, number: remittance } = invoice;
  const text = formatGiroCode({ holder: name, iban, bic, currency, total, remittance });
  if (text === null) return null;
  const { size, dark } = drawQrCode(text);
  return html`<figure class="code"><svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${describeCode(page, name)}"><path class="light" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>
<figcaption>${page.words.scanToPay}</figcaption></figure>`;
}

function renderQrBill(page: InvoicePage, bill: QrBill): Html {
  const { size, quietZone, dark, square, cross } = drawSwissQrCode(formatQrBill(bill));
  const [start, width] = [-quietZone, size + 2 * quietZone];
  const caption = QR_BILL_TEXTS[page.locale.language]?.caption ?? page.words.scanToPay;
  return html`<figure class="code"><svg viewBox="${start} ${start} ${width} ${width}" role="img" aria-label="${describeCode(page, bill.creditor.name)}"><path class="light" d="M${start} ${start}h${width}v${width}h-${width}z"/><path d="${dark}"/><path d="${square}"/><path class="light" d="${cross}"/></svg>
<figcaption>${caption}</figcaption></figure>`;
}

function describeCode({ invoice, words, locale }: InvoicePage, name: string): Html {
  return fill(words.paymentCode, { total: formatMoney(invoice.amountDue, invoice.currency, locale), name });
}

function renderLines(lines: readonly string[]): Html {
  return html`${lines.map((line) => html`<span class="lines"><bdi>${line}</bdi></span>`)}`;
}

function row(term: string, description: Html): Html {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
}
