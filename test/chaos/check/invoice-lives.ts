import type { InvoiceHistoryEvent } from '../../../src/domain/invoice/history.ts';
import type { Json } from '../../support/service/client.ts';
import type { FinalInvoice, FinalState } from './final-state.ts';
import { describeOperation, isAcknowledged, type Kind, mayHaveApplied, type Operation } from './history.ts';
import { withoutLife } from './invoices.ts';

/**
 * Checks that what was issued, sent, paid and credited is what was acknowledged, once each, and that amounts and
 * statuses follow from it.
 */
export function* checkInvoiceLives(
  { invoices }: FinalState,
  operations: readonly Operation[],
): Generator<string> {
  const byInvoice = Map.groupBy(operations, ({ invoiceId }) => invoiceId);
  const notes = [...invoices.values()].map(({ invoice }) => invoice).filter(isCreditNote);
  const byCredited = Map.groupBy(notes, ({ creditedInvoiceId }) => creditedInvoiceId as string);
  for (const [id, final] of invoices) {
    const own = byInvoice.get(id) ?? [];
    yield* checkSends(final, own);
    if (isCreditNote(final.invoice)) yield* checkCreditNote(final);
    else yield* checkInvoice(final, byCredited.get(id) ?? [], own);
  }
  for (const id of byInvoice.keys()) if (id && !invoices.has(id)) yield `${id} is lost`;
}

function* checkInvoice(
  final: FinalInvoice,
  notes: readonly Json[],
  own: readonly Operation[],
): Generator<string> {
  yield* checkIssue(final, own);
  yield* checkPayments(final, own);
  yield* checkCredits(final, notes, own);
  yield* checkStatus(final);
}

function* checkCreditNote({
  invoice: { id, status, amountDue, dueDate, overdue },
}: FinalInvoice): Generator<string> {
  if (status !== 'ISSUED' || amountDue !== 0 || dueDate !== null || overdue) yield `${id} is no credit note`;
}

/** Checks that the invoice was issued once, if at all; a send issues it, too. */
function* checkIssue({ invoice, events }: FinalInvoice, own: readonly Operation[]): Generator<string> {
  const { id, status, issuedAt } = invoice;
  const issued = countOf(events, 'issued');
  const wanted = own.filter(({ kind }) => kind === 'issue' || kind === 'send invoice');
  if (issued > 1) yield `${id} was issued ${issued} times`;
  if (issued === 0 && wanted.some(isAcknowledged)) yield `${id} was issued, but is ${status}`;
  if (issued === 1 && wanted.every(({ attempts }) => attempts === 0)) yield `${id} was issued by nobody`;
  if ((issued === 1) !== (status !== 'DRAFT') || (issued === 1) !== (issuedAt !== null)) {
    yield `${id} is ${status} after ${issued} issues at ${issuedAt}`;
  }
}

function* checkSends({ invoice, events }: FinalInvoice, own: readonly Operation[]): Generator<string> {
  yield* checkCount(invoice.id, events, 'sent', own, 'send invoice');
  if (countOf(events, 'sent') > 0 !== (invoice.sentAt !== null))
    yield `${invoice.id}: sentAt is ${invoice.sentAt}`;
}

/** Checks that each acknowledged payment is there once, or was removed, and that nothing else was paid. */
function* checkPayments(
  { invoice, events, payments }: FinalInvoice,
  own: readonly Operation[],
): Generator<string> {
  const { id, amountPaid } = invoice;
  yield* checkCount(id, events, 'payment_recorded', own, 'pay');
  yield* checkCount(id, events, 'payment_removed', own, 'remove payment');
  const recorded = events.filter(({ type }) => type === 'payment_recorded').map(({ data }) => data.paymentId);
  const removed = events.filter(({ type }) => type === 'payment_removed').map(({ data }) => data.paymentId);
  const left = recorded.filter((paymentId) => !removed.includes(paymentId));
  if (new Set(removed).size < removed.length) yield `${id}: a payment was removed twice`;
  // Concurrent payments are listed by the time of their request.
  if (`${payments.map((payment) => payment.id).sort()}` !== `${left.sort()}`)
    yield `${id}: payments differ from the history`;
  if (sumOf(payments, 'amount') !== amountPaid) yield `${id}: payments do not add up to ${amountPaid}`;
  const marks = payments.map(({ reference }) => reference);
  if (new Set(marks).size < marks.length) yield `${id}: a payment is there twice`;
  for (const operation of own.filter(isAcknowledged)) {
    const { kind, reply, paymentId } = operation;
    const is = (payment: Json) => payment.id === (kind === 'pay' ? reply?.body.id : paymentId);
    const kept = payments.find(is);
    if (kind === 'pay' && !kept && !removed.includes(reply?.body.id))
      yield `lost: ${describeOperation(operation)}`;
    if (kind === 'pay' && kept && JSON.stringify(kept) !== reply?.text)
      yield `changed: ${describeOperation(operation)}`;
    if (kind === 'remove payment' && kept) yield `still there: ${describeOperation(operation)}`;
  }
}

