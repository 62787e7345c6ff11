import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { PAYMENT } from '../../../i18n/messages.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { type DocumentPage, money, type OnlinePayment } from '../quote/view.ts';

/** The button that leads to the payment provider, as an entry of a list of actions. */
export function renderPayButton(
  page: DocumentPage,
  { amountDue }: Pick<Invoice, 'amountDue'>,
  { payUrl }: Pick<OnlinePayment, 'payUrl'>,
): Html | null {
  if (payUrl === null) return null;
  const label = fill(PAYMENT[page.locale.language].payOnline, { amount: money(page, amountDue) });
  return html`<li class="primary"><form method="post" action="${payUrl}"><button class="button" type="submit"><span>${label}</span></button></form></li>`;
}

/** Says that a payment is on its way. */
export function renderPending(
  { locale }: DocumentPage,
  { isPaymentPending }: Pick<OnlinePayment, 'isPaymentPending'>,
): Html | null {
  if (!isPaymentPending) return null;
  return html`<div class="status calm"><p class="pill">${icon('clock')} ${PAYMENT[locale.language].pendingTitle}</p></div>`;
}
