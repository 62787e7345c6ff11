import type { MailAddress } from '../../../domain/mail/mail.ts';
import { resolveSellerLocale } from '../../../i18n/conventions.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatMoney } from '../../../i18n/format.ts';
import { INVOICE, MAIL, PAYMENT, pickTexts } from '../../../i18n/messages.ts';
import { type MailContent, renderAutomaticEmail } from '../mail-content.ts';
import { formatInvoiceFacts, type InvoiceMailData } from './invoice-facts.ts';
import { createReplyTo } from './quote-facts.ts';

/** Confirms a payment by a payment provider to the customer. */
export function renderPaymentReceivedEmail(data: InvoiceMailData & { amount: number }): MailContent {
  const { source, invoice, publicUrl } = data;
  const { account, customer } = source;
  const { locale, messages, numbered, amounts } = formatInvoiceFacts(data);
  const texts = pickTexts(PAYMENT, locale);
  const amount = formatMoney(data.amount, invoice.currency, locale);
  const intro = fill(texts.receivedText, { seller: account.name, amount });
  return renderAutomaticEmail({
    account,
    locale,
    subject: fill(texts.receivedSubject, { number: invoice.number }),
    preview: intro,
    kicker: numbered,
    heading: texts.receivedTitle,
    prose: [fill(messages.greeting, { name: customer.name }), intro],
    facts: amounts,
    button: { label: messages.viewInvoice, url: publicUrl },
    notes: [],
  });
}

/** Tells the business of money that came or was taken back. A reply goes to the customer. */
export function renderPaymentNoticeEmail({
  source,
  invoice,
  amount,
  consoleUrl,
}: Pick<InvoiceMailData, 'source' | 'invoice'> & {
  /** Negative for a dispute. */
  amount: number;
  consoleUrl: string | null;
}): MailContent & { replyTo: MailAddress | null } {
  const { account, customer } = source;
  const locale = resolveSellerLocale(account, account.locale);
  const texts = pickTexts(PAYMENT, locale);
  const money = (minor: number) => formatMoney(minor, invoice.currency, locale);
  const isDispute = amount < 0;
  const intro = fill(isDispute ? texts.disputeNotice : texts.paidNotice, {
    customer: customer.name,
    amount: money(Math.abs(amount)),
  });
  const isTooMuch = !isDispute && invoice.amountDue < 0;
  const subject = fill(isDispute ? texts.disputeSubject : texts.receivedSubject, { number: invoice.number });
  const { pair, customer: label } = pickTexts(MAIL, locale);
  const mail = renderAutomaticEmail({
    account,
    locale,
    subject: fill(pair, { label: subject, value: customer.name }),
    preview: intro,
    kicker: invoice.title,
    heading: subject,
    prose: isTooMuch ? [intro, fill(texts.overpaidNotice, { amount: money(-invoice.amountDue) })] : [intro],
    facts: [{ label, value: customer.name }],
    notes: [],
    ...(consoleUrl && { button: { label: pickTexts(INVOICE, locale).viewInvoice, url: consoleUrl } }),
  });
  return { ...mail, ...createReplyTo(customer.name, customer.email) };
}
