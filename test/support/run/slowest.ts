import type { TestReport } from './reporter.ts';

interface Timed {
  name: string;
  ms: number;
}

const SHOWN = 10;

/** Durations of a run, for a list of what is worth making faster. */
export interface Slowest {
  note(kind: 'files' | 'tests', name: string, report: TestReport): void;
  /** The slowest files and tests, slowest first; nothing after a run of few tests. */
  describe(): string[];
}

export function createSlowest(): Slowest {
  const timed: Record<'files' | 'tests', Timed[]> = { files: [], tests: [] };
  return {
    note: (kind, name, { details }) => timed[kind].push({ name, ms: details?.duration_ms ?? 0 }),
    describe: () =>
      timed.tests.length <= SHOWN
        ? []
        : (['files', 'tests'] as const).flatMap((kind) => describeList(kind, timed[kind])),
  };
}

function describeList(kind: string, timed: readonly Timed[]): string[] {
  if (timed.length <= 1) return [];
  const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
  return [
    `slowest ${kind}`,
    ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`),
  ];
}
