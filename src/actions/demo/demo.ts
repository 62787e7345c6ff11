import type { Clock } from '../../domain/clock.ts';
import type { Database, Sql } from '../../store/database.ts';
import { findFirstAccount } from '../../store/tables/account/accounts.ts';
import { findSetting, loadSetting, putSetting } from '../../store/tables/settings.ts';
import { newSecretCode } from '../people/secret-code.ts';
import { type DemoLanguage, type DemoTexts, readDemoTexts } from './demo-texts.ts';
import { findFirstDay, QUOTES } from './plan/plan-demo.ts';

/**
 * An installation with made-up data, which never sends an email. Its clock begins fourteen months before its start, and
 * passes to the present while the job `demo` fills it.
 */
export interface Demo {
  language: DemoLanguage;
  texts: DemoTexts;
  startedAt: number;
  /** The time of the business. */
  clock: Clock;
  isFilling(): boolean;
  /** Moves the clock, which never goes back. */
  moveTo(at: number): void;
  /** Lets the clock show the real time. */
  arrive(): void;
  /** Secret of the link that signs in the owner, until the next start. */
  signInCode: string;
}

/** How far a demo is, as stored. */
export interface DemoProgress {
  language: DemoLanguage;
  startedAt: number;
  /** Time of the last step that was taken. */
  at: number;
  /** Number of steps that were taken; `null` once there are no more. */
  taken: number | null;
  people: { ownerId: string; colleagueId: string } | null;
  /** By the number in the plan; `null` for a quote that somebody changed, which is then left alone. */
  quotes: (string | null)[];
}

const SETTING = 'demo';

/** The database holds something else than a demo. */
export class NoDemoError extends Error {}

/**
 * Opens the demo that the database holds, or begins one in an empty database if a language is given. Returns `undefined`
 * for any other database. Throws `NoDemoError` if a demo is wanted in a database that is in use.
 */
export async function openDemo(
  db: Database,
  wanted: DemoLanguage | undefined,
  realClock: Clock,
): Promise<Demo | undefined> {
  const progress = await (wanted
    ? db.write((tx) => beginProgress(tx, wanted, realClock()))
    : readProgress(db.read));
  return progress && createDemo(progress, realClock);
}

async function beginProgress(tx: Sql, language: DemoLanguage, now: number): Promise<DemoProgress> {
  const stored = await loadProgress(tx);
  if (stored) return stored;
  if (await findFirstAccount(tx)) throw new NoDemoError('the database is in use, and not by a demo');
  const at = findFirstDay(now);
  const progress = { language, startedAt: now, at, taken: 0, people: null, quotes: Array(QUOTES).fill(null) };
  await storeProgress(tx, progress);
  return progress;
}

function createDemo({ language, startedAt, at, taken }: DemoProgress, realClock: Clock): Demo {
  let walked: number | undefined = taken === null ? undefined : at;
  return {
    language,
    texts: readDemoTexts(language),
    startedAt,
    clock: () => walked ?? realClock(),
    isFilling: () => walked !== undefined,
    moveTo(next) {
      if (walked !== undefined) walked = Math.max(walked, next);
    },
    arrive() {
      walked = undefined;
    },
    signInCode: newSecretCode(),
  };
}

export async function readProgress(sql: Sql): Promise<DemoProgress | undefined> {
  return parseProgress(await findSetting(sql, SETTING));
}

/** Locks the progress until the transaction ends. */
export async function loadProgress(tx: Sql): Promise<DemoProgress | undefined> {
  return parseProgress(await loadSetting(tx, SETTING));
}

function parseProgress(value: string | undefined): DemoProgress | undefined {
  return value === undefined ? undefined : JSON.parse(value);
}

export function storeProgress(tx: Sql, progress: DemoProgress): Promise<void> {
  return putSetting(tx, SETTING, JSON.stringify(progress));
}
