import { formatIban } from '../../../domain/account/iban.ts';
import { isCreditNote } from '../../../domain/invoice/invoice.ts';
import { formatReference } from '../../../domain/invoice/payment/payment-reference.ts';
import {
  composeQrBill,
  formatBillAmount,
  formatQrBill,
  listBillAddress,
  type QrBill,
} from '../../../domain/invoice/payment/qr-bill.ts';
import { fill } from '../../../i18n/fill.ts';
import { QR_BILL_TEXTS } from '../../../i18n/invoice/qr-bill-texts.ts';
import { breakLongWords } from './clean-text.ts';
import { getContent, type ViewContext } from './context.ts';
import type { PaymentSlip } from './document-view.ts';
import { addSwissQrCode } from './qr-code.ts';
import { formatAmount } from './totals.ts';

/** Composes the QR-bill of an invoice over its total. */
export function findQrBill({ source }: Pick<ViewContext, 'source'>): QrBill | null {
  if (source.kind !== 'invoice' || isCreditNote(source.invoice)) return null;
  const { account, invoice } = source;
  return composeQrBill(account, invoice, invoice.total);
}

/** Builds the receipt and the payment part at the foot of the last page. */
export function buildPaymentSlip(context: ViewContext): PaymentSlip | null {
  const bill = findQrBill(context);
  if (bill === null) return null;
  const { source, locale, messages } = context;
  const { currency, total } = getContent(source);
  const language = QR_BILL_TEXTS[locale.language] ? locale.language : 'en';
  const alt = fill(messages.paymentCode, {
    total: formatAmount(total, currency, locale),
    name: bill.creditor.name,
  });
  return {
    language,
    labels: QR_BILL_TEXTS[language] ?? QR_BILL_TEXTS.en,
    account: [formatIban(bill.iban), ...listBillAddress(bill.creditor).map(breakLongWords)],
    reference: formatReference(bill.reference),
    message: breakLongWords(bill.message),
    debtor: bill.debtor && listBillAddress(bill.debtor).map(breakLongWords),
    currency,
    amount: formatBillAmount(bill.amount),
    code: addSwissQrCode(context, formatQrBill(bill), alt),
  };
}
