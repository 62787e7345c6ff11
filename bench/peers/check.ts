import { quoteBody } from '../fill.ts';
import { NEW_QUOTE, type Peer, type PeerQuote, type PeerRequest, SEARCH_TERM, STEP } from './peer.ts';

const PAGE = 20;

/** Checks that a product responds correctly before it is measured. */
export async function checkResponses(peer: Peer, count: number): Promise<void> {
  for (const place of [0, 1, peer.ids.length - 1]) {
    assertQuotes(await sendRequest(peer, peer.get(peer.ids[place] ?? '')), [place * STEP], 'get');
  }
  const newest = Array.from({ length: count }, (_, index) => count - 1 - index);
  assertQuotes(await sendRequest(peer, peer.list), newest.slice(0, PAGE), 'list');
  const found = newest.filter((index) => quoteBody(index).title.toLowerCase().includes(SEARCH_TERM));
  assertQuotes(await sendRequest(peer, peer.search), found.slice(0, PAGE), 'search');
  const [created] = await sendRequest(peer, peer.create);
  assertQuotes(await sendRequest(peer, peer.get(String(created?.id))), [NEW_QUOTE], 'get after create');
}

async function sendRequest(peer: Peer, { method, path, body }: PeerRequest): Promise<PeerQuote[]> {
  const answer = await fetch(`http://127.0.0.1:${peer.port}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${peer.key}`,
      'Accept-Encoding': 'identity',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  if (!answer.headers.has('content-length')) throw new Error('the load client needs a content-length');
  return peer.quotes(await answer.json());
}

function assertQuotes(quotes: PeerQuote[], indexes: number[], operation: string): void {
  const actual = JSON.stringify(quotes.map(withoutOrder));
  const expected = JSON.stringify(indexes.map((index) => withoutOrder(quoteBody(index))));
  if (actual === expected) return;
  throw new Error(`wrong answer to ${operation}: ${actual.slice(0, 300)} and not ${expected.slice(0, 300)}`);
}

/** Sorts the items, because not every product keeps their order. */
function withoutOrder({ title, items }: Pick<PeerQuote, 'title' | 'items'>) {
  const plain = items.map(({ description, quantity, unitPrice, taxRate }) => {
    return { description, quantity, unitPrice: Number(unitPrice), taxRate };
  });
  return { title, items: plain.sort((a, b) => (a.description < b.description ? -1 : 1)) };
}
