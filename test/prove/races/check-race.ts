import type { Json } from '../../support/service/client.ts';
import type { Contested, Shop } from './objects.ts';
import type { Attempt } from './rivals.ts';

/** Checks the responses of a race against each other and against the object that it leaves. */
export async function checkRace(
  { api }: Shop,
  kind: string,
  { id }: Contested,
  attempts: readonly Attempt[],
): Promise<string[]> {
  const found = [...checkResponses(attempts)];
  if (kind === 'quotes') found.push(...(await checkQuote(await read(`/quotes/${id}`), attempts)));
  if (kind === 'invoices') found.push(...checkInvoice(await read(`/invoices/${id}`), attempts));
  return found;

  async function read(path: string): Promise<Json> {
    const { status, body, text } = await api.get(path);
    if (status === 404) return undefined;
    if (kind === 'quotes') return body;
    const { data: payments } = (await api.get(`${path}/payments`)).body;
    // A payment whose response was 503 may have been recorded between the two requests.
    return (await api.get(path)).text === text ? { ...body, payments } : read(path);
  }
}

function* checkResponses(attempts: readonly Attempt[]): Generator<string> {
  for (const { rival, reply } of attempts) {
    if (reply.status < 500) continue;
    if (reply.status === 503 && reply.headers.get('Retry-After')) continue;
    yield `${rival.name} answered ${reply.status}: ${reply.text.slice(0, 300)}`;
  }
  for (const [key, own] of Map.groupBy(attempts, (attempt) => attempt.key)) {
    const texts = new Set(own.filter(isDone).map(({ reply }) => reply.text));
    if (key && texts.size > 1) yield `${texts.size} different responses for the key ${key}`;
  }
}

function* checkQuote(quote: Json, attempts: readonly Attempt[]): Generator<string> {
  const deleted = done(attempts, 'deleteQuote');
  const invoices = new Set(done(attempts, 'convertQuote').map(({ reply }) => reply.body.id));
  if (deleted.length > 1) yield `the quote was deleted ${deleted.length} times`;
  if (quote ? deleted.length === 1 : deleted.length === 0 && !isUnclear(attempts, 'deleteQuote')) {
    yield quote ? 'the quote was deleted, but is there' : 'the quote is gone, though nobody deleted it';
  }
  if (!quote) {
    if (invoices.size > 0) yield `a deleted quote has ${invoices.size} invoices`;
    return;
  }
  const listed: Json[] = quote.invoices;
  const ids = new Set(listed.map((invoice) => invoice.id));
  const isMissing = !invoices.isSubsetOf(ids);
  if (isMissing || (ids.size > invoices.size && !isUnclear(attempts, 'convertQuote'))) {
    yield `invoices ${[...invoices]} were created, the quote has ${[...ids]}`;
  }
  const sum = listed.reduce((total, invoice) => total + invoice.total, 0);
  if (sum > quote.total) yield `invoices of ${sum} for a quote of ${quote.total}`;
  if ((quote.status === 'CONVERTED') !== (listed.length > 0 && sum === quote.total)) {
    yield `a quote of ${quote.total} is ${quote.status} with invoices of ${sum}`;
  }
  const stages = listed.map((invoice) => invoice.stage).filter((stage) => stage !== null);
  if (new Set(stages).size < stages.length) yield `stages were invoiced twice: ${stages}`;
}

function* checkInvoice(invoice: Json, attempts: readonly Attempt[]): Generator<string> {
  const { total, amountPaid, amountCredited, amountDue, payments, status } = invoice;
  // It is negative where a paid amount was credited, which the customer gets back.
  if (amountDue !== total - amountPaid - amountCredited || amountCredited > total || amountPaid > total) {
    yield `${amountDue} is due of ${total}, ${amountPaid} paid and ${amountCredited} credited`;
  }
  if (amountPaid !== payments.reduce((sum: number, { amount }: Json) => sum + amount, 0)) {
    yield `payments do not add up to ${amountPaid}`;
  }
  const ids = new Set(payments.map(({ id }: Json) => id));
  for (const { reply } of done(attempts, 'recordPayment')) {
    if (!ids.has(reply.body.id)) yield `payment ${reply.body.id} is lost`;
  }
  const removals = done(attempts, 'removePayment').length;
  if (removals > 1) yield `a payment was removed ${removals} times`;
  const credits = new Set(done(attempts, 'creditInvoice').map(({ reply }) => reply.body.id));
  if (credits.size === 0 && amountCredited > 0 && !isUnclear(attempts, 'creditInvoice'))
    yield `${amountCredited} is credited, though nobody did`;
  if (done(attempts, 'issueInvoice').length > 0 && status === 'DRAFT') yield 'an issued invoice is a draft';
}

function done(attempts: readonly Attempt[], name: string): Attempt[] {
  return attempts.filter((attempt) => attempt.rival.name === name && isDone(attempt));
}

/** Whether one of these requests may have taken effect without a response that says so. */
function isUnclear(attempts: readonly Attempt[], name: string): boolean {
  return attempts.some(({ rival, reply }) => rival.name === name && reply.status === 503);
}

function isDone({ reply }: Attempt): boolean {
  return reply.status < 300;
}
