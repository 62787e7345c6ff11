import type { QueuedMail } from '../../../src/actions/sending/outbox/queue-mail.ts';
import type { HistoryEvent } from '../../../src/domain/quote/history.ts';
import type { Database } from '../../../src/store/database.ts';
import { isOfPeople } from '../actors/keeper.ts';
import type { OwnReceipt } from '../faults/own-mail-server.ts';
import { isAmbiguous, type MailFacts } from './mails.ts';

export interface OwnMailFacts extends Pick<MailFacts, 'lives' | 'outages'> {
  receipts: readonly OwnReceipt[];
}

/** The emails that the service has recorded, by table. */
interface Records {
  /** Each attempt to send a document. */
  sendings: { message_id: string; state: string }[];
  /** Each email to a customer, once for each recipient. */
  sent: { message_id: string; recipient: string; state: string; is_captured: number }[];
  outbox: { id: string; kind: string; state: string; attempts: number; error: string | null; doc: string }[];
  events: { document_id: string; doc: string }[];
  quotes: { id: string; status: string }[];
}

/**
 * Compares the emails that the mail server of an account has accepted with what the service has recorded about each of
 * them: what counts as sent was accepted, what counts as failed was not, and nothing is left.
 */
export async function checkOwnMails(
  db: Database,
  accountId: string,
  acknowledged: Record<'sent' | 'message' | 'reminder', readonly string[]>,
  facts: OwnMailFacts,
): Promise<string[]> {
  const all = <Row>(columns: string, table: string) =>
    db.read.all<Row>(`SELECT ${columns} FROM ${table} WHERE account_id = ?`, accountId);
  const records: Records = {
    sendings: await all('message_id, state', 'sendings'),
    sent: await all('message_id, recipient, state, is_captured', 'sent_mails'),
    outbox: await all('id, kind, state, attempts, last_error AS error, doc', 'outbox'),
    events: await all('document_id, doc', 'events'),
    quotes: await all('id, status', 'quotes'),
  };
  const receipts = Map.groupBy(facts.receipts, ({ messageId }) => messageId);
  return [
    ...checkSendings(records, receipts),
    ...checkDeliveries(records, receipts),
    ...checkOutbox(records, receipts, facts),
    ...checkEvents(records, receipts),
    ...checkAcknowledged(records, acknowledged),
    ...checkUnrecorded(records, receipts),
  ];
}

type Receipts = ReadonlyMap<string, readonly OwnReceipt[]>;

/** Every attempt that is recorded as accepted was accepted once, and one whose outcome is unknown at most once. */
function* checkSendings({ sendings }: Records, receipts: Receipts): Generator<string> {
  for (const [messageId, attempts] of Map.groupBy(sendings, ({ message_id }) => message_id)) {
    const states = attempts.map(({ state }) => state);
    const count = (wanted: string) => states.filter((state) => state === wanted).length;
    const [accepted, least] = [receipts.get(messageId)?.length ?? 0, count('taken')];
    if (count('pending') > 0) yield `the send of ${messageId} is pending`;
    if (accepted < least || accepted > least + count('unknown')) {
      yield `${messageId} was accepted ${accepted} times, recorded are ${states.join(', ')}`;
    }
  }
}

function* checkDeliveries({ sent }: Records, receipts: Receipts): Generator<string> {
  for (const { message_id: messageId, recipient, state, is_captured } of sent) {
    const isAccepted = receipts.get(messageId)?.some(({ to }) => to === recipient) ?? false;
    const what = `the delivery of ${messageId} to ${recipient}`;
    if (state === 'sent' && !isAccepted) yield `${what} counts as sent but was not`;
    if (state === 'failed' && isAccepted) yield `${what} counts as failed, but was accepted`;
    if (state === 'pending') yield `${what} is pending`;
    if (is_captured === 1) yield `${what} was captured`;
  }
}

