import { setImmediate as nextTurn } from 'node:timers/promises';

/** Values between two pauses for the event loop. */
const VALUES_PER_STEP = 50;

/** Maps values with pauses for the event loop. */
export async function inSteps<Value, Result>(
  values: readonly Value[],
  run: (value: Value, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, value] of values.entries()) {
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) await nextTurn();
    results.push(run(value, index));
  }
  return results;
}
