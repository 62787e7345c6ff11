import { test } from 'node:test';

/** Whether all tests run, as in `npm run test:all` and where files are named, or those of `npm test`. */
export const IS_ALL = Boolean(process.env.TEST_ALL);

/** A test that repeats elsewhere what others show: it runs in `npm run test:all`, and where its file is named. */
export const testAll: typeof test = IS_ALL ? test : (Object.assign(() => {}, test) as unknown as typeof test);

/** How many random cases a test tries: in `npm test` a fifth of those of `npm run test:all`. */
export function countCases(all: number): number {
  return IS_ALL ? all : Math.ceil(all / 5);
}

/** Every nth case, beginning with the first; in `npm run test:all` every case. */
export function sampleOf<T>(cases: readonly T[], n: number): T[] {
  return cases.filter((_, index) => IS_ALL || index % n === 0);
}
