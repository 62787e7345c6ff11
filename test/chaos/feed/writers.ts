import type { Reply } from '../../support/service/client.ts';
import { until } from '../../support/until.ts';
import { type ChaosAccount, createClientFor } from '../faults/cluster.ts';
import type { Route } from '../perform.ts';
import { between, oneOf } from '../random.ts';

/** The state of one quote as known to its writer. */
interface WrittenQuote {
  id: string;
  /** Acknowledged titles in order, including the first. */
  titles: string[];
}

export interface Written {
  quotes: WrittenQuote[];
  /** Titles of creates without a response. */
  unclear: Set<string>;
  acknowledged: number;
}

const CHANGES = 3;
const ITEM = { description: 'Work', quantity: 1, unitPrice: 100 };

/** Creates quotes and changes each a few times, until all writers together reach the number of writes. */
export async function write(
  written: Written,
  { account, route, writes }: { account: ChaosAccount; route: Route; writes: number },
): Promise<void> {
  while (written.acknowledged < writes) {
    const quote = await create(written, account, route);
    if (!quote) continue;
    for (let change = 1; change <= CHANGES && written.acknowledged < writes; change++) {
      const title = `${quote.titles[0]}, change ${change}`;
      // A repeat of the same title changes nothing.
      await untilAnswered(route, (url) =>
        createClientFor({ url }, account).patch(`/quotes/${quote.id}`, { title }),
      );
      quote.titles.push(title);
      written.acknowledged++;
    }
  }
}

let titles = 0;

/** Repeats a create with a key until it gets a response; without a key the outcome may stay unknown. */
async function create(
  written: Written,
  account: ChaosAccount,
  route: Route,
): Promise<WrittenQuote | undefined> {
  const title = `Quote ${++titles}`;
  const body = { customerId: oneOf(route.random, ['cus_a', 'cus_b']), title, items: [ITEM] };
  const headers = { 'Idempotency-Key': title };
  const isKeyed = route.random() < 0.7;
  const reply = isKeyed
    ? await untilAnswered(route, (url) =>
        createClientFor({ url }, account).post('/quotes', body, { headers }),
      )
    : await once(route, (url) => createClientFor({ url }, account).post('/quotes', body));
  if (!reply) {
    written.unclear.add(title);
    return undefined;
  }
  const quote = { id: reply.body.id as string, titles: [title] };
  written.quotes.push(quote);
  written.acknowledged++;
  return quote;
}

function untilAnswered(route: Route, ask: (url: string) => Promise<Reply>): Promise<Reply> {
  return until(() => once(route, ask), { pollMs: between(route.random, 20, 100) });
}

async function once(route: Route, ask: (url: string) => Promise<Reply>): Promise<Reply | undefined> {
  const url = route.pick();
  const reply = url && (await ask(url).catch(() => undefined));
  if (!reply || reply.status === 503 || reply.body?.code === 'idempotency_in_progress') return undefined;
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}
