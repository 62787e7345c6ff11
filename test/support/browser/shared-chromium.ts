import type { Browser } from 'playwright-core';
import { atEnd } from '../run/at-end.ts';
import { launchChromium } from './chromium.ts';

let shared: Promise<Browser> | undefined;

/** Returns one Chromium for all files of this process; browser contexts isolate the tests. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium().then((browser) => {
    atEnd(() => browser.close());
    return browser;
  });
  return shared;
}
