import type { TestClock, TestClockAdvance } from '../api.ts';
import type { Caller, CallOptions, PostOptions } from '../call.ts';

/** The time of an account with test keys; other accounts have no such clock. */
export function testClockOf({ json }: Caller) {
  return {
    get: (options?: CallOptions): Promise<TestClock> => json('getTestClock', {}, options),
    /** Puts it forward. What falls due on the way has happened when its `status` is `ready`. */
    advance: (advance: TestClockAdvance, options?: PostOptions): Promise<TestClock> =>
      json('advanceTestClock', { body: advance }, options),
  };
}
