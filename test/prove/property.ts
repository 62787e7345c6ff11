import fc from 'fast-check';
import type { Failure, Turn } from './part.ts';

const MAX_CHARACTERS = 1000;

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
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1000,
    markInterruptAsFailure: false,
  });
  if (!failed || !counterexample) return [];
  const [smallest] = counterexample;
  const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [
    {
      what: what.slice(0, MAX_CHARACTERS),
      sequence: (Array.isArray(smallest) ? smallest : [smallest]).map(describe),
    },
  ];
}
