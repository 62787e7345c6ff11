import { type Invoice, isCreditNote, isOpenInvoice } from '../../../domain/invoice/invoice.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { fill } from '../../shell.ts';
import { type ConsoleIcon, iconClass } from '../console-icons.ts';
import { money, renderCalendarDate, type Viewer } from '../viewer.ts';

const ICONS: Record<Invoice['status'], ConsoleIcon> = {
  DRAFT: 'DRAFT',
  ISSUED: 'SENT',
  PAID: 'ACCEPTED',
  CREDITED: 'CONVERTED',
};

type Standing = Pick<Invoice, 'status' | 'kind' | 'overdue'>;

/** The status as a shape, a label and a colour. An overdue invoice says so instead of being open. */
export function invoiceBadge({ t }: Pick<Viewer, 't'>, invoice: Standing): Html {
  const words = t.invoices;
  if (invoice.overdue) return badge('EXPIRED', words.overdue);
  if (isCreditNote(invoice)) return badge('CONVERTED', words.creditNote);
  return badge(ICONS[invoice.status], words[invoice.status]);
}

function badge(icon: ConsoleIcon, text: string): Html {
  return html`<span class="badge ${iconClass(icon)}">${text}</span>`;
}

/** Says what is due and when. */
export function renderInvoiceSentence(viewer: Viewer, invoice: Invoice): Html {
  const words = viewer.t.invoices;
  if (isCreditNote(invoice)) return html`${words.creditNoteText}`;
  const amount = money(viewer, Math.abs(invoice.amountDue), invoice.currency);
  if (invoice.amountDue < 0) return fill(words.owedText, { amount });
  switch (invoice.status) {
    case 'DRAFT':
      return html`${words.draftText}`;
    case 'PAID':
      return html`${words.paidText}`;
    case 'CREDITED':
      return html`${words.creditedText}`;
    case 'ISSUED': {
      if (invoice.dueDate === null) return fill(words.openNoDate, { amount });
      const date = renderCalendarDate(viewer, invoice.dueDate);
      return fill(invoice.overdue ? words.overdueText : words.openText, { amount, date });
    }
  }
}

/** Shows the amount still due if a part is paid or credited. */
export function renderOpenAmount(
  viewer: Viewer,
  invoice: Pick<Invoice, 'status' | 'amountDue' | 'total' | 'currency'>,
): Html | false {
  const { amountDue, total, currency } = invoice;
  if (!isOpenInvoice(invoice) || amountDue === total || amountDue <= 0) return false;
  return html`<span class="under">${viewer.t.invoices.dueNow} ${money(viewer, amountDue, currency)}</span>`;
}
