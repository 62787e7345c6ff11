import type { Life } from '../faults/replica.ts';
import type { Receipt } from '../mailbox.ts';
import type { FinalState, OutboxMail } from './final-state.ts';
import { describeOperation, isAcknowledged, type Operation } from './history.ts';
import { checkInvoiceMails } from './invoice-mails.ts';

export interface MailFacts {
  receipts: readonly Receipt[];
  outbox: readonly OutboxMail[];
  lives: readonly Life[];
  outages: readonly { from: number; to: number }[];
}

/**
 * Time to record that an email was accepted, as long as a write may wait for the database; a process that dies earlier
 * leaves an unrecorded email, which is sent once more (docs/mail.md).
 */
export const WINDOW_MS = 5000;

/** Checks that every email was sent, and twice only if its sender died before it recorded the first. */
export function* checkMails(
  states: readonly FinalState[],
  operations: readonly Operation[],
  facts: MailFacts,
): Generator<string> {
  const byMessage = Map.groupBy(facts.receipts, ({ messageId }) => messageId);
  for (const { kind, state, attempts, error, documentId, messageId } of facts.outbox) {
    const what = `${kind} of ${documentId} (${messageId})`;
    const receipts = byMessage.get(messageId) ?? [];
    if (state !== 'done') yield `${what} is ${state} after ${attempts} attempts, the last one: ${error}`;
    // A reminder is dropped if the invoice is paid meanwhile.
    if (receipts.length === 0 && kind !== 'overdue') yield `${what} was never delivered`;
    yield* checkRepeats(what, receipts, facts);
  }
  const queued = new Set(facts.outbox.map(({ messageId }) => messageId));
  const bySend = Map.groupBy(
    facts.receipts.filter(({ messageId }) => !queued.has(messageId)),
    ({ to }) => to,
  );
  for (const send of operations.filter(({ recipient }) => recipient !== undefined)) {
    yield* checkSend(send, bySend.get(send.recipient ?? '') ?? [], facts);
    bySend.delete(send.recipient ?? '');
  }
  for (const to of bySend.keys()) yield `an unexpected email to ${to}`;
  const delivered = new Set(byMessage.keys());
  for (const state of states) {
    yield* checkStatuses(state, facts, delivered);
    yield* checkInvoiceMails(state, operations, facts, delivered);
  }
}

export function isAmbiguous({ by, at }: Receipt, { lives, outages }: MailFacts): boolean {
  const killedAt = lives.find(({ name }) => name === by)?.killedAt;
  if (killedAt === undefined) return false;
  const withoutDatabase = outages
    .map(({ from, to }) => Math.max(0, Math.min(to, killedAt) - Math.max(from, at)))
    .reduce((sum, ms) => sum + ms, 0);
  // An email in flight when its sender died may be received a moment later.
  return killedAt > at - WINDOW_MS && killedAt - at - withoutDatabase < WINDOW_MS;
}

function* checkRepeats(what: string, receipts: readonly Receipt[], facts: MailFacts): Generator<string> {
  if (receipts.slice(0, -1).every((receipt) => isAmbiguous(receipt, facts))) return;
  const told = receipts.map(({ messageId, by, at }) => {
    const killedAt = facts.lives.find(({ name }) => name === by)?.killedAt;
    const end = killedAt === undefined ? 'never killed' : `killed ${Math.round(killedAt - at)} ms later`;
    return `${messageId} by ${by} at ${Math.round(at)}, ${end}`;
  });
  const outages = facts.outages.map(({ from, to }) => `${Math.round(from)} to ${Math.round(to)}`);
  yield `${what} was delivered more than once: ${told.join('; ')}; no database from ${outages.join(', ')}`;
}

function* checkSend(send: Operation, receipts: readonly Receipt[], facts: MailFacts): Generator<string> {
  const what = describeOperation(send);
  yield* checkRepeats(what, receipts, facts);
  if (isAcknowledged(send)) {
    if (receipts.length === 0) yield `sent without an email: ${what}`;
    return;
  }
  // A quote deleted during its send has no response to return, and a send without a key is not repeated.
  const isExplained = send.reply === undefined || send.reply.status === 404;
  if (!isExplained && receipts.some((receipt) => !isAmbiguous(receipt, facts))) {
    yield `rejected, but the email was sent: ${what}`;
  }
}

/** Checks that statuses match the emails, and that every decision of a customer has its emails. */
function* checkStatuses(
  { quotes }: FinalState,
  { outbox }: MailFacts,
  delivered: ReadonlySet<string>,
): Generator<string> {
  const byQuote = Map.groupBy(outbox, ({ documentId }) => documentId);
  for (const [id, { quote, events }] of quotes) {
    const sent = events.filter(({ type }) => type === 'sent');
    for (const { data } of sent) {
      if (!delivered.has(String(data.messageId))) yield `${id}: ${data.messageId} counts as sent but was not`;
    }
    if ((quote.sentAt !== null || quote.status === 'SENT') && sent.length === 0) yield `${id} was not sent`;
    const count = (type: string) => events.filter((event) => event.type === type).length;
    const mails = (kind: string) => (byQuote.get(id) ?? []).filter((mail) => mail.kind === kind).length;
    const [accepted, declined] = [count('accepted'), count('declined')];
    if (mails('accepted_copy') !== accepted || mails('decision_notice') !== accepted + declined) {
      yield `${id}: ${accepted + declined} answers, ${mails('decision_notice')} notices, ${mails('accepted_copy')} copies`;
    }
  }
}
