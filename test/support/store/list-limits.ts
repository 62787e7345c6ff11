import fc from 'fast-check';
import { LIST_LIMITS } from '../../../src/store/lists/list-limits.ts';
import { countCases } from '../run/all.ts';

const ORDINARY = { ...LIST_LIMITS };

/** Small limits, so that a few rows count as many. */
export const FEW_ROWS = { ...ORDINARY, near: 4, lookup: 2, planned: 5, sorted: 20, named: 1, keys: 7 };

/** Sets the limits of all lists of this process until they are restored. */
export function setListLimits(limits: Partial<typeof LIST_LIMITS>): void {
  Object.assign(LIST_LIMITS, limits);
}

export function restoreListLimits(): void {
  setListLimits(ORDINARY);
}

/** Changes rows at random and runs the same queries after half of the changes and after all of them. */
export async function checkAfterChanges<Step, Question>(
  step: fc.Arbitrary<Step>,
  question: fc.Arbitrary<Question>,
  {
    apply,
    check,
  }: { apply: (steps: Step[]) => Promise<unknown>; check: (question: Question) => Promise<void> },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.array(question, { maxLength: 12 }),
      async (steps, questions) => {
        const half = Math.floor(steps.length / 2);
        for (const part of [steps.slice(0, half), steps.slice(half)]) {
          await apply(part);
          for (const asked of questions) await check(asked);
        }
      },
    ),
    { numRuns: countCases(20) },
  );
}
