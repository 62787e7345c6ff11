import fc from 'fast-check';
import type { Failure, Turn } from './part.ts';

const MAX_CHARACTERS = 1000;
const REDUCE_MS = 20_000;

/**
 * Checks a property with generated values until the turn is over. A value that fails is made as small as possible; the
 * parts of an array are listed one by one.
 */
export async function checkProperty<T>(
  { seed, seconds }: Turn,
  values: fc.Arbitrary<T>,
  check: (value: T) => void | Promise<void>,
  describe: (part: unknown) => string = (part) => JSON.stringify(part),
): Promise<Failure[]> {
  const property = fc.asyncProperty(values, async (value) => {
    await check(value);
  });
  const limits = { seed, numRuns: Number.MAX_SAFE_INTEGER, markInterruptAsFailure: false };
  const first = await fc.check(property, { ...limits, interruptAfterTimeLimit: seconds * 1000 });
  if (!first.failed) return [];
  // The end of the turn may have interrupted the search for the smallest value.
  const path = first.counterexamplePath ?? '';
  const second = await fc.check(property, { ...limits, path, interruptAfterTimeLimit: REDUCE_MS });
  const { counterexample, errorInstance } = second.failed ? second : first;
  if (!counterexample) return [];
  const [smallest] = counterexample;
  const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [
    {
      what: what.slice(0, MAX_CHARACTERS),
      sequence: (Array.isArray(smallest) ? smallest : [smallest]).map(describe),
    },
  ];
}
