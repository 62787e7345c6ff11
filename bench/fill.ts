import { createQuotes, MAX_BATCH_QUOTES } from '../src/actions/quotes/create-quotes.ts';
import type { QuoteToCreate } from '../src/actions/quotes/quote-creator.ts';
import type { Database, Sql } from '../src/store/database.ts';
import { withClock } from '../src/store/with-clock.ts';

const ACTOR = { type: 'key', id: 'key_environment', name: 'PROFFER_API_KEY' } as const;
const BATCH = 1000;
const THINGS = ['Website', 'Kitchen', 'Garden', 'Roof', 'Logo', 'Audit', 'Terrasse', 'Büro', '網站', 'Κήπος'];
const WORK = ['redesign', 'repair', 'plan', 'offer', 'renovation', 'maintenance', 'Beratung', 'étude'];

export interface FillOptions {
  onProgress?: (done: number) => void;
  /** Returns the ID of every nth quote. */
  every?: number;
  /** Time over which the quotes were created. */
  periodMs?: number;
  customerOf?: (index: number) => string;
}

/** Creates quotes with the action behind POST /quotes, many per transaction. */
export async function fillQuotes(
  db: Database,
  accountId: string,
  count: number,
  {
    onProgress = () => {},
    every = Math.ceil(count / 2000),
    periodMs = count,
    customerOf = demoCustomer,
  }: FillOptions = {},
): Promise<string[]> {
  const ids: string[] = [];
  // In the past, so that quotes created later are newer.
  const begin = Date.now() - periodMs;
  for (let done = 0; done < count; done += BATCH) {
    const wanted = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => ({
      actor: ACTOR,
      input: quoteBody(done + index, customerOf(done + index)),
    }));
    const at = begin + Math.floor((done / count) * periodMs);
    const created = await withClock(db, () => at).write((tx) => createAll(tx, accountId, wanted, at), {
      account: accountId,
    });
    ids.push(...created.filter((_, index) => (done + index) % every === 0));
    onProgress(Math.min(count, done + BATCH));
  }
  return ids;
}

async function createAll(
  tx: Sql,
  accountId: string,
  wanted: QuoteToCreate[],
  now: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < wanted.length; start += MAX_BATCH_QUOTES) {
    for (const created of await createQuotes(
      tx,
      accountId,
      wanted.slice(start, start + MAX_BATCH_QUOTES),
      now,
    )) {
      if (created instanceof Error) throw created;
      ids.push(created.id);
    }
  }
  return ids;
}

function demoCustomer(index: number): string {
  return index % 10 === 0 ? 'cus_demo_fr' : 'cus_demo';
}

export function quoteBody(index: number, customerId = demoCustomer(index)) {
  return {
    customerId,
    title: `${THINGS[index % THINGS.length]} ${WORK[(index >> 3) % WORK.length]} ${index.toString(36)}`,
    ...(index % 10 === 3 && { reference: `PO ${index}`, metadata: { source: 'website' } }),
    items: Array.from({ length: 5 }, (_, line) => ({
      description: `Position ${line + 1} of the work`,
      quantity: 1 + ((index + line) % 7) / 2,
      unitPrice: 1000 + ((index * 37 + line * 11) % 90_000),
      taxRate: line % 2 === 0 ? 19 : 7,
    })),
  };
}
