import { createTurn, type Failure, type Part, type PartResult, type Turn } from './part.ts';

export interface Proof {
  seed: number;
  seconds: number;
  /** By part. */
  counts: Record<string, Record<string, number>>;
  failures: (Failure & { part: string; seed: number })[];
}

export interface ProofOptions {
  seed: number;
  seconds: number;
  /** Receives the lines of the report. */
  print(line: string): void;
}

/**
 * Takes the parts in turn until the time is up. Every part of the first round has the given seed and of each further
 * round the next one, so that one part repeats a failure by itself.
 */
export async function prove(parts: readonly Part[], { seed, seconds, print }: ProofOptions): Promise<Proof> {
  const begun = performance.now();
  const left = () => seconds - (performance.now() - begun) / 1000;
  const proof: Proof = { seed, seconds: 0, counts: {}, failures: [] };
  for (let round = 0; left() > 0; round++) {
    for (const part of parts) {
      if (left() <= 0) break;
      await takeTurn(part, { seed: seed + round, seconds: Math.min(part.seconds, left()) }, proof, print);
    }
  }
  proof.seconds = Math.round((performance.now() - begun) / 1000);
  const verdict = proof.failures.length === 0 ? 'no violation' : `${proof.failures.length} violations`;
  print(`total: ${proof.seconds} s, ${describeCounts(sumCounts(Object.values(proof.counts)))}: ${verdict}`);
  return proof;
}

async function takeTurn(
  part: Part,
  { seed, seconds }: { seed: number; seconds: number },
  proof: Proof,
  print: ProofOptions['print'],
): Promise<void> {
  const from = performance.now();
  const { counts, failures: all } = await runPart(part, createTurn(seed, seconds));
  const failures = part.isRepeatedSmaller ? await findSmallest(part, { seed, seconds }, all) : all;
  proof.counts[part.name] = sumCounts([proof.counts[part.name] ?? {}, counts]);
  proof.failures.push(...failures.map((failure) => ({ part: part.name, seed, ...failure })));
  const took = Math.round((performance.now() - from) / 1000);
  const verdict = failures.length === 0 ? 'no violation' : `${failures.length} VIOLATIONS`;
  print(`${part.name} (seed ${seed}, ${took} s): ${describeCounts(counts)}: ${verdict}`);
  for (const { what, sequence } of failures.slice(0, MAX_SHOWN)) {
    print(`  - ${what}`);
    for (const step of sequence) print(`      ${step}`);
  }
  if (failures.length > MAX_SHOWN) print(`  … and ${failures.length - MAX_SHOWN} more`);
  if (failures.length > 0) print(`  Again: npm run prove -- --only ${part.name} --seed ${seed}`);
}

const MAX_SHOWN = 20;

async function runPart(part: Part, turn: Turn): Promise<PartResult> {
  try {
    return await part.run(turn);
  } catch (error) {
    const what = `the part ended with an error: ${(error as Error).stack ?? error}`;
    return { counts: {}, failures: [{ what, sequence: [] }] };
  }
}

const LOADS = [0.5, 0.25, 0.1];

/** Repeats a turn that failed with less load as long as it fails. Returns each failure as the smallest load showed it. */
async function findSmallest(
  part: Part,
  { seed, seconds }: { seed: number; seconds: number },
  failures: readonly Failure[],
): Promise<Failure[]> {
  const smallest = Map.groupBy(failures, kindOf);
  for (const load of failures.length > 0 ? LOADS : []) {
    const again = await runPart(part, createTurn(seed, seconds, load));
    const known = [...Map.groupBy(again.failures, kindOf)].filter(([kind]) => smallest.has(kind));
    if (known.length === 0) break;
    for (const [kind, own] of known) {
      const share = `with ${load * 100} % of the load`;
      smallest.set(
        kind,
        own.map(({ what, sequence }) => ({ what, sequence: [share, ...sequence] })),
      );
    }
  }
  return [...smallest.values()].flat();
}

/** Failures of the same kind differ in identifiers and numbers only. */
function kindOf({ what }: Failure): string {
  return (what.split('\n')[0] ?? '').replaceAll(/\b[a-z]+_\w+|[\d.]+/g, '#');
}

function sumCounts(all: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

function describeCounts(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  return parts.join(', ') || 'nothing counted';
}
