// Compares the main-thread time per typed character in a quote of 100 items with one of 10, in a Chromium throttled to
// a quarter of its speed, and limits that in a quote of 600 items at full speed. They alternate, so that other load of
// the machine affects all of them. Then it measures from a key to its painted letter among 300 lines, and a paste of 300.
import assert from 'node:assert/strict';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../test/support/browser/chromium.ts';
import { signIn, type TestPerson } from '../test/support/console/sign-in.ts';
import { startTestService, type TestAccount, type TestService } from '../test/support/service/service.ts';
import { measureLatency } from './editor-latency.ts';

const QUOTES = [
  { lines: 10, slowdown: 4 },
  { lines: 100, slowdown: 4 },
  { lines: 600, slowdown: 1 },
];
const TURNS = 6;
const LETTERS = 20;
/** How much longer a key may take with 100 items than with 10. */
const MAX_RATIO = 2;
const MAX_MS = 30;

interface EditorPage {
  page: Page;
  devtools: CDPSession;
  spent: number[];
}

const service = await startTestService();
const browser = await launchChromium();
try {
  const account = await service.newAccount({ name: 'Bench' });
  await account.put('/customers/ada', { name: 'Ada', email: 'ada@example.com' });
  const { id: accountId } = (await account.get('/account')).body;
  const person = await signIn(service, { accountId });
  await measureLatency(service, account, person.browserCookie);
  const editors = await Promise.all(
    QUOTES.map((quote) => openEditor(browser, service, account, person, quote)),
  );
  for (let turn = 0; turn < TURNS; turn++)
    for (const editor of editors) editor.spent.push(await type(editor));
  const [few = 0, many = 0, most = 0] = editors.map(({ spent }) => median(spent.slice(1)) / LETTERS);
  const ratio = many / few;
  process.stdout.write(
    `a letter costs ${few.toFixed(2)} ms with 10 lines, ${many.toFixed(2)} ms with 100: ${ratio.toFixed(2)} × (at most ${MAX_RATIO}); ${most.toFixed(2)} ms with 600 at full speed (at most ${MAX_MS})\n`,
  );
  assert.ok(ratio <= MAX_RATIO, 'a letter costs too much in a long quote');
  assert.ok(most <= MAX_MS, 'a letter costs too much in a very long quote');
} finally {
  await browser.close();
  await service.close();
}

async function openEditor(
  chromium: Browser,
  { url }: TestService,
  account: TestAccount,
  { accountId, browserCookie }: TestPerson,
  { lines, slowdown }: (typeof QUOTES)[number],
): Promise<EditorPage> {
  const item = { description: 'Design and concept', quantity: 2, unitPrice: 12_345, taxRate: 19 };
  const items = Array.from({ length: lines }, () => item);
  const { body } = await account.post('/quotes', { customerId: 'ada', title: 'Website', items });
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([browserCookie]);
  const page = await context.newPage();
  await page.goto(`${url}/${accountId}/quotes/${body.id}/edit`);
  await page.locator('.editor.live').waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.locator('.rows .price input').nth(4).focus();
  return { page, devtools, spent: [] };
}

/** Returns milliseconds, including the updates of the item and the totals after each character. */
async function type({ page, devtools }: EditorPage): Promise<number> {
  const field = page.locator('.rows .price input').nth(4);
  await field.fill('');
  await field.focus();
  const before = await readMainThreadMs(devtools);
  for (let letter = 0; letter < LETTERS; letter++) {
    await page.keyboard.press(letter % 5 === 4 ? 'Backspace' : '1');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }
  return (await readMainThreadMs(devtools)) - before;
}

async function readMainThreadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
