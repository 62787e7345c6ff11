import { type Invoice, isCreditNote, isOpenInvoice, isPaidInvoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { MessageTexts } from '../../../i18n/messages.ts';
import { type IconName, icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { day } from '../quote/view.ts';
import { calendarDay, type InvoicePage } from './view.ts';

type ShownStatus = 'due' | 'overdue' | 'paid' | 'credited';

const STATUS_STYLES: Record<
  ShownStatus,
  { tone: string; icon: IconName; label: keyof MessageTexts<'invoice'> }
> = {
  due: { tone: 'open', icon: 'clock', label: 'statusDue' },
  overdue: { tone: 'warn', icon: 'alert', label: 'statusOverdue' },
  paid: { tone: 'good', icon: 'check', label: 'statusPaid' },
  credited: { tone: 'calm', icon: 'receipt', label: 'statusCredited' },
};

/** The status of the invoice: an icon, a label and an explanation. A credit note only says what it refers to. */
export function renderInvoiceStatus(page: InvoicePage): Html {
  const { invoice, words, source } = page;
  if (isCreditNote(invoice)) {
    const number = html`<bdi class="nowrap">${source.creditedInvoice?.number}</bdi>`;
    return html`<div class="status calm"><p>${fill(words.creditNoteText, { number })}</p></div>`;
  }
  const style = STATUS_STYLES[findShownStatus(invoice)];
  const text = explain(page);
  return html`<div class="status ${style.tone}">
<p class="pill">${icon(style.icon)} ${words[style.label]}</p>
${text && html`<p>${text}</p>`}
</div>`;
}

function findShownStatus(invoice: Invoice): ShownStatus {
  if (isPaidInvoice(invoice)) return 'paid';
  if (!isOpenInvoice(invoice)) return 'credited';
  return invoice.overdue ? 'overdue' : 'due';
}

function explain(page: InvoicePage): Html | string | null {
  const { invoice, words } = page;
  const { dueDate, paidAt } = invoice;
  const date = dueDate === null ? '' : calendarDay(page, dueDate);
  switch (findShownStatus(invoice)) {
    case 'due':
      return fill(words.dueText, { date });
    case 'overdue':
      return fill(words.overdueText, { date });
    case 'paid':
      return paidAt === null ? null : fill(words.paidText, { date: day(page, paidAt) });
    case 'credited':
      return words.creditedText;
  }
}
