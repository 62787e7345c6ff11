import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { between, oneOf, type Random } from '../../chaos/random.ts';
import type { SpawnedService } from '../../support/service/spawn-service.ts';
import type { Extent, Flushes } from './flushes.ts';
import { endOfFrames, mixSectors, readWal, tearLog } from './wal.ts';
import { type Acknowledged, copyOf } from './writers.ts';

/** The data folder as a power cut leaves it, and what had been acknowledged by then. */
export interface PowerCut {
  /** How the files were damaged. */
  damage: string;
  known: Acknowledged;
}

interface Files {
  database: Buffer;
  log: Buffer;
  /** Number of frames of the log that were flushed, because a checkpoint has begun to copy them to the database. */
  flushedFrames: number;
}

const DATABASE = 'proffer.db';
const LOG = `${DATABASE}-wal`;
const INDEX = `${DATABASE}-shm`;
/** Offset of `nBackfillAttempted` in the shared index, see https://sqlite.org/walformat.html. */
const FLUSHED_FRAMES = 128;
/** The system has no memory of locks and of the shared index after a power cut. */
const LOST = new Set([INDEX, 'proffer.lock', DATABASE, LOG]);
/** Until all threads have noticed the signal. */
const STOPS_WITHIN_MS = 15;

/**
 * Copies the data while the process stands still, twice in a short time. What is in the first copy was flushed, because
 * it was acknowledged; what the second one adds was written and may be lost, in part or in any order.
 */
export async function cutPower(
  service: SpawnedService,
  known: Acknowledged,
  { from, to, random }: { from: string; to: string; random: Random },
): Promise<PowerCut> {
  const [earlier, acknowledged] = await whileStopped(
    service,
    () => [readFiles(from), copyOf(known)] as const,
  );
  await delay(between(random, 0, random() < 0.3 ? 300 : 40));
  const later = await whileStopped(service, () => {
    cpSync(from, to, { recursive: true, filter: (file) => !LOST.has(basename(file)) });
    // A request may have been sent, though not answered, after the first copy.
    for (const [path, { mayBeDeleted }] of known.objects) {
      const object = acknowledged.objects.get(path);
      if (object) object.mayBeDeleted = mayBeDeleted;
    }
    for (const [id, { mayBeRevoked }] of known.keys) {
      const key = acknowledged.keys.get(id);
      if (key) key.mayBeRevoked = mayBeRevoked;
    }
    return readFiles(from);
  });
  const { damage, ...files } = damageFiles(earlier, later, random);
  writeFileSync(join(to, DATABASE), files.database);
  writeFileSync(join(to, LOG), files.log);
  return { damage, known: acknowledged };
}

/** Copies the data once, and damages some of the writes that were not flushed. All acknowledged writes must be in the rest. */
export async function cutTracedPower(
  service: SpawnedService,
  known: Acknowledged,
  { from, to, random, flushes }: { from: string; to: string; random: Random; flushes: Flushes },
): Promise<PowerCut> {
  return whileStopped(service, () => {
    const files = flushes.whileSilent(() => readFiles(from));
    const damaged = [DATABASE, LOG].map((name, index) => {
      const extents = flushes.listUnflushed(name);
      const content = index === 0 ? files.database : files.log;
      writeFileSync(join(to, name), damageExtents(content, extents, random));
      return extents.length;
    });
    cpSync(from, to, { recursive: true, filter: (file) => !LOST.has(basename(file)) });
    return { damage: nameDamage(damaged), known: copyOf(known) };
  });
}

function nameDamage([inDatabase = 0, inLog = 0]: number[]): string {
  if (inDatabase > 0) return 'lost writes to the database';
  return inLog > 0 ? 'lost writes to the log' : 'nothing unflushed';
}

function damageExtents(content: Buffer, extents: readonly Extent[], random: Random): Buffer {
  const damaged = Buffer.from(content);
  for (const { from, length } of extents) {
    const end = Math.min(from + length, damaged.length);
    const damage = oneOf(random, ['none', 'zeros', 'garbage']);
    for (let at = from; at < end && damage !== 'none'; at++)
      damaged[at] = damage === 'zeros' ? 0 : random() * 256;
  }
  return damaged;
}

/** Damages only what a power cut can: SQLite flushes the log before it writes to the database, and starts it anew after. */
function damageFiles(
  earlier: Files,
  later: Files,
  random: Random,
): { database: Buffer; log: Buffer; damage: string } {
  const [before, after] = [readWal(earlier.log), readWal(later.log)];
  if (before.salt !== after.salt) {
    const log = tearLog(later.log, endOfFrames(later.log, later.flushedFrames), random);
    return { database: later.database, log, damage: 'torn new logs' };
  }
  if (!earlier.database.equals(later.database)) {
    const database = mixSectors(earlier.database, later.database, random);
    return { database, log: later.log, damage: 'half-written databases' };
  }
  const log = tearLog(later.log, before.committed, random);
  return { database: later.database, log, damage: 'torn logs' };
}

function readFiles(folder: string): Files {
  const index = readFileSync(join(folder, INDEX));
  // The index is in the byte order of the machine.
  const [flushedFrames = 0] = new Uint32Array(Uint8Array.from(index.subarray(FLUSHED_FRAMES)).buffer, 0, 1);
  return {
    database: readFileSync(join(folder, DATABASE)),
    log: readFileSync(join(folder, LOG)),
    flushedFrames,
  };
}

async function whileStopped<T>({ process }: SpawnedService, work: () => T): Promise<T> {
  process.kill('SIGSTOP');
  try {
    await delay(STOPS_WITHIN_MS);
    return work();
  } finally {
    process.kill('SIGCONT');
  }
}
