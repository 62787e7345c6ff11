import { type Random, randomFrom } from '../chaos/random.ts';

/** One kind of proof. It ends by itself soon after its deadline. */
export interface Part {
  name: string;
  /** Length of one turn. */
  seconds: number;
  /** Whether a turn that fails is repeated with less and less load. The other parts reduce what they found. */
  isRepeatedSmaller?: boolean;
  run(turn: Turn): Promise<PartResult>;
}

export interface Turn {
  seed: number;
  random: Random;
  /** Length of this turn; the last one is shorter. */
  seconds: number;
  isOver(): boolean;
  /** The share of the usual load: 1, or less in a repeat that looks for the smallest load that fails. */
  load: number;
}

export interface PartResult {
  /** What was tried, by name: kills, power cuts, fuzz cases, races, vectors. */
  counts: Record<string, number>;
  failures: Failure[];
}

export interface Failure {
  what: string;
  /** What shows it: the shortest sequence found where the part can reduce it. */
  sequence: string[];
}

export function createTurn(seed: number, seconds: number, load = 1): Turn {
  const deadline = performance.now() + seconds * 1000;
  return { seed, seconds, load, random: randomFrom(seed), isOver: () => performance.now() > deadline };
}

/** Returns a share of what a part usually uses, at least one. */
export function shareOf({ load }: Turn, most: number): number {
  return Math.max(1, Math.round(most * load));
}

/** Violations that no single operation shows, such as rows that do not add up at the end. */
export function toFailures(violations: readonly string[], sequence: string[] = []): Failure[] {
  return violations.map((what) => ({ what, sequence }));
}
