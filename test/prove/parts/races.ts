import { checkRows } from '../../chaos/check-rows.ts';
import type { Random } from '../../chaos/random.ts';
import { type Engine, startTestService, type TestService } from '../../support/service/service.ts';
import { type Failure, type PartResult, type Turn, toFailures } from '../part.ts';
import { checkRace } from '../races/check-race.ts';
import { KINDS, makeObject, openShop, type Shop } from '../races/objects.ts';
import { type Attempt, describeAttempt, type Rival, race, rivalsOf } from '../races/rivals.ts';
import { engineOf } from './fuzz.ts';

interface Pair {
  kind: string;
  rivals: [Rival, Rival];
}

const REQUESTS = 50;
/** Fewer requests meet less often. */
const TRIES = 4;
/** An account has a limited number of webhook endpoints and keys. */
const RACES_A_SHOP = 10;
const WITHOUT_LIMITS = {
  ...{ RATE_LIMIT_WRITES: '0', RATE_LIMIT_READS: '0', SEND_LIMIT_QUOTE: '0', SEND_LIMIT_RECIPIENT: '0' },
};

/** Lets 50 requests of every pair of changing operations compete for one object. */
export async function proveRaces(
  turn: Turn,
  { engine = engineOf(turn), mostRaces = Number.POSITIVE_INFINITY, requests = REQUESTS } = {} as {
    engine?: Engine;
    mostRaces?: number;
    requests?: number;
  },
): Promise<PartResult> {
  const service = await startTestService({ engine, env: WITHOUT_LIMITS });
  const failures: Failure[] = [];
  const seen = new Set<Pair>();
  let races = 0;
  try {
    const pairs = shuffled(pairsOf(service), turn.random);
    let shop = await openShop(service);
    while (races < mostRaces && !(races > 0 && turn.isOver())) {
      const pair = pairs[races % pairs.length] as Pair;
      if (races % RACES_A_SHOP === 0) shop = await openShop(service);
      seen.add(pair);
      failures.push(...(await tryPair(shop, pair, turn.random, requests)));
      races++;
    }
    failures.push(...toFailures(await checkRows(service.db)));
    return { counts: { races, pairs: seen.size, requests: races * requests }, failures };
  } finally {
    await service.close();
  }
}

function pairsOf({ contract }: TestService): Pair[] {
  return KINDS.flatMap((kind) => {
    const rivals = rivalsOf(contract.document, kind);
    return rivals.flatMap((one, index) =>
      rivals.slice(index).map((other): Pair => ({ kind, rivals: [one, other] })),
    );
  });
}

/** Repeats a race that fails with half of its requests as long as one of some tries fails. */
async function tryPair(shop: Shop, pair: Pair, random: Random, requests: number): Promise<Failure[]> {
  let smallest = await runPair(shop, pair, random, requests);
  let fewer = requests;
  for (let left = TRIES; smallest.found.length > 0 && fewer > 2 && left > 0; left--) {
    const half = Math.max(2, Math.floor(fewer / 2));
    const again = await runPair(shop, pair, random, half);
    if (again.found.length === 0) continue;
    [smallest, fewer, left] = [again, half, TRIES + 1];
  }
  const names = pair.rivals.map(({ name }) => name).join(' and ');
  const sequence = smallest.attempts.map(describeAttempt);
  return smallest.found.map((what) => ({ what: `${names}: ${what}`, sequence }));
}

async function runPair(
  shop: Shop,
  { kind, rivals }: Pair,
  random: Random,
  requests: number,
): Promise<{ found: string[]; attempts: Attempt[] }> {
  const object = await makeObject(kind, shop, random);
  const list = shuffled(
    Array.from({ length: requests }, (_, index) => rivals[index % 2] as Rival),
    random,
  );
  try {
    const attempts = await race(shop, object, list, random);
    return { found: await checkRace(shop, kind, object, attempts), attempts };
  } catch (error) {
    // The client found a response that the document does not describe.
    return { found: [(error as Error).message], attempts: [] };
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
