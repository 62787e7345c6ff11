import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from './actors/actor.ts';
import { createApprover } from './actors/approver.ts';
import { createAskers } from './actors/asker.ts';
import { createBiller } from './actors/biller.ts';
import { createCodeUsers } from './actors/code-user.ts';
import { createEraser } from './actors/eraser.ts';
import { createKeeper, isOfPeople } from './actors/keeper.ts';
import { createOwnSender } from './actors/own-sender.ts';
import { createMolliePayer, createStripePayer } from './actors/payer.ts';
import { createSigners } from './actors/signer.ts';
import { createVisitors } from './actors/visitor.ts';
import { replayKeys, settleAll, withLateReplica } from './check/aftermath.ts';
import { type FinalState, readFinalState, readOutbox } from './check/final-state.ts';
import { createHistory, type History } from './check/history.ts';
import { checkInvoiceLives } from './check/invoice-lives.ts';
import { checkInvoices } from './check/invoices.ts';
import { checkMails, isAmbiguous, type MailFacts } from './check/mails.ts';
import { checkNumbers } from './check/numbers.ts';
import { checkQuotes } from './check/quotes.ts';
import { checkRows } from './check-rows.ts';
import { checkSearch } from './check-search.ts';
import type { ClientContext } from './client-context.ts';
import { runClient } from './clients.ts';
import { type Cluster, startPostgresCluster, startSqliteCluster } from './faults/cluster.ts';
import { causeFaults, type Faults } from './faults/faults.ts';
import { checkFollower, createFollower, type Follower } from './follower.ts';
import { causeKills } from './kills.ts';
import type { OperationContext } from './operations.ts';
import { oneOf, type Random, randomFrom } from './random.ts';

export interface ChaosOptions {
  /** Duration of load and faults; slightly longer on a slow machine. */
  seconds: number;
  seed: number;
  /** Number of clients per account. */
  clients: number;
  /** Number of processes on PostgreSQL. */
  replicas?: number;
  /** Minimum number of operations, also on a slow machine. */
  operations?: number;
  /** Those who use further features; all without it. */
  actors?: readonly ActorName[];
}

const ACTORS = {
  keeper: createKeeper,
  approver: createApprover,
  payer: createStripePayer,
  'payer at Mollie': createMolliePayer,
  visitors: createVisitors,
  'code users': createCodeUsers,
  eraser: createEraser,
  signers: createSigners,
  biller: createBiller,
  askers: createAskers,
  'own sender': createOwnSender,
};
type ActorName = keyof typeof ACTORS;
const ALL_ACTORS = Object.keys(ACTORS) as ActorName[];

/** Causes faults during the load; resolves when they are over. */
type CauseFaults = (history: History) => Promise<Faults>;

export interface ChaosResult {
  history: History;
  faults: Faults;
  states: FinalState[];
  replays: number;
  mails: { received: number; outbox: number; ambiguous: number; repeated: number };
  /** Number of requests to the webhook receiver. */
  webhooks: number;
  /** What the actors did and was acknowledged. */
  acts: Record<string, number>;
}

const NO_STATE = { quotes: new Map(), invoices: new Map() };
const SLOWEST_MS = 60_000;
/** Wait for pending responses after the load; the aftermath repeats the rest. */
const MAX_WAIT_MS = 1000;

/** Runs processes under load and faults; `history.violations` is empty if all guarantees hold. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const random = randomFrom(options.seed);
  const cluster = await startPostgresCluster(random, options);
  const cause: CauseFaults = (history) => causeFaults(cluster, history, { ...options, random });
  return await runAndCheck(cluster, random, options, cause);
}

/** Runs one process on SQLite that is killed repeatedly. */
export async function runSqliteChaos(options: ChaosOptions & { kills?: number }): Promise<ChaosResult> {
  const random = randomFrom(options.seed);
  const cluster = await startSqliteCluster(random);
  const cause: CauseFaults = (history) => causeKills(cluster, history, { ...options, random });
  return await runAndCheck(cluster, random, options, cause);
}

