import type { TestClock, TestClockAdvance } from '../api.ts';
import type { Caller, CallOptions, PostOptions } from '../call.ts';

/** The time of an account with test keys. */
export function testClockOf({ json }: Caller) {
  return {
    get: (options?: CallOptions): Promise<TestClock> => json('getTestClock', {}, options),
    /** Puts it forward; what falls due on the way happens. */
    advance: (advance: TestClockAdvance, options?: PostOptions): Promise<TestClock> =>
      json('advanceTestClock', { body: advance }, options),
  };
}
