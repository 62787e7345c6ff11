import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { type ChromiumProgram, packagedChromium } from './packaged-chromium.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** No script of a test runs long enough to pay for optimized compilation. */
const UNOPTIMIZED = '--js-flags=--no-opt --no-maglev';
/** Without a thread for the compositor, a navigation costs two thirds, but no click and no key arrives. */
const WITHOUT_INPUT = '--disable-threaded-compositing';
const ADVICE =
  'Chromium is missing: "apt-get install chromium" or "npx playwright-core install chromium" gets one, CHROMIUM_PATH names one';

/**
 * Launches a real Chromium: the one at CHROMIUM_PATH, or the first of playwright-core's, the npm package's and the
 * PATH's that runs. Benches measure with one that optimizes scripts as those of people do.
 */
export async function launchChromium({ hasInput = true, optimizes = false } = {}): Promise<Browser> {
  const args = [...FLAGS, ...(hasInput ? [] : [WITHOUT_INPUT]), ...(optimizes ? [] : [UNOPTIMIZED])];
  for (const find of process.env.CHROMIUM_PATH ? [named] : [playwrights, packagedChromium, onPath]) {
    try {
      const found = await find();
      if (found) return await chromium.launch({ ...found, args });
    } catch {
      // This Chromium does not run here: it may lack a library or be built for another processor.
    }
  }
  const error = new Error(ADVICE);
  // The stack trace has no useful information.
  error.stack = error.message;
  throw error;
}

function named(): ChromiumProgram | undefined {
  return ifExecutable(process.env.CHROMIUM_PATH ?? '');
}

function playwrights(): ChromiumProgram | undefined {
  return ifExecutable(chromium.executablePath());
}

function onPath(): ChromiumProgram | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.map(ifExecutable).find((found) => found !== undefined);
}

function ifExecutable(executablePath: string): ChromiumProgram | undefined {
  try {
    accessSync(executablePath, constants.X_OK);
    return { executablePath };
  } catch {
    return undefined;
  }
}