async function runAndCheck(
  cluster: Cluster,
  random: Random,
  options: ChaosOptions,
  cause: CauseFaults,
): Promise<ChaosResult> {
  const history = createHistory();
  const followers = cluster.accounts.map((account) => createFollower(account, history));
  try {
    const actors: Actor[] = [];
    for (const name of options.actors ?? ALL_ACTORS) {
      actors.push(await ACTORS[name](cluster, history, random));
    }
    const faults = await load(cluster, history, random, { ...options, followers, others: actors }, cause);
    for (const replica of cluster.replicas) {
      const code = await replica.stop();
      if (code !== 0) history.violations.push(`a stopped process ended with ${code}`);
      history.violations.push(...replica.unaskedExits);
    }
    const { states, replays } = await withLateReplica(cluster, async (service, clock) => {
      await settleAll(history, service, clock, random);
      const replays = await replayKeys(history, service.url);
      const states: FinalState[] = [];
      for (const account of cluster.accounts) {
        const state = await readFinalState(service.url, account);
        history.violations.push(...(await checkSearch(service.url, state, history.operations)));
        states.push(state);
      }
      for (const follower of followers) await follower.finish(service.url);
      for (const actor of actors) await actor.finish(service, clock);
      await cluster.subscriber.finish(service, clock);
      return { states, replays };
    });
    const facts = await readFacts(cluster, history, states, followers, actors);
    check(history, states, facts);
    return {
      history,
      faults,
      states,
      replays,
      mails: summary(facts),
      webhooks: cluster.subscriber.received(),
      acts: Object.assign({}, ...actors.map((actor) => actor.counts())),
    };
  } catch (error) {
    const exits = cluster.replicas.flatMap((replica) => replica.unaskedExits);
    // A process that ended explains a connection that broke off.
    throw exits.length > 0 ? new Error([...exits, error].join('\n'), { cause: error }) : error;
  } finally {
    await cluster.close();
  }
}

async function load(
  cluster: Cluster,
  history: History,
  random: Random,
  {
    clients: count,
    operations = 0,
    followers,
    others,
  }: Omit<ChaosOptions, 'actors'> & { followers: readonly Follower[]; others: readonly Actor[] },
  cause: CauseFaults,
): Promise<Faults> {
  let over: number | undefined;
  let marks = 0;
  const shop: OperationContext = { random, mark: () => `mark-${++marks}` };
  const route = {
    random,
    pick: () =>
      oneOf(
        random,
        cluster.replicas.map(({ url }) => url).filter((url) => url !== undefined),
      ),
    isOpen: () => over === undefined || performance.now() - over < MAX_WAIT_MS,
  };
  const clients = cluster.accounts.flatMap((account) => {
    const desk: ClientContext = { account, quotes: new Map(), invoices: new Map(), history, shop, route };
    return Array.from({ length: count }, () => runClient(desk, () => over !== undefined));
  });
  const following = [...followers, ...others, cluster.subscriber].map((one) =>
    one.run(route, () => over !== undefined),
  );
  try {
    const faults = await cause(history);
    const latest = performance.now() + SLOWEST_MS;
    while (history.operations.length < operations && performance.now() < latest) await delay(5);
    return faults;
  } finally {
    over = performance.now();
    await Promise.all([...clients, ...following]);
  }
}

async function readFacts(
  { mailbox, openDatabase, replicas, subscriber, outages }: Cluster,
  { violations }: History,
  states: readonly FinalState[],
  followers: readonly Follower[],
  actors: readonly Actor[],
): Promise<MailFacts> {
  const lives = replicas.flatMap((replica) => replica.lives);
  const db = await openDatabase();
  try {
    violations.push(...(await checkRows(db, states)), ...(await subscriber.check(db)));
    for (const actor of actors) violations.push(...((await actor.check?.(db)) ?? []));
    for (const follower of followers) {
      const state = states.find(({ account }) => account === follower.account) ?? NO_STATE;
      violations.push(...(await checkFollower(db, follower, state)));
    }
    const receipts = mailbox.receipts.filter(({ to }) => !isOfPeople(to));
    return { receipts, outbox: await readOutbox(db), lives, outages };
  } finally {
    await db.close();
  }
}

function check(history: History, states: readonly FinalState[], facts: MailFacts): void {
  const { operations, violations } = history;
  for (const state of states) {
    const own = operations.filter(({ account }) => account === state.account);
    violations.push(...checkQuotes(state, own), ...checkNumbers(state, own), ...checkInvoices(state, own));
    violations.push(...checkInvoiceLives(state, own));
  }
  violations.push(...checkMails(states, operations, facts));
}

function summary(facts: MailFacts): ChaosResult['mails'] {
  const { receipts, outbox } = facts;
  return {
    received: receipts.length,
    outbox: outbox.length,
    ambiguous: receipts.filter((receipt) => isAmbiguous(receipt, facts)).length,
    repeated: receipts.length - new Set(receipts.map(({ messageId }) => messageId)).size,
  };
}
