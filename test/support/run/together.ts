import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import './at-end.ts';
import { recordCosts } from './costs.ts';
import { stopFollowing } from './followed-resources.ts';
import { failForStrayErrors } from './stray-errors.ts';

/** Files whose tests share nothing that they change, and spend half of their time waiting: two of them run at a time. */
const WAITING = new Set(['test/console/editor.test.ts']);

/** Runs the tests of several files in this process, each file as a suite with its own hooks. */
export function runTogether(files: readonly string[]): void {
  failForStrayErrors();
  let loading = files.length;
  for (const file of files) {
    describe(file, { concurrency: WAITING.has(file) ? 2 : 1 }, async () => {
      recordCosts(file);
      try {
        await import(pathToFileURL(file).href);
      } catch (error) {
        // Node does not count a failed suite, but it counts a failed test.
        it('can be loaded', () => {
          throw error;
        });
      }
      loading -= 1;
      if (loading === 0) stopFollowing();
    });
  }
}
