import type { BankAccount } from '../../../domain/account/bank.ts';
import { formatIban } from '../../../domain/account/iban.ts';
import { isCreditNote } from '../../../domain/invoice/invoice.ts';
import { formatGiroCode } from '../../../domain/invoice/payment/giro-code.ts';
import { formatReference } from '../../../domain/invoice/payment/payment-reference.ts';
import { fill } from '../../../i18n/fill.ts';
import { isolate } from './compose.ts';
import { flow, getContent, toOneLine, translateLabel, type ViewContext } from './context.ts';
import type { PaymentDetails, Picture, Text } from './document-view.ts';
import { findQrBill } from './qr-bill.ts';
import { addQrCode } from './qr-code.ts';
import { formatAmount } from './totals.ts';

/** Builds the bank details of an invoice, with a GiroCode if possible and if there is no Swiss QR-bill. */
export function buildPayment(context: ViewContext): PaymentDetails | null {
  const { source } = context;
  // Accounts stored with older documents have no bank details.
  const bank = source.account.bank ?? null;
  if (source.kind !== 'invoice' || isCreditNote(source.invoice) || bank === null) return null;
  const label = translateLabel(context, (t) => t.bankDetails);
  if ('lines' in bank) {
    const lines = bank.lines.map((line) => flow(context, toOneLine(context, line)));
    return { label, rows: [], lines, code: null };
  }
  const holder = toOneLine(context, bank.holder?.trim() ? bank.holder : source.account.name);
  const rows: [Text, Text][] = [
    [translateLabel(context, (t) => t.accountHolder), flow(context, holder)],
    ['IBAN', isolateIdentifier(context, formatIban(bank.iban))],
  ];
  if (bank.bic) rows.push(['BIC', isolateIdentifier(context, bank.bic)]);
  if (bank.name?.trim())
    rows.push([translateLabel(context, (t) => t.bankName), flow(context, toOneLine(context, bank.name))]);
  const bill = findQrBill(context);
  if (bill) {
    const reference = isolateIdentifier(context, formatReference(bill.reference));
    rows.push([translateLabel(context, (t) => t.reference), reference]);
  }
  return { label, rows, lines: [], code: bill ? null : buildGiroCode(context, holder, bank) };
}

function isolateIdentifier(context: ViewContext, text: string): Text {
  const isolated = isolate(context, text);
  return typeof isolated === 'string' ? isolated : { parts: [isolated] };
}

function buildGiroCode(
  context: ViewContext,
  holder: string,
  { iban, bic }: BankAccount,
): PaymentDetails['code'] {
  const { source, locale, messages } = context;
  const { currency, total, number } = getContent(source);
  const text = formatGiroCode({ holder, iban, bic, currency, total, remittance: toOneLine(context, number) });
  if (text === null) return null;
  const alt = fill(messages.paymentCode, { total: formatAmount(total, currency, locale), name: holder });
  const picture: Picture = addQrCode(context, 'payment', text, alt);
  return { picture, label: translateLabel(context, (t) => t.scanToPay) };
}
