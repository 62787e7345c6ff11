import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../../src/app/config/config.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import { between, type Random } from '../../chaos/random.ts';
import { signIn, type TestPerson } from '../../support/console/sign-in.ts';
import { createClient } from '../../support/service/client.ts';
import { newDataFolder } from '../../support/service/data-folder.ts';
import { makeDatabase, TEST_KEY } from '../../support/service/service.ts';
import { type SpawnedService, spawnTestService } from '../../support/service/spawn-service.ts';
import { until } from '../../support/until.ts';
import { type Failure, type PartResult, shareOf, type Turn } from '../part.ts';
import { checkCopy } from '../power/check-copy.ts';
import { cutPower, cutTracedPower } from '../power/cut.ts';
import { canTraceFlushes, traceFlushes } from '../power/flushes.ts';
import { type Acknowledged, createAcknowledged, listWrites, write } from '../power/writers.ts';

const WRITERS = 6;
/** A new database after so many cuts, because all that was acknowledged is read after each. */
const CUTS_A_DATABASE = 12;

/**
 * Cuts the power of a service on SQLite under load, and starts another on what is left of its files. Where strace is
 * installed, half of the services are traced, and lose what they have not flushed.
 */
export async function provePowerCuts(turn: Turn, mostCuts = Number.POSITIVE_INFINITY): Promise<PartResult> {
  const canTrace = mostCuts > CUTS_A_DATABASE && canTraceFlushes();
  const counts: Record<string, number> = { 'power cuts': 0, writes: 0 };
  const failures: Failure[] = [];
  while (counts['power cuts'] !== mostCuts && !turn.isOver()) {
    const place = await makeDatabase('sqlite', { withTables: true });
    const env = { DATA_DIR: place.dataDir, LOG_LEVEL: 'silent', ...WITHOUT_LIMITS };
    const service = await spawnTestService(env, { documents: 'blank' });
    const flushes =
      canTrace && turn.random() < 0.5 ? await traceFlushes(service.process.pid ?? 0) : undefined;
    const cut: Cut = (known, places) =>
      flushes ? cutTracedPower(service, known, { ...places, flushes }) : cutPower(service, known, places);
    try {
      const cuts = Math.min(CUTS_A_DATABASE, mostCuts);
      await cutSome(turn, { service, cut, from: place.dataDir, cuts }, { counts, failures });
    } finally {
      flushes?.stop();
      await service.stop('SIGKILL');
      await place.remove();
    }
  }
  return { counts, failures };
}

const WITHOUT_LIMITS = { RATE_LIMIT_WRITES: '0', RATE_LIMIT_READS: '0' };

type Cut = (
  known: Acknowledged,
  places: { from: string; to: string; random: Random },
) => ReturnType<typeof cutPower>;

async function cutSome(
  turn: Turn,
  { service, cut, from, cuts }: { service: SpawnedService; cut: Cut; from: string; cuts: number },
  { counts, failures }: PartResult,
): Promise<void> {
  const { random, isOver } = turn;
  const known = createAcknowledged();
  const api = createClient({ url: service.url, key: TEST_KEY });
  const owner = await signInOn(service, from);
  let isEnough = false;
  const desk = { api, owner, known, random, isOver: () => isEnough };
  const writers = Promise.all(Array.from({ length: shareOf(turn, WRITERS) }, () => write(desk)));
  // Rejections are reported below, not while the power is cut.
  writers.catch(() => {});
  try {
    for (let count = 1; count <= cuts && !(count > 1 && isOver()); count++) {
      await delay(between(random, 50, 600));
      const to = await newDataFolder('proffer-cut-');
      await mkdir(to, { recursive: true });
      try {
        const { damage, known: acknowledged } = await cut(known, { from, to, random });
        const found = await checkCopy(to, acknowledged).catch((error) => [
          `no service starts on what is left: ${error.stack ?? error}`,
        ]);
        add(counts, 'power cuts', 1);
        add(counts, damage, 1);
        const told = `cut ${count}: ${damage}`;
        failures.push(
          ...found.map((what) => ({ what, sequence: [...listWrites(acknowledged, what), told] })),
        );
      } finally {
        await rm(to, { recursive: true, force: true });
      }
    }
  } finally {
    isEnough = true;
    await writers;
    add(counts, 'writes', known.writes);
  }
}

async function signInOn({ url }: SpawnedService, dataDir: string): Promise<TestPerson> {
  const db = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  try {
    const automation = createClient({ url, key: TEST_KEY });
    const owner = await signIn({ url, db, automation, clock: Date.now });
    // The service reads what another process has written from the next turn of its event loop on.
    await until(async () => (await owner.get('/account')).status === 200);
    return owner;
  } finally {
    await db.close();
  }
}

function add(counts: Record<string, number>, name: string, by: number): void {
  counts[name] = (counts[name] ?? 0) + by;
}
