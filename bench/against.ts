import { type FilledCheckout, startCheckouts } from './checkouts.ts';
import { quoteBody } from './fill.ts';
import { createLoad, type Load, median, rawRequest, table } from './harness.ts';
import { requestSentPages, SENT } from './sent-pages.ts';
import { createBestLoad } from './wrk.ts';

interface Options {
  quotes: number;
  rounds: number;
  seconds: number;
  /** Runs only operations whose name contains this text. */
  only: string;
  /** PostgreSQL instead of SQLite. */
  url: string | undefined;
}

interface Case {
  name: string;
  connections: number;
  requests(side: FilledCheckout, round: number): string[];
  /** Sends each request at most once. */
  isOnce?: boolean;
}

/**
 * Compares this checkout with another one. The rounds alternate, and so does the side that goes first. The ratio is the
 * median of the ratios of the rounds, new to old: above 1, this checkout is faster. The spread shows how far to trust it.
 */
export async function compareCheckouts(other: string, options: Options): Promise<void> {
  const { quotes, rounds, seconds, only, url } = options;
  const sides = await startCheckouts(other, { count: quotes, url, env: { SEND_LIMIT_RECIPIENT: '0' } });
  const loads = { best: createBestLoad(), exact: createLoad() };
  try {
    console.log(
      `${url ? 'PostgreSQL' : 'SQLite'}, ${quotes} quotes, median of ${rounds} rounds of ${seconds} s each, load by ${loads.best.generator}\n`,
    );
    const rows: string[][] = [];
    for (const one of (await cases(sides, rounds)).filter(({ name }) => name.includes(only))) {
      rows.push(await compare(one, sides, one.isOnce ? loads.exact : loads.best, options));
    }
    console.log(table(['', 'new/s', 'old/s', 'ratio', 'lowest', 'highest', 'p99 ms, new', 'old'], rows));
  } finally {
    for (const load of Object.values(loads)) load.close();
    for (const { stop } of sides) await stop();
  }
}

async function cases(sides: readonly FilledCheckout[], rounds: number): Promise<Case[]> {
  const pages = new Map<FilledCheckout, string[]>();
  for (const side of sides) pages.set(side, await requestSentPages(side));
  const create = [rawRequest('POST', '/api/v1/quotes', quoteBody(12_345))];
  return [
    {
      name: 'get',
      connections: 16,
      requests: ({ ids }) => ids.slice(0, 2000).map((id) => rawRequest('GET', `/api/v1/quotes/${id}`)),
    },
    { name: 'list 20', connections: 16, requests: () => [rawRequest('GET', '/api/v1/quotes')] },
    { name: 'create, 16 connections', connections: 16, requests: () => create },
    { name: 'create, 64 connections', connections: 64, requests: () => create },
    { name: 'customer page', connections: 16, requests: (side) => pages.get(side) ?? [] },
    {
      name: 'PDF',
      connections: 4,
      isOnce: true,
      // A PDF is rendered once, so every round needs other quotes; those at the front were sent.
      requests({ ids }, round) {
        const perRound = Math.floor((ids.length - SENT) / (rounds + 1));
        const start = SENT + round * perRound;
        return ids.slice(start, start + perRound).map((id) => rawRequest('GET', `/api/v1/quotes/${id}/pdf`));
      },
    },
  ];
}

async function compare(
  one: Case,
  sides: readonly FilledCheckout[],
  load: Load,
  { rounds, seconds }: Options,
): Promise<string[]> {
  const rates: [number[], number[]] = [[], []];
  const p99: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const entries = [...sides.entries()];
    for (const [index, side] of round % 2 === 0 ? entries : entries.reverse()) {
      // The first round warms up both, long enough for the JIT compiler to finish.
      const result = await measure(one, side, load, round, round === 0 ? 2 * seconds : seconds);
      if (round === 0) continue;
      rates[index as 0 | 1].push(result.perSecond);
      p99[index as 0 | 1].push(result.p99);
    }
  }
  const ratios = rates[0].map((rate, round) => rate / (rates[1][round] ?? 0));
  process.stderr.write(`${one.name}: ${median(ratios).toFixed(2)}\n`);
  return [
    one.name,
    ...rates.map((each) => median(each).toFixed(0)),
    ...[median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)),
    ...p99.map((each) => median(each).toFixed(1)),
  ];
}

async function measure(one: Case, side: FilledCheckout, load: Load, round: number, seconds: number) {
  const requests = one.requests(side, round);
  const result = await load.run({
    port: side.server.port,
    connections: one.connections,
    seconds,
    requests,
    ...(one.isOnce && { limit: requests.length }),
  });
  if (result.statuses['2xx'] !== result.count) {
    throw new Error(`${one.name}: ${JSON.stringify(result.statuses)}`);
  }
  return result;
}
