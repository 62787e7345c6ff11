import { submit } from '../../support/api/customer.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { inParallel } from '../check/aftermath.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import { toReply } from '../operations.ts';
import type { Route } from '../perform.ts';
import { oneOf, type Random } from '../random.ts';
import {
  type Actor,
  type Desk,
  doInRows,
  ITEM,
  isDone,
  openDesk,
  putCustomer,
  readForm,
  sendQuote,
  settle,
} from './actor.ts';

interface Office extends Desk {
  quotes: Set<string>;
  /** Signatures that were acknowledged. */
  signed: { quoteId: string; email: string; revision: number }[];
}

const ROWS = 2;
const EMAILS = ['ada', 'bob', 'eve'].map((name) => `${name}@signers.example`);
const OPTION = { ...ITEM, description: 'Extra', optional: true, selected: false };
const [ALONE, EXTRA] = [ITEM.unitPrice, 2 * ITEM.unitPrice];

/** Several people sign each quote, at the same moment and with different choices, while the business edits it. */
export async function createSigners(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, 'signer', { history, random });
  await putCustomer(cluster, desk, 'customer@signers.example');
  const office: Office = { ...desk, quotes: new Set(), signed: [] };
  return {
    run: (route, isOver) => doInRows(ROWS, office, [offer, sign, sign, sign, edit], [office, route], isOver),
    finish: ({ url }) => compare(office, url),
    counts: () => ({ signatures: office.signed.length }),
  };
}

/** The last signer is invited when the others have signed, or with them. */
async function offer(office: Office, route: Route): Promise<void> {
  const last = office.random() < 0.5 ? 1 : 2;
  const signers = EMAILS.map((email, at) => ({ name: email, email, order: at < 2 ? 1 : last }));
  const quote = await sendQuote(office, route, { items: [ITEM, OPTION], signers });
  if (quote) office.quotes.add(quote.id);
}

/** Some who have a link sign at once, by what each has seen. */
async function sign(office: Office, route: Route): Promise<void> {
  const { history, api, random } = office;
  const id = oneOf(random, [...office.quotes]);
  if (!id) return;
  const read = (url: string) => api(url).get(`/quotes/${id}`);
  const reply = await settle(history, route, `read ${id}`, read, [200]);
  const signers: Json[] = reply?.body.signers ?? [];
  const invited = signers.filter(({ signedAt, publicUrl }) => publicUrl && (!signedAt || random() < 0.2));
  await Promise.all(invited.map((signer) => signOne(office, route, id, signer)));
}

async function signOne(
  office: Office,
  route: Route,
  quoteId: string,
  { email, publicUrl }: Json,
): Promise<void> {
  const path = new URL(publicUrl).pathname;
  const seen = await readForm(office, route, path);
  if (!seen) return;
  const choice: Record<string, string> =
    office.random() < 0.7 ? { choosing: '1' } : { choosing: '1', take1: 'on' };
  const fields = { name: email, ...seen, ...choice };
  const post = async (url: string) => toReply(await submit(`${url}${path}`, 'accept', fields));
  // A repeat finds it signed; so does who chooses otherwise than the first.
  const reply = await settle(office.history, route, `sign ${quoteId} ${email}`, post, [303, 404, 409]);
  if (isDone(reply)) office.signed.push({ quoteId, email, revision: Number(seen.revision) });
}

async function edit({ history, api, mark, random, quotes }: Office, route: Route): Promise<void> {
  const id = oneOf(random, [...quotes]);
  if (!id || random() < 0.5) return;
  const patch = (url: string) => api(url).patch(`/quotes/${id}`, { title: mark() });
  await settle(history, route, `edit ${id}`, patch, [200, 409]);
}

/** Checks that a quote is accepted exactly if all have signed the same content, and that no signature is lost. */
async function compare({ history, api, quotes, signed }: Office, url: string): Promise<void> {
  const byQuote = Map.groupBy(signed, ({ quoteId }) => quoteId);
  await inParallel([...quotes], async (id) => {
    const found = await checkQuote(api(url), id, byQuote.get(id) ?? []);
    history.violations.push(...found.map((what) => `${id}: ${what}`));
  });
}

async function checkQuote(api: Client, id: string, acknowledged: Office['signed']): Promise<string[]> {
  const { body: quote } = await api.get(`/quotes/${id}`);
  const { body: events } = await api.get(`/quotes/${id}/events?limit=100`);
  const has = new Set<string>(
    quote.signers.filter(({ signedAt }: Json) => signedAt).map(({ email }: Json) => email),
  );
  const isAccepted = quote.status === 'ACCEPTED';
  const ofType = (type: string): Json[] => events.data.filter((event: Json) => event.type === type);
  const each = ofType('signed').map(({ data }) => `${data.email} ${data.revision}`);
  const current = new Set(
    ofType('signed')
      .filter(({ data }) => data.revision === quote.revision)
      .map(({ data }) => data.documentSha256),
  );
  const lost = acknowledged.filter(({ email, revision }) => revision === quote.revision && !has.has(email));
  return [
    ...(isAccepted === (has.size === EMAILS.length) ? [] : [`${quote.status} with ${has.size} signatures`]),
    ...(new Set(each).size === each.length ? [] : [`signed twice: ${each}`]),
    ...(current.size < 2 ? [] : [`${current.size} documents of one revision were signed`]),
    ...lost.map(({ email }) => `the signature of ${email} is lost`),
    ...(isAccepted ? await checkRecord(api, quote, ofType('accepted')) : []),
  ];
}

async function checkRecord(api: Client, { id, total, revision }: Json, accepted: Json[]): Promise<string[]> {
  const { body: record } = await api.get(`/quotes/${id}/acceptance`);
  const emails = record.signatures.map(({ email }: Json) => email).sort();
  const hashes = new Set(record.signatures.map(({ documentSha256 }: Json) => documentSha256));
  return [
    ...(emails.join() === EMAILS.join() ? [] : [`accepted by ${emails}`]),
    ...(hashes.size === 1 && hashes.has(record.documentSha256) ? [] : ['accepted by several documents']),
    ...([ALONE, EXTRA].includes(total) ? [] : [`accepted with a total of ${total}`]),
    ...(accepted.filter(({ data }) => data.revision === revision).length <= 1 ? [] : ['accepted twice']),
  ];
}
