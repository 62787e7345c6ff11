import type { TestClock, TestClockAdvance } from '../api.ts';
import type { Caller, CallOptions, PostOptions } from '../call.ts';

/** The clock of an account with test keys; other accounts have none. */
export function createTestClockApi({ json }: Caller) {
  return {
    get: (options?: CallOptions): Promise<TestClock> => json('getTestClock', {}, options),
    /** Advances the clock. Everything due until then has happened when its `status` is `ready`. */
    advance: (advance: TestClockAdvance, options?: PostOptions): Promise<TestClock> =>
      json('advanceTestClock', { body: advance }, options),
  };
}
