import type { BankAccount } from '../../domain/account/bank.ts';
import { groupedIban } from '../../domain/account/iban.ts';
import { fill } from '../../i18n/fill.ts';
import { value } from './compose.ts';
import { content, flow, inBoth, plain, type ViewContext } from './context.ts';
import type { PaymentDetails, Picture, Text } from './document-view.ts';
import { giroCodeText } from './giro-code.ts';
import { qrCodeOf } from './qr-code.ts';
import { formatAmount } from './totals.ts';

/** Builds the bank details of an invoice, with a GiroCode if possible. */
export function paymentOf(context: ViewContext): PaymentDetails | null {
  const { source } = context;
  // Accounts stored with older documents have no bank details.
  const bank = source.account.bank ?? null;
  if (source.kind !== 'invoice' || bank === null) return null;
  const label = inBoth(context, (say) => say.bankDetails);
  if ('lines' in bank) {
    const lines = bank.lines.map((line) => flow(context, plain(context, line)));
    return { label, rows: [], lines, code: null };
  }
  const holder = plain(context, bank.holder?.trim() ? bank.holder : source.account.name);
  const rows: [Text, Text][] = [
    [inBoth(context, (say) => say.accountHolder), flow(context, holder)],
    ['IBAN', identifier(context, groupedIban(bank.iban))],
  ];
  if (bank.bic) rows.push(['BIC', identifier(context, bank.bic)]);
  if (bank.name?.trim())
    rows.push([inBoth(context, (say) => say.bankName), flow(context, plain(context, bank.name))]);
  return { label, rows, lines: [], code: codeOf(context, holder, bank) };
}

function identifier(context: ViewContext, text: string): Text {
  const isolated = value(context, text);
  return typeof isolated === 'string' ? isolated : { parts: [isolated] };
}

function codeOf(context: ViewContext, holder: string, { iban, bic }: BankAccount): PaymentDetails['code'] {
  const { source, locale, messages } = context;
  const { currency, total, number } = content(source);
  const text = giroCodeText({ holder, iban, bic, currency, total, remittance: plain(context, number) });
  if (text === null) return null;
  const alt = fill(messages.paymentCode, { total: formatAmount(total, currency, locale), name: holder });
  const picture: Picture = qrCodeOf(context, 'payment', text, alt);
  return { picture, label: inBoth(context, (say) => say.scanToPay) };
}
