import type { Browser } from 'playwright-core';
import { atEnd } from '../run/at-end.ts';
import { launchChromium } from './chromium.ts';

let shared: Promise<Browser> | undefined;

/** One Chromium for all files of this process: visitors are kept apart by their contexts. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium().then((browser) => {
    atEnd(() => browser.close());
    return browser;
  });
  return shared;
}
