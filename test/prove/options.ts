import { parseArgs } from 'node:util';

const PART_NAMES = [
  ...(['model', 'fuzz', 'races', 'power-cuts', 'upgrade'] as const),
  ...(['chaos-sqlite', 'chaos-postgres'] as const),
];
export type PartName = (typeof PART_NAMES)[number];

const USAGE = `npm run prove -- [--hours N] [--minutes N] [--seed N] [--only PART]… [--json FILE]

  --hours N, --minutes N  how long; without them 10 minutes
  --seed N                repeats the choices of a run; without it a random one, which is printed
  --only PART             this part only; can be repeated: ${PART_NAMES.join(', ')}
  --json FILE             writes the report to a file instead of the standard output`;

interface ProveOptions {
  seconds: number;
  seed: number;
  parts: readonly PartName[];
  json?: string | undefined;
}

/** Reads the arguments of the command. Ends the process after `--help`, and with 2 if they are wrong. */
export function readOptions(): ProveOptions {
  const values = parseValues();
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const unknown = values.only?.filter((name) => !PART_NAMES.some((part) => part === name)) ?? [];
  if (unknown.length > 0) endWithUsage(`There is no part ${unknown.join(', ')}.`);
  const hours = Number(values.hours ?? 0) + Number(values.minutes ?? (values.hours ? 0 : 10)) / 60;
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!(hours > 0) || !Number.isSafeInteger(seed)) {
    endWithUsage('--hours and --minutes take a positive number, and --seed takes a whole one.');
  }
  const parts = PART_NAMES.filter((name) => values.only?.includes(name) ?? true);
  return { seconds: hours * 3600, seed, parts, json: values.json };
}

function parseValues() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        hours: { type: 'string' },
        minutes: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string', multiple: true },
        json: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return endWithUsage((error as Error).message);
  }
}

function endWithUsage(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}