function* checkOutbox({ outbox, sent }: Records, receipts: Receipts, facts: OwnMailFacts): Generator<string> {
  const counted = new Set(sent.filter(({ state }) => state === 'sent').map(({ message_id }) => message_id));
  for (const { id, kind, state, attempts, error, doc } of outbox) {
    const { messageId } = (JSON.parse(doc) as QueuedMail).message;
    const what = `${kind} ${id} (${messageId})`;
    const own = receipts.get(messageId) ?? [];
    if (state !== 'done') yield `${what} is ${state} after ${attempts} attempts, the last one: ${error}`;
    // A reminder is dropped if the customer decides meanwhile. A record is left if the reply to an attempt was lost.
    const isDropped = kind === 'reminder' && !counted.has(messageId);
    if (state === 'done' && own.length === 0 && !isDropped) yield `${what} counts as sent but was not`;
    if (!own.slice(0, -1).every((receipt) => isUnrecorded(receipt, facts))) {
      yield `${what} was accepted ${own.length} times: ${JSON.stringify(own)}, ${JSON.stringify(facts.lives)}`;
    }
  }
}

/** Whether the sender may not have recorded that the email was accepted. The server does not know which process it was. */
function isUnrecorded(receipt: OwnReceipt, { lives, outages }: OwnMailFacts): boolean {
  const facts = { lives, outages, receipts: [], outbox: [] };
  return receipt.isReplyLost || lives.some(({ name }) => isAmbiguous({ ...receipt, by: name }, facts));
}

function* checkEvents({ events, outbox, quotes }: Records, receipts: Receipts): Generator<string> {
  const byQuote = Map.groupBy(
    events.map(({ document_id: id, doc }) => ({ id, event: JSON.parse(doc) as HistoryEvent })),
    ({ id }) => id,
  );
  const reminders = outbox
    .filter(({ kind }) => kind === 'reminder')
    .map(({ doc }) => JSON.parse(doc) as QueuedMail);
  for (const { id, status } of quotes) {
    const own = (byQuote.get(id) ?? []).map(({ event }) => event);
    const sent = own.filter(({ type }) => type === 'sent');
    for (const { data } of sent) {
      if (!receipts.has(String(data.messageId))) yield `${id}: ${data.messageId} counts as sent but was not`;
    }
    if ((status === 'DRAFT') !== (sent.length === 0)) yield `${id} is ${status}, sent ${sent.length} times`;
    const reminded = own.filter(({ type }) => type === 'reminded').length;
    const accepted = reminders.filter(
      ({ documentId, message }) => documentId === id && receipts.has(message.messageId),
    ).length;
    if (reminded > accepted) yield `${id}: ${reminded} reminders are recorded, ${accepted} were accepted`;
  }
}

function* checkAcknowledged(
  { outbox, quotes }: Records,
  acknowledged: Parameters<typeof checkOwnMails>[2],
): Generator<string> {
  for (const id of acknowledged.sent) {
    const { status } = quotes.find((quote) => quote.id === id) ?? {};
    if (!status || status === 'DRAFT') yield `${id} was sent, and is ${status}`;
  }
  for (const kind of ['message', 'reminder'] as const) {
    const queued = outbox.filter((mail) => mail.kind === kind);
    for (const [id, own] of Map.groupBy(acknowledged[kind], (quoteId) => quoteId)) {
      const count = queued.filter(({ doc }) => (JSON.parse(doc) as QueuedMail).documentId === id).length;
      if (count < own.length) yield `${id}: ${own.length} times ${kind} acknowledged, ${count} queued`;
    }
  }
}

/** Test emails to owners are the only ones without a record. */
function* checkUnrecorded({ sendings, outbox }: Records, receipts: Receipts): Generator<string> {
  const known = new Set([
    ...sendings.map(({ message_id }) => message_id),
    ...outbox.map(({ doc }) => (JSON.parse(doc) as QueuedMail).message.messageId),
  ]);
  for (const [messageId, [first]] of receipts) {
    if (known.has(messageId) || !first || isOfPeople(first.to)) continue;
    yield `an email to ${first.to} that is not recorded (${messageId})`;
  }
}
