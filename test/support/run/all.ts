import { test } from 'node:test';

/** A test that repeats elsewhere what others show: it runs in `npm run test:all`, and where its file is named. */
export const testAll: typeof test = process.env.TEST_ALL
  ? test
  : (Object.assign(() => {}, test) as unknown as typeof test);
