import type { Browser } from 'playwright-core';
import { atEnd } from '../run/at-end.ts';
import { launchChromium } from './chromium.ts';

let shared: Promise<Browser> | undefined;
let withoutInput: Promise<Browser> | undefined;

/** Returns one Chromium for all files of this process; browser contexts isolate the tests. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchUntilEnd();
  return shared;
}

/** Like `sharedChromium`, but faster, for tests that open pages and neither click nor press a key. */
export function sharedViewer(): Promise<Browser> {
  withoutInput ??= launchUntilEnd({ hasInput: false });
  return withoutInput;
}

async function launchUntilEnd(options?: Parameters<typeof launchChromium>[0]): Promise<Browser> {
  const browser = await launchChromium(options);
  atEnd(() => browser.close());
  return browser;
}
