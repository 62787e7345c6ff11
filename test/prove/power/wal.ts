import { between, oneOf, type Random } from '../../chaos/random.ts';

/** The log of a SQLite database in WAL mode, as far as it is valid. */
export interface Wal {
  /** Differs after every restart of the log. */
  salt: string;
  /** Offset after the last frame that ends a transaction. */
  committed: number;
}

const HEADER = 32;
const FRAME_HEADER = 24;
/** Disks write whole sectors. */
const SECTOR = 512;

/** Frames after the first with another salt are left over from before the last restart. */
export function readWal(log: Buffer): Wal {
  if (log.length < HEADER) return { salt: '', committed: 0 };
  const pageSize = log.readUInt32BE(8);
  const salt = log.toString('hex', 16, 24);
  let committed = HEADER;
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize) {
    if (log.toString('hex', at + 8, at + 16) !== salt) break;
    const isCommit = log.readUInt32BE(at + 4) !== 0;
    if (isCommit) committed = at + FRAME_HEADER + pageSize;
  }
  return { salt, committed };
}

/** Offset after a number of frames, or 0 if there are none. */
export function endOfFrames(log: Buffer, frames: number): number {
  return frames === 0 ? 0 : HEADER + frames * (FRAME_HEADER + log.readUInt32BE(8));
}

/** Damages the log after an offset as a power cut does to what was written but not flushed. */
export function tearLog(log: Buffer, from: number, random: Random): Buffer {
  const torn = Buffer.from(log);
  const at = Math.floor(between(random, Math.min(from, log.length), log.length + 1));
  const damage = oneOf(random, ['cut', 'zeros', 'garbage', 'hole']);
  if (damage === 'cut') return torn.subarray(0, at);
  // A hole is a sector that was lost while later ones were written.
  const end = damage === 'hole' ? Math.min(at + SECTOR, torn.length) : torn.length;
  for (let index = at; index < end; index++) torn[index] = damage === 'garbage' ? random() * 256 : 0;
  return torn;
}

/** Mixes the sectors of two states of the database file, the earlier of which was on disk. */
export function mixSectors(earlier: Buffer, later: Buffer, random: Random): Buffer {
  const mixed = Buffer.from(later);
  for (let at = 0; at + SECTOR <= Math.min(earlier.length, later.length); at += SECTOR) {
    if (earlier.compare(later, at, at + SECTOR, at, at + SECTOR) !== 0 && random() < 0.5) {
      earlier.copy(mixed, at, at, at + SECTOR);
    }
  }
  const isGrowthLost = later.length > earlier.length && random() < 0.5;
  return isGrowthLost ? mixed.subarray(0, earlier.length) : mixed;
}