function* checkCredits(
  { invoice, events }: FinalInvoice,
  notes: readonly Json[],
  own: readonly Operation[],
): Generator<string> {
  const { id, total, amountCredited } = invoice;
  yield* checkCount(id, events, 'credited', own, 'credit');
  if (countOf(events, 'credited') !== notes.length) yield `${id}: credit notes differ from the history`;
  if (sumOf(notes, 'total') !== amountCredited)
    yield `${id}: credit notes do not add up to ${amountCredited}`;
  if (amountCredited > total) yield `${id}: ${amountCredited} of ${total} is credited`;
  const byMark = Map.groupBy(notes, ({ creditReason }) => creditReason as string);
  for (const [mark, same] of byMark) if (same.length > 1) yield `${id}: two credit notes because of ${mark}`;
  for (const operation of own.filter((one) => one.kind === 'credit' && isAcknowledged(one))) {
    const [note] = byMark.get(operation.mark ?? '') ?? [];
    if (withoutLife(note) !== withoutLife(operation.reply?.body))
      yield `lost or changed: ${describeOperation(operation)}`;
  }
}

function* checkStatus({ invoice, events }: FinalInvoice): Generator<string> {
  const { id, status, total, amountPaid, amountCredited, amountDue, overdue, dueDate, paidAt } = invoice;
  if (amountDue !== total - amountPaid - amountCredited) yield `${id}: ${amountDue} is due`;
  const settled = amountDue > 0 ? 'ISSUED' : 'PAID';
  const expected = total > 0 && amountCredited === total ? 'CREDITED' : settled;
  if (status !== 'DRAFT' && status !== expected) yield `${id} is ${status}, not ${expected}`;
  if (overdue !== (status === 'ISSUED' && dueDate < PAST))
    yield `${id}: overdue is ${overdue}, due on ${dueDate}`;
  if (status !== 'CREDITED' && (status === 'PAID') !== (paidAt !== null))
    yield `${id} is ${status}, paid ${paidAt}`;
  if (status === 'PAID' && countOf(events, 'paid') === 0) yield `${id} is paid without an event`;
  const isTold = status !== 'DRAFT' && dueDate < PAST;
  if (countOf(events, 'overdue') !== (isTold ? 1 : 0))
    yield `${id}: overdue ${countOf(events, 'overdue')} times`;
}

/** Due dates are either years ago or years ahead. */
const PAST = '2021';

/** Checks that each effect has one event. */
function* checkCount(
  id: string,
  events: readonly InvoiceHistoryEvent[],
  type: InvoiceHistoryEvent['type'],
  own: readonly Operation[],
  kind: Kind,
): Generator<string> {
  const wanted = own.filter((operation) => operation.kind === kind);
  const least = wanted.filter(isAcknowledged).length;
  const most = least + wanted.filter(mayHaveApplied).length;
  const found = countOf(events, type);
  if (found < least || found > most) yield `${id}: ${found} times ${type}, expected ${least} to ${most}`;
}

function countOf(events: readonly InvoiceHistoryEvent[], type: InvoiceHistoryEvent['type']): number {
  return events.filter((event) => event.type === type).length;
}

function sumOf(rows: readonly Json[], field: 'amount' | 'total'): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

function isCreditNote({ kind }: Json): boolean {
  return kind === 'CREDIT_NOTE';
}
