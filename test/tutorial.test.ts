import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { PERSON } from './support/api/customer.ts';
import { DESKTOP, withVisitor } from './support/browser/browser-page.ts';
import { sharedChromium } from './support/browser/shared-chromium.ts';
import { temporaryFolder } from './support/service/cli.ts';
import { type SpawnedService, spawnTestService } from './support/service/spawn-service.ts';
import { until } from './support/until.ts';

const run = promisify(execFile);
const TUTORIAL = readFileSync(new URL('../docs/tutorial.md', import.meta.url), 'utf8');

const MAX_SECONDS = 600;
/** What a reader needs, generously: slow reading, and time to copy each block and to look at what it prints. */
const READING = { wordsPerMinute: 180, secondsPerBlock: 10, secondsToAccept: 45 };
/** The first start on a machine downloads the packages. The page says so. */
const INSTALL_SECONDS = 60;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: SpawnedService;
let startSeconds: number;
before(async () => {
  folder = await temporaryFolder();
  const start = performance.now();
  service = await spawnTestService({ DATA_DIR: join(folder.path, 'data'), PROFFER_API_KEY: '' });
  startSeconds = (performance.now() - start) / 1000;
});
after(async () => {
  await service?.stop('SIGKILL');
  await folder?.remove();
});

it('the tutorial works as written and takes ten minutes', async (t) => {
  const key = await until(() => /Test key +(prf_test_\S+)/.exec(service.output().stderr)?.[1]);
  const start = performance.now();
  let output = '';
  for (const { title, text } of listSections()) {
    for (const [, language = '', code = ''] of text.matchAll(/^```(\w+)\n(.*?)\n```$/gms)) {
      if (code === 'npm start') continue;
      if (language === 'sh') output = await runInShell(code.replace('prf_test_…', key));
      else expectOutput(title, output, code);
    }
    if (title.includes('as the customer')) await acceptAsCustomer(output.trim().split('\n').at(-1) ?? '');
  }
  const machine = INSTALL_SECONDS + startSeconds + (performance.now() - start) / 1000;
  const reader = estimateReading();
  const minutes = (seconds: number) => (seconds / 60).toFixed(1);
  t.diagnostic(`tutorial: ${minutes(reader)} minutes of reading, ${minutes(machine)} of the machine`);
  assert.ok(machine + reader <= MAX_SECONDS, `${minutes(machine + reader)} minutes`);
});

function listSections(): { title: string; text: string }[] {
  return TUTORIAL.split(/^## /m).map((text) => ({ title: text.slice(0, text.indexOf('\n')), text }));
}

/** Runs a block. Variables and functions stay for the next one, as in a terminal. */
async function runInShell(code: string): Promise<string> {
  const own = code.replaceAll('http://127.0.0.1:3000', service.url);
  const script = `[ ! -e state ] || . ./state\n${own}\ndeclare -p KEY API QUOTE INVOICE >state 2>/dev/null\ndeclare -f >>state`;
  const { stdout } = await run('bash', ['-c', script], { cwd: folder.path });
  return stdout;
}

/** Checks that the output has every line that the page shows. */
function expectOutput(title: string, output: string, shown: string): void {
  let at = 0;
  for (const line of shown.replaceAll('http://127.0.0.1:3000', service.url).split('\n')) {
    const found = output.indexOf(line, at);
    assert.ok(found >= 0, `${title}: the page shows "${line}", and the output is:\n${output}`);
    at = found + line.length;
  }
}

async function acceptAsCustomer(publicUrl: string): Promise<void> {
  // The name of a headless browser is that of a program, whose visits do not count.
  const reader = { viewport: DESKTOP, userAgent: PERSON['User-Agent'] };
  await withVisitor(await sharedChromium(), service.url, reader, async (page) => {
    await page.goto(publicUrl);
    await page.getByLabel('Neon sign').check();
    await page.getByText('€1,874.25').first().waitFor();
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Accept quote' }).click();
    await page.getByText('Ada Lovelace').first().waitFor();
  });
}

function estimateReading(): number {
  const blocks = TUTORIAL.match(/^```sh$/gm)?.length ?? 0;
  const words = TUTORIAL.split(/\s+/).length;
  const { wordsPerMinute, secondsPerBlock, secondsToAccept } = READING;
  return (words / wordsPerMinute) * 60 + blocks * secondsPerBlock + secondsToAccept;
}
