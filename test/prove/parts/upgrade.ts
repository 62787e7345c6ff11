import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../../src/app/config/config.ts';
import { startService } from '../../../src/app/service.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import { checkRows } from '../../chaos/check-rows.ts';
import { between, oneOf, type Random } from '../../chaos/random.ts';
import { blankRenderer } from '../../support/pdf/blank-renderer.ts';
import { createClient } from '../../support/service/client.ts';
import { BLANK_DOCUMENTS, PROGRAM, PROGRAM_ENV } from '../../support/service/program.ts';
import { type Engine, makeDatabase, TEST_KEY } from '../../support/service/service.ts';
import { sharedScripts } from '../../support/service/shared-scripts.ts';
import { masked, readStored, restored, STORED_VERSIONS } from '../../support/store/stored-database.ts';
import { type Failure, type PartResult, shareOf, type Turn, toFailures } from '../part.ts';
import { engineOf } from './fuzz.ts';

type Place = Awaited<ReturnType<typeof makeDatabase>>;

/** A start with an upgrade takes about this long, or longer on a busy machine. */
const START_MS = 1500;
const MOST_KILLS = 6;

/** Upgrades the stored databases of all releases, and starts on one of this version, with kills in between: they end like without. */
export async function proveUpgrade(
  turn: Turn,
  {
    engine = engineOf(turn),
    mostUpgrades = Number.POSITIVE_INFINITY,
    mostKills = shareOf(turn, MOST_KILLS),
  } = {} as {
    engine?: Engine;
    mostUpgrades?: number;
    mostKills?: number;
  },
): Promise<PartResult> {
  const counts = { upgrades: 0, kills: 0 };
  const failures: Failure[] = [];
  const wanted = new Map<string, string[]>();
  while (counts.upgrades < mostUpgrades && !(counts.upgrades > 0 && turn.isOver())) {
    const version = oneOf(turn.random, STORED_VERSIONS) as string;
    if (!wanted.has(version)) wanted.set(version, (await upgrade(version, engine, async () => {})).replies);
    const moments: number[] = [];
    const { replies, violations } = await upgrade(version, engine, async (env, now) => {
      for (let kill = 1 + Math.floor(turn.random() * mostKills); kill > 0; kill--) {
        moments.push(await killDuringStart(env, now, turn.random));
      }
    }).catch((error) => ({
      replies: [],
      violations: [`no service starts after the kills: ${error.stack ?? error}`],
    }));
    counts.upgrades++;
    counts.kills += moments.length;
    const sequence = [
      `${engine}: ${version}`,
      ...moments.map((ms) => `kill ${Math.round(ms)} ms after the start`),
    ];
    const differing = replies.filter((reply, index) => reply !== wanted.get(version)?.[index]);
    failures.push(...toFailures([...violations, ...differing.map((reply) => `differs: ${reply}`)], sequence));
  }
  return { counts, failures };
}

async function killDuringStart(env: Record<string, string>, now: number, random: Random): Promise<number> {
  const after = between(random, 0, START_MS);
  const child = spawn(process.execPath, ['--import', createClockModule(now), ...PROGRAM, 'serve'], {
    env: { ...PROGRAM_ENV, ...BLANK_DOCUMENTS, ...env, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await delay(after);
  child.kill('SIGKILL');
  await ended;
  return after;
}

/** Returns a module that sets the clock of a process: by that of the machine, everything stored has expired. */
function createClockModule(now: number): string {
  const code = `const Real = Date;
    const shift = ${now} - Real.now();
    globalThis.Date = class extends Real {
      constructor(...parts) {
        if (parts.length > 0) super(...parts);
        else super(Real.now() + shift);
      }
      static now() {
        return Real.now() + shift;
      }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Restores a database, lets `disturb` start services on it, and reads everything that its users saw. */
async function upgrade(
  version: string,
  engine: Engine,
  disturb: (env: Record<string, string>, now: number) => Promise<void>,
): Promise<{ replies: string[]; violations: string[] }> {
  const { seen: stored, data } = await readStored(version, engine);
  const place: Place = await makeDatabase(engine);
  try {
    await restored(engine, data)(place);
    const env = { ...place.env, PROFFER_SECRET: stored.secret, PROFFER_API_KEY: TEST_KEY };
    await disturb(env, stored.now);
    const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' });
    const options = {
      clock: () => stored.now,
      warmUp: false,
      renderer: blankRenderer(),
      scripts: await sharedScripts(),
    };
    const service = await startService(config, options);
    const db = await openDatabase(config);
    try {
      const api = createClient({ url: service.url });
      const replies: string[] = [];
      for (const caller of stored.callers) {
        for (const path of Object.keys(caller.replies)) {
          const { status, headers, text } = await api.get(path, { headers: caller.headers });
          const body = status < 400 ? masked(text, service.url) : '';
          replies.push(`${path} ${status} ${headers.get('etag')} ${body}`);
        }
      }
      return { replies, violations: await checkRows(db) };
    } finally {
      await db.close();
      await service.close();
    }
  } finally {
    await place.remove();
  }
}
