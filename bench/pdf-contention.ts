import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { cpuMeter } from './cpu-time.ts';
import {
  API_KEY,
  createLoad,
  type Load,
  median,
  type RunningServer,
  rawRequest,
  startProffer,
  table,
  temporaryFolder,
} from './harness.ts';
import type { LoadResult } from './load-client.ts';
import type { OpenLoopResult, OpenLoopTask } from './open-loop-client.ts';

const SECONDS = 3;
const GETS_PER_SECOND = 250;
const WAITING = 4;
/** More than a round can render. */
const QUOTES_PER_ROUND = 2 * SECONDS * 400;
const BATCH_SIZE = 16;
/** About 1,500 documents: until then the typesetter's code is still being compiled, on the same cores. */
const ROUNDS_TO_WARM_UP = 3;

interface Side {
  name: string;
  service: RunningServer;
  /** IDs of quotes without a rendered PDF. */
  unseen: string[];
  blocks: Block[];
}

interface Block {
  idle: OpenLoopResult;
  busy: OpenLoopResult;
  /** Documents per second, without and with other requests. */
  alone: number;
  meanwhile: number;
  /** CPU time per document without other requests. */
  documentMs: number;
}

/** The clients, in separate processes. */
interface Clients {
  gets: ChildProcess;
  documents: Load;
}

/**
 * Measures the latency of other requests while the service renders PDFs: gets at a fixed rate, alternating between an
 * idle service and one with new PDFs always waiting. With another checkout, measures both in the same run.
 */
export async function measureContention(rounds: number, against: string | undefined): Promise<void> {
  const checkouts = { own: resolve(import.meta.dirname, '..'), ...(against && { other: resolve(against) }) };
  const folder = temporaryFolder();
  const gets = fork(new URL('./open-loop-client.ts', import.meta.url));
  const isClientFirst = raisePriority(gets);
  const clients: Clients = { gets, documents: createLoad() };
  const sides: Side[] = [];
  try {
    for (const [name, checkout] of Object.entries(checkouts)) {
      const env = { DATA_DIR: `${folder.path}/${name}`, DATABASE_URL: '', PDF_WORKERS: '2' };
      const service = await startProffer(env, checkout);
      sides.push({ name, service, unseen: [], blocks: [] });
    }
    for (let round = 0; round < ROUNDS_TO_WARM_UP + rounds; round++) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        side.unseen = await createQuotes(side.service, round);
        const block = await measureBlock(clients, side);
        if (round >= ROUNDS_TO_WARM_UP) side.blocks.push(block);
      }
    }
  } finally {
    gets.kill();
    clients.documents.close();
    for (const { service } of sides) await service.stop();
    folder.remove();
  }
  console.log(
    `\n${GETS_PER_SECOND} gets/s of a service, idle and with ${WAITING} documents waiting, median of ${rounds} rounds of ${SECONDS} s each, ms
the client ${isClientFirst ? 'goes before all others' : 'waits for a processor like all others, and its waiting counts'}`,
  );
  const head = [
    '',
    'idle p50',
    'p99',
    'busy p50',
    'p99',
    'p99 ratio',
    'documents/s',
    'alone/s',
    'ms of processor',
  ];
  console.log(table(head, sides.map(toRow)));
}

/**
 * Gives the client real-time priority if the system allows it. On a separate machine it would not compete for the cores
 * that render PDFs, so it should measure the delay of the service alone.
 */
function raisePriority({ pid }: ChildProcess): boolean {
  return spawnSync('chrt', ['--fifo', '--pid', '1', String(pid)]).status === 0;
}

async function measureBlock(clients: Clients, { service, unseen }: Side): Promise<Block> {
  const half = unseen.length / 2;
  const idle = await measureGets(clients, service, unseen);
  const [busy, meanwhile] = await Promise.all([
    measureGets(clients, service, unseen),
    renderDocuments(clients, service, unseen.slice(0, half)),
  ]);
  const meter = cpuMeter(service.child.pid ?? 0);
  const before = meter.microseconds();
  const alone = await renderDocuments(clients, service, unseen.slice(half));
  const documentMs = (meter.microseconds() - before) / 1000 / alone.count;
  return { idle, busy, meanwhile: meanwhile.perSecond, alone: alone.perSecond, documentMs };
}

async function renderDocuments(
  { documents }: Clients,
  { port }: RunningServer,
  ids: string[],
): Promise<LoadResult> {
  const requests = ids.map((id) => rawRequest('GET', `/api/v1/quotes/${id}/pdf`));
  const task = { port, connections: WAITING, seconds: SECONDS, requests, limit: requests.length };
  const result = await documents.run(task);
  const isComplete = result.statuses['2xx'] === result.count && result.count < requests.length;
  if (!isComplete) throw new Error(`not all were set, or too few were there: ${JSON.stringify(result)}`);
  return result;
}

async function measureGets(
  { gets }: Clients,
  { port }: RunningServer,
  ids: string[],
): Promise<OpenLoopResult> {
  const requests = ids.map((id) => rawRequest('GET', `/api/v1/quotes/${id}`));
  const task: OpenLoopTask = {
    port,
    perSecond: GETS_PER_SECOND,
    seconds: SECONDS,
    maxConnections: 8,
    requests,
  };
  gets.send(task);
  const [result] = (await once(gets, 'message')) as [OpenLoopResult];
  return result;
}

async function createQuotes({ port }: RunningServer, round: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < QUOTES_PER_ROUND; index += BATCH_SIZE) {
    const created = Array.from({ length: BATCH_SIZE }, async (_, offset) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/quotes`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(quoteBody(round * QUOTES_PER_ROUND + index + offset)),
      });
      if (!response.ok) throw new Error(await response.text());
      return ((await response.json()) as { id: string }).id;
    });
    ids.push(...(await Promise.all(created)));
  }
  return ids;
}

function quoteBody(sequence: number): object {
  return {
    customerId: 'cus_demo',
    title: `Website redesign, part ${sequence}`,
    description: 'Design, implementation and training, with two rounds of changes in each phase.',
    terms: 'Payable within 14 days of invoice: 40% on order, 60% on delivery.',
    items: Array.from({ length: 8 }, (_, line) => ({
      description: `Position ${sequence}-${line + 1}, as discussed`,
      quantity: 1 + (line % 3),
      unitPrice: 4_500 + line * 1_000 + sequence * 7,
      taxRate: 20,
    })),
  };
}

function toRow({ name, blocks }: Side): string[] {
  const of = (read: (block: Block) => number | undefined) => median(blocks.map((block) => read(block) ?? 0));
  const [idleP99, busyP99] = [of(({ idle }) => idle.good.p99), of(({ busy }) => busy.good.p99)];
  return [
    name,
    of(({ idle }) => idle.good.p50).toFixed(2),
    idleP99.toFixed(2),
    of(({ busy }) => busy.good.p50).toFixed(2),
    busyP99.toFixed(2),
    of(({ idle, busy }) => (busy.good.p99 ?? 0) / (idle.good.p99 ?? 1)).toFixed(2),
    of(({ meanwhile }) => meanwhile).toFixed(1),
    of(({ alone }) => alone).toFixed(1),
    of(({ documentMs }) => documentMs).toFixed(1),
  ];
}
