import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

const folder = await mkdtemp(join(tmpdir(), 'proffer-browsers-'));
after(() => rm(folder, { recursive: true }));
// playwright-core reads the variable when it is loaded.
process.env.PLAYWRIGHT_BROWSERS_PATH = folder;
const { chromium } = await import('playwright-core');
const { launchChromium } = await import('./support/browser/chromium.ts');

test('a missing Chromium is reported in one line that says how to get it', async () => {
  process.env.CHROMIUM_PATH = join(folder, 'absent');
  await assert.rejects(launchChromium(), ({ message, stack }: Error) => {
    assert.match(message, /apt-get install chromium.*npx playwright-core install chromium/);
    assert.equal(stack, message);
    return true;
  });
  delete process.env.CHROMIUM_PATH;
});

test('Chromium is found where playwright-core installs it, and skipped if it does not run', async () => {
  const path = chromium.executablePath();
  assert.ok(path.startsWith(folder), path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\n: > "$0.tried"\nexit 1\n', { mode: 0o755 });
  const browser = await launchChromium();
  await browser.close();
  assert.ok(existsSync(`${path}.tried`));
});
