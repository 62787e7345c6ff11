import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import './at-end.ts';
import { recordCosts } from './costs.ts';
import { stopFollowingPromises } from './followed-promises.ts';
import { failForStrayErrors } from './stray-errors.ts';

/** The tests of several files in this process, each file as a suite of its own: its hooks are for its tests only. */
export function runTogether(files: readonly string[]): void {
  failForStrayErrors();
  let loading = files.length;
  for (const file of files) {
    describe(file, async () => {
      recordCosts(file);
      try {
        await import(pathToFileURL(file).href);
      } catch (error) {
        // A suite that fails counts for nothing, a test does.
        it('can be loaded', () => {
          throw error;
        });
      }
      loading -= 1;
      if (loading === 0) stopFollowingPromises();
    });
  }
}
