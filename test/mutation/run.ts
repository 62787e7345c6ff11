import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomFrom } from '../chaos/random.ts';
import { startPostgres } from '../support/postgres/postgres.ts';
import { findMutants, type Mutant } from './mutants.ts';
import { STRICT, type Target } from './plan.ts';
import { createSandbox, type Outcome, removeStaleSandboxes, type Sandbox } from './sandbox.ts';
import { nameOf } from './survivors.ts';

export interface Trial {
  target: Target;
  mutant: Mutant;
  /** `undefined` if the mutant was not selected or there was no time. */
  outcome?: Outcome;
}

export interface RunOptions {
  /** Selects mutants on lines with one of these texts. */
  match: readonly string[];
  seed: number;
  /** Maximum number of mutants outside of the strict areas. */
  sample: number;
  minutes: number;
  workers: number;
  onTrial(trial: Trial): void;
}

interface Prepared {
  target: Target;
  source: string;
}

/** The time limit of each test, in milliseconds. */
type Limits = ReadonlyMap<string, number>;

const ROOT = join(import.meta.dirname, '../..');
/** Factor of the normal duration after which a mutant counts as endless. */
const TIMEOUT_FACTOR = 4;
/** Other work on the machine may begin after the first run, in which a test is measured. */
const GRACE_MS = 30_000;
/** Time limit of the first run, whose duration is unknown. */
const MAX_FIRST_RUN_MS = 300_000;

/** Runs the mutants of the files, and returns all of them. */
export async function runMutants(targets: readonly Target[], options: RunOptions): Promise<Trial[]> {
  const end = performance.now() + options.minutes * 60_000;
  const postgres = targets.some(({ onPostgres }) => onPostgres) ? await startPostgres() : undefined;
  await removeStaleSandboxes();
  const sandboxes = await Promise.all(Array.from({ length: options.workers }, createSandbox));
  try {
    const limits = await measureTests(targets, sandboxes, postgres?.url);
    const prepared = await readSources(targets);
    const all = allOf(prepared);
    const waiting = selectInOrder(all, options).values();
    const work = async (sandbox: Sandbox) => {
      for (const trial of waiting) {
        if (performance.now() > end) return;
        const own = prepared.find(({ target }) => target === trial.target);
        if (own) trial.outcome = await runMutant(sandbox, own, trial.mutant, limits, postgres?.url);
        options.onTrial(trial);
      }
    };
    await Promise.all(sandboxes.map(work));
    return all;
  } finally {
    await Promise.all(sandboxes.map((sandbox) => sandbox.remove()));
    await postgres?.stop();
  }
}

/** Checks that each test passes without a mutant; its duration sets its time limit. Targets may share tests. */
async function measureTests(
  targets: readonly Target[],
  sandboxes: readonly Sandbox[],
  postgres: string | undefined,
): Promise<Limits> {
  const limits = new Map<string, number>();
  const waiting = new Set(targets.flatMap(listRuns)).values();
  const work = async (sandbox: Sandbox) => {
    for (const run of waiting) {
      const begun = performance.now();
      const outcome = await sandbox.run(...parseRun(run, MAX_FIRST_RUN_MS, postgres));
      if (outcome !== 'passed') throw new Error(`Without any change: ${outcome}: ${run}`);
      limits.set(run, TIMEOUT_FACTOR * (performance.now() - begun) + GRACE_MS);
    }
  };
  await Promise.all(sandboxes.map(work));
  return limits;
}

function readSources(targets: readonly Target[]): Promise<Prepared[]> {
  return Promise.all(
    targets.map(async (target) => ({ target, source: await readFile(join(ROOT, target.file), 'utf8') })),
  );
}

const ON_POSTGRES = 'PostgreSQL: ';

/** What is run in sequence: most mutants are killed by the first and quickest test. */
function listRuns({ tests, onPostgres = [] }: Target): string[] {
  return [...tests, ...onPostgres.map((test) => ON_POSTGRES + test)];
}

function parseRun(run: string, limitMs: number, postgres: string | undefined): Parameters<Sandbox['run']> {
  return run.startsWith(ON_POSTGRES)
    ? [[run.slice(ON_POSTGRES.length)], limitMs, postgres]
    : [[run], limitMs];
}

async function runTests(
  sandbox: Sandbox,
  target: Target,
  limits: Limits,
  patience: number,
  postgres: string | undefined,
): Promise<Outcome> {
  for (const run of listRuns(target)) {
    const outcome = await sandbox.run(...parseRun(run, patience * (limits.get(run) ?? 0), postgres));
    if (outcome !== 'passed') return outcome;
  }
  return 'passed';
}

function allOf(prepared: readonly Prepared[]): Trial[] {
  return prepared.flatMap(({ target, source }) =>
    findMutants(source).map((mutant): Trial => ({ target, mutant })),
  );
}

/** Sorts strict areas first, and listed survivors last, which take longest and reveal least. */
function selectInOrder(all: readonly Trial[], { match, seed, sample }: RunOptions): Trial[] {
  const wanted = all.filter(({ mutant }) => match.some((text) => mutant.source.includes(text)));
  const unknown = wanted.filter(({ target, mutant }) => !nameOf(target.file, mutant));
  const others = unknown.filter((trial) => !isStrict(trial));
  return [
    ...unknown.filter(isStrict),
    ...shuffled(others, seed).slice(0, sample),
    ...wanted.filter((trial) => !unknown.includes(trial)),
  ];
}

function isStrict({ target }: Trial): boolean {
  return STRICT.includes(target.area);
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = randomFrom(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

async function runMutant(
  sandbox: Sandbox,
  { target, source }: Prepared,
  { start, end, text }: Mutant,
  limits: Limits,
  postgres: string | undefined,
): Promise<Outcome> {
  await sandbox.write(target.file, source.slice(0, start) + text + source.slice(end));
  try {
    const outcome = await runTests(sandbox, target, limits, 1, postgres);
    // A busy machine may cause a timeout; only a second one counts.
    return outcome === 'timeout' ? await runTests(sandbox, target, limits, 2, postgres) : outcome;
  } finally {
    await sandbox.write(target.file, source);
  }
}
