import { type Random, randomFrom } from '../chaos/random.ts';

/** One kind of proof. It ends by itself soon after its deadline. */
export interface Part {
  name: string;
  /** Length of one turn. */
  seconds: number;
  run(turn: Turn): Promise<PartResult>;
}

export interface Turn {
  seed: number;
  random: Random;
  /** Length of this turn; the last one is shorter. */
  seconds: number;
  isOver(): boolean;
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

export function createTurn(seed: number, seconds: number): Turn {
  const deadline = performance.now() + seconds * 1000;
  return { seed, seconds, random: randomFrom(seed), isOver: () => performance.now() > deadline };
}

/** Violations that no single operation shows, such as rows that do not add up at the end. */
export function toFailures(violations: readonly string[], sequence: string[] = []): Failure[] {
  return violations.map((what) => ({ what, sequence }));
}
