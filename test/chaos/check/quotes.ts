import type { HistoryEvent } from '../../../src/domain/quote/history.ts';
import type { Json } from '../../support/service/client.ts';
import type { FinalQuote, FinalState } from './final-state.ts';
import { describeOperation, isAcknowledged, mayHaveApplied, type Operation, versionOf } from './history.ts';

/** Checks that every acknowledged write exists once and unchanged, and that nothing else exists. */
export function* checkQuotes(state: FinalState, operations: readonly Operation[]): Generator<string> {
  const creates = operations.filter(({ kind }) => kind === 'create');
  const known = new Set<string>();
  for (const create of creates.filter(isAcknowledged)) {
    const { quoteId = '' } = create;
    if (known.has(quoteId)) yield `two creates returned ${quoteId}`;
    known.add(quoteId);
    const own = operations.filter((operation) => operation.quoteId === quoteId);
    const final = state.quotes.get(quoteId);
    yield* final ? checkOne(quoteId, final, own) : checkGone(quoteId, own);
  }
  yield* checkUnknown(state, known, creates);
  yield* checkTotals(state);
}

function* checkGone(id: string, own: readonly Operation[]): Generator<string> {
  if (!own.some(({ kind, attempts }) => kind === 'delete' && attempts > 0)) yield `${id} is lost`;
}

function* checkOne(
  id: string,
  { quote, version, events }: FinalQuote,
  own: readonly Operation[],
): Generator<string> {
  if (own.some((operation) => operation.kind === 'delete' && isAcknowledged(operation))) {
    yield `${id} was deleted but still exists`;
  }
  const told = new Map<number, Operation>();
  for (const operation of own.filter(isAcknowledged)) {
    const { reply, version: before } = operation;
    const after = reply && versionOf(reply);
    if (after === undefined) continue;
    if (told.has(after)) yield `${id}: version ${after} was returned twice`;
    if (before !== undefined && after !== before + 1) yield `${id}: If-Match ${before} became ${after}`;
    if (after > version) yield `${id}: version ${after} was acknowledged, but it is at ${version}`;
    told.set(after, operation);
  }
  const last = told.get(version);
  if (last && !isSame(last.reply?.body, quote)) yield `${id} differs from the last acknowledged state`;
  yield* checkTitle(id, quote, version, own);
  yield* checkEvents(id, quote, version, events, own);
}

/** Checks that the title is that of the last acknowledged write, or of a later unacknowledged one. */
function* checkTitle(id: string, quote: Json, version: number, own: readonly Operation[]): Generator<string> {
  const writer = own.find(({ title }) => title === quote.title);
  if (!writer) {
    yield `${id} has a title that no client wrote`;
    return;
  }
  const versionAfter = ({ reply }: Operation) => (reply && versionOf(reply)) ?? 0;
  const lastTold = Math.max(
    ...own.filter((one) => one.title && isAcknowledged(one)).map((one) => versionAfter(one)),
  );
  if (isAcknowledged(writer) ? versionAfter(writer) < lastTold : lastTold === version) {
    yield `${id}: an acknowledged title was replaced by that of ${describeOperation(writer)}`;
  }
  if (!isAcknowledged(writer) && !mayHaveApplied(writer))
    yield `${id}: rejected but applied: ${describeOperation(writer)}`;
}

const TRACES: [HistoryEvent['type'][], Operation['kind']][] = [
  [['created'], 'create'],
  [['updated'], 'update'],
  [['sent'], 'send'],
  [['accepted'], 'accept'],
  [['declined'], 'decline'],
  [['invoiced', 'converted'], 'convert'],
];

/** Checks that each effect has one event, and each event one version. */
function* checkEvents(
  id: string,
  quote: Json,
  version: number,
  events: readonly HistoryEvent[],
  own: readonly Operation[],
): Generator<string> {
  const count = (...types: string[]) => events.filter((event) => types.includes(event.type)).length;
  for (const [types, kind] of TRACES) {
    const wanted = own.filter((operation) => operation.kind === kind);
    const least = wanted.filter(isAcknowledged).length;
    const most = least + wanted.filter((one) => mayHaveApplied(one) || isSecondAnswer(one, own)).length;
    const found = count(...types);
    if (found < least || found > most) yield `${id}: ${found} times ${types}, expected ${least} to ${most}`;
  }
  const changes = TRACES.reduce((sum, [types]) => sum + count(...types), 0);
  // An email accepted after an invoice is recorded as an event but changes no version.
  const least = quote.invoices.length > 0 ? changes - count('sent') : changes;
  if (version < least || version > changes) yield `${id}: version ${version} after ${changes} changes`;
}

/** The repeat of a customer's answer without a response counts again if the quote was sent again meanwhile. */
function isSecondAnswer({ kind, unclear }: Operation, own: readonly Operation[]): boolean {
  const isAnswer = kind === 'accept' || kind === 'decline';
  return isAnswer && unclear > 0 && own.filter((one) => one.kind === 'send').length > 1;
}

/** Checks that unknown quotes come from interrupted creates without a key, at most one from each. */
function* checkUnknown(
  { quotes }: FinalState,
  known: ReadonlySet<string>,
  creates: readonly Operation[],
): Generator<string> {
  const possible = new Set(creates.filter(mayHaveApplied).map(({ title }) => title));
  for (const [id, { quote }] of quotes) {
    if (!known.has(id) && !possible.delete(quote.title)) yield `${id} is there twice, or nobody wanted it`;
  }
}

function* checkTotals({ quotes, totals, account }: FinalState): Generator<string> {
  const all = [...quotes.values()].map(({ quote }) => quote);
  for (const [filter, total] of Object.entries(totals)) {
    const [name = '', value] = filter.slice(1).split('=');
    const real = all.filter((quote) => name === '' || quote[name] === value).length;
    if (real !== total)
      yield `account ${account.name}: total of quotes ${filter || '(all)'} is ${total}, not ${real}`;
  }
}

/** A view by the customer is not a change. */
function isSame(told: Json, quote: Json): boolean {
  const plain = ({ publicUrl: _, viewedAt: __, ...rest }: Json) => JSON.stringify(rest);
  return plain(told) === plain(quote);
}
