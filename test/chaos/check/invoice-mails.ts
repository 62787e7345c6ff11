import type { FinalInvoice, FinalState } from './final-state.ts';
import { isAcknowledged, mayHaveApplied, type Operation } from './history.ts';
import type { MailFacts } from './mails.ts';

/** Checks that sent invoices have an email, and that each reminder is queued once and delivered while it applies. */
export function* checkInvoiceMails(
  { invoices }: FinalState,
  operations: readonly Operation[],
  { outbox }: Pick<MailFacts, 'outbox'>,
  delivered: ReadonlySet<string>,
): Generator<string> {
  const byInvoice = Map.groupBy(operations, ({ invoiceId }) => invoiceId);
  for (const [id, final] of invoices) {
    for (const { data } of final.events.filter(({ type }) => type === 'sent')) {
      if (!delivered.has(String(data.messageId))) yield `${id}: ${data.messageId} counts as sent but was not`;
    }
    const queued = outbox.filter(({ kind, documentId }) => kind === 'overdue' && documentId === id);
    yield* checkReminders(id, final, byInvoice.get(id) ?? [], {
      queued: queued.length,
      delivered: queued.filter(({ messageId }) => delivered.has(messageId)).length,
    });
  }
}

function* checkReminders(
  id: string,
  { events }: FinalInvoice,
  own: readonly Operation[],
  mails: { queued: number; delivered: number },
): Generator<string> {
  const wanted = own.filter(({ kind }) => kind === 'remind');
  const least = wanted.filter(isAcknowledged).length;
  const most = least + wanted.filter(mayHaveApplied).length;
  const reminded = events.filter(({ type }) => type === 'reminded').length;
  const told = `${id}: ${mails.queued} reminders, ${mails.delivered} delivered, ${reminded} recorded`;
  if (mails.queued < least || mails.queued > most) yield `${told}, expected ${least} to ${most}`;
  if (reminded > mails.delivered) yield `${told}: recorded but not delivered`;
  // A reminder waits for a dead process to lose its claim; a payment, a credit note or another link ends it meanwhile.
  const sends = own.filter(({ kind }) => kind === 'send invoice').length;
  const isEnded = sends > 1 || own.some(({ kind }) => kind === 'pay' || kind === 'credit');
  if (reminded < mails.queued && !isEnded) yield `${told}: some were lost`;
}
