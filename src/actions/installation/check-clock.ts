import { execFile } from 'node:child_process';
import { MAX_CLOCK_SKEW_MS } from '../../domain/clock.ts';
import { readLatestTime, readServerTime } from '../../store/tables/server-time.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('clock');
const ASK_MS = 2_000;

/**
 * Whether the clock is right: compared with that of a PostgreSQL server, with what was recorded last, and by the system's
 * own word on whether it is synchronized.
 */
export async function checkClock({ db, clock, isSynchronized = askSystem }: Examined): Promise<Finding> {
  const before = clock();
  const latest = await readLatestTime(db.read);
  if (latest !== undefined && latest > before + MAX_CLOCK_SKEW_MS) {
    return todo('clockBehind', { time: new Date(latest).toISOString() });
  }
  const server = db.engine === 'postgres' ? await readServerTime(db.read) : undefined;
  const difference = server === undefined ? 0 : Math.abs(server - (before + clock()) / 2);
  if (difference > MAX_CLOCK_SKEW_MS) {
    return todo('clockWrong', { seconds: String(Math.round(difference / 1000)) });
  }
  const known = await isSynchronized();
  if (known === undefined) return fine('clockUnknown');
  return known ? fine('clockGood') : todo('clockUnsynchronized');
}

/** Returns `undefined` where systemd does not look after the clock. */
function askSystem(): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const question = ['show', '--property=NTPSynchronized', '--value'];
    execFile('timedatectl', question, { timeout: ASK_MS }, (error, stdout) => {
      const answer = stdout.trim();
      resolve(error || answer === '' ? undefined : answer === 'yes');
    });
  });
}
