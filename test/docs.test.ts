import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { Sample } from '../src/pages/docs/reference/code-sample.ts';
import { buildOperationSamples } from '../src/pages/docs/reference/examples/operation-samples.ts';
import { GUIDE, listGuideSamples } from '../src/pages/docs/reference/guide.ts';
import { groupOperations, type OpenApi } from '../src/pages/docs/reference/openapi-model.ts';
import { sentQuote } from './support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  LOOKS,
  PHONE,
  withVisitor,
} from './support/browser/browser-page.ts';
import { sharedChromium } from './support/browser/shared-chromium.ts';
import { temporaryFolder } from './support/service/cli.ts';
import type { Json } from './support/service/client.ts';
import { startTestService, TEST_KEY, type TestService } from './support/service/service.ts';

const run = promisify(execFile);
const hasProgram = (name: string) => spawnSync(name, ['--version']).status === 0;

let service: TestService;
let browser: Browser;
let api: OpenApi;
let page: string;
before(async () => {
  service = await startTestService();
  browser = await sharedChromium();
  api = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as OpenApi;
  page = await (await fetch(`${service.url}/docs`)).text();
});
after(() => service.close());

/** Returns every sample of the reference, by operation, and those of the guide. */
function samplesIn(language: Sample['language']): { name: string; code: string }[] {
  const ofOperations = groupOperations(api)
    .flatMap(({ endpoints }) => endpoints)
    .flatMap((endpoint) =>
      buildOperationSamples(endpoint, api).map((sample) => ({ name: endpoint.operationId ?? '', ...sample })),
    );
  const ofGuide = listGuideSamples(api.servers?.[0]?.url ?? '').map(({ section, ...sample }) => ({
    name: section,
    ...sample,
  }));
  return [...ofOperations, ...ofGuide].filter((sample) => sample.language === language);
}

const count = (text: string, part: string) => text.split(part).length - 1;

test('the reference includes the guide, and each operation has samples in three languages and a form to try it', () => {
  const endpoints = groupOperations(api).flatMap((group) => group.endpoints);
  const withKey = endpoints.filter(({ security }) => !security);
  assert.ok(withKey.length > 45);
  assert.deepEqual(
    GUIDE.map(({ title }) => title),
    [
      'A first quote',
      'Keys',
      'Money',
      'Life of a quote',
      'Changes',
      'Repeats',
      'Events',
      'Webhooks',
      'Limits',
    ],
  );
  for (const { id, title } of GUIDE) {
    assert.ok(page.includes(`<h3 id="${id}"><a href="#${id}">${title}</a></h3>`), title);
    assert.ok(page.includes(`<li><a href="#${id}">${title}</a></li>`), title);
  }
  for (const language of ['curl', 'TypeScript', 'Python'] as const) {
    assert.equal(count(page, `data-language="${language}"`), samplesIn(language).length, language);
    assert.ok(samplesIn(language).length >= withKey.length, language);
  }
  assert.equal(count(page, '<details class="try"'), withKey.length);
  assert.equal(count(page, 'class="copy"'), count(page, '<pre tabindex="0">'));
  for (const word of ['<h4>Responses</h4>', '<h2 id="schemas">Schemas</h2>', 'Response 201']) {
    assert.ok(page.includes(word), word);
  }
});

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('the TypeScript samples use the client and compile against its types', async () => {
  const folder = await temporaryFolder();
  try {
    for (const [index, { name, code }] of samplesIn('TypeScript').entries()) {
      assert.match(code, /from 'proffer-client'/, `${name}: the client does not know it`);
      await writeFile(join(folder.path, `${name}-${index}.ts`), `${code}\nexport {};\n`);
    }
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'es2023', module: 'nodenext', skipLibCheck: true },
      ...{
        allowImportingTsExtensions: true,
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
      paths: { 'proffer-client': [join(ROOT, 'clients/typescript/src/index.ts')] },
    };
    await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
    await writeFile(
      join(folder.path, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder.path]).catch((error) => error);
    assert.equal(stdout, '');
  } finally {
    await folder.remove();
  }
});

test('the curl samples can be pasted into a shell', async () => {
  const samples = samplesIn('curl');
  await run('sh', ['-n', '-c', samples.map(({ code }) => code).join('\n')]);
  const { body: quote } = await service.automation.get('/quotes?limit=1');
  for (const name of ['listQuotes', 'createQuote', 'previewQuote', 'guide-a-first-quote', 'guide-repeats']) {
    const { code } = samples.find((sample) => sample.name === name) ?? { code: '' };
    const { stdout } = await run('sh', ['-c', `${code.replace('curl ', 'curl -sS --fail-with-body ')}`], {
      env: { ...process.env, PROFFER_API_KEY: TEST_KEY },
    });
    assert.ok(JSON.parse(stdout), name);
  }
  const { body: more } = await service.automation.get('/quotes?limit=1');
  assert.equal(more.pagination.total - quote.pagination.total, 3);
});

/** Compiles all samples, and runs the given ones separately. */
const RUNNER = `
import json, sys
for name, code, runs in json.load(sys.stdin):
    try:
        program = compile(code, name, "exec")
        if runs:
            exec(program, {"__name__": "__main__"})
    except BaseException as error:
        told = error.read().decode() if hasattr(error, "read") else repr(error)
        sys.exit(f"{name}: {told}\\n{code}")
`;

import { testAll } from './support/run/all.ts';

test('the Python samples work', async (t) => {
  if (!hasProgram('python3')) return t.diagnostic('there is no python3 here to run them with');
  const { automation } = service;
  const folder = await temporaryFolder();
  try {
    await writeFile(join(folder.path, 'plan.pdf'), 'a plan');
    await writeFile(join(folder.path, 'prices.csv'), 'sku,unitPrice\nDESIGN-H,80');
    const quote = await sentQuote(automation, { customerId: 'cus_demo' });
    const item = await automation.post('/catalogue-items', { description: 'Work', unitPrice: 1 });
    const template = await automation.post('/templates', { name: 'Small' });
    const { body: invoice } = await automation
      .post(`/quotes/${quote.id}/duplicate`)
      .then(({ body }) => automation.post(`/quotes/${body.id}/convert-to-invoice`));
    const list = await automation.post('/price-lists', { name: 'Dealers', currency: 'EUR' });
    const message = await automation.post(`/quotes/${quote.id}/messages`, { text: 'Hello' });
    const events = await automation.get('/events?limit=1');
    const ids: Record<string, string> = {
      evt: events.body.data[0].id,
      prl: list.body.id,
      ...{ quo: quote.id, cat: item.body.id, tpl: template.body.id, inv: invoice.id, msg: message.body.id },
    };
    // Samples that need a special state, a receiver or a mail address, or that never end, are only compiled.
    const isRun = (name: string) =>
      !/Acceptance|Evidence|requestApproval|MessageAttachment|Webhook|TestMail|InvoiceXml|remindOfInvoice|PaymentImport|importPayments|confirmPayments|endRecurring|(apply|decline)Proposal|resendEvent|^guide-events|^delete(Quote|Customer)|^(remove|refund)Payment/.test(
        name,
      );
    const programs = samplesIn('Python')
      .map(({ name, code }) => {
        const own = code.replaceAll(
          /\b(quo|cat|tpl|inv|msg|evt|prl)_[0-9a-z]{10,}/g,
          (id, kind: string) => ids[kind] ?? id,
        );
        return [name, own, isRun(name)] as const;
      })
      .sort(([a], [b]) => rankSample(a) - rankSample(b));
    assert.ok(programs.filter(([, , runs]) => runs).length > 40);
    const child = run('python3', ['-c', RUNNER], {
      cwd: folder.path,
      env: { ...process.env, PROFFER_API_KEY: TEST_KEY },
    });
    child.child.stdin?.end(JSON.stringify(programs));
    await child;
  } finally {
    await folder.remove();
  }
});

/** Samples that delete something run after those that need it. */
function rankSample(name: string): number {
  const last = [
    ...['deleteAttachment', 'deleteTemplate', 'deletePriceListEntry', 'deletePriceList'],
    'deleteCatalogueItem',
    'convertQuote',
    'revokeQuoteLinks',
  ];
  return last.indexOf(name);
}

test('the Python sample of the guide accepts a valid webhook and rejects a forged one', async (t) => {
  if (!hasProgram('python3')) return t.diagnostic('there is no python3 here to run it with');
  const { code } = samplesIn('Python').find(({ name }) => name === 'guide-webhooks') ?? { code: '' };
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const at = String(Math.floor(Date.now() / 1000));
  const sign = (body: string) => createHmac('sha256', key).update(`evt_1.${at}.${body}`).digest('base64');
  const headers = (signature: string, timestamp = at) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,AAAA v1,${signature}`,
  });
  const cases = [headers(sign('{}')), headers(sign('{ }')), headers(sign('{}'), String(Number(at) - 900))];
  const call = `print([verify("whsec_${key.toString('base64')}", h, b"{}") for h in ${JSON.stringify(cases)}])`;
  const { stdout } = await run('python3', ['-c', `${code}\n\n${call}`]);
  assert.equal(stdout.trim(), '[True, False, False]');
});

const article = (open: Page, id: string) => open.locator(`article[aria-labelledby="${id}"]`);

/** Reduces the page for axe: it is long and repetitive. */
function keepOnly(open: Page, ...ids: string[]): Promise<void> {
  return open.evaluate(`{
    const kept = ${JSON.stringify(ids)};
    for (const part of document.querySelectorAll('article')) {
      if (!kept.includes(part.getAttribute('aria-labelledby'))) part.remove();
    }
    for (const link of document.querySelectorAll('nav li a')) {
      if (link.hash && !document.getElementById(link.hash.slice(1))) link.closest('li').remove();
    }
  }`);
}

// The page opens slowly, so one page is used for both.
testAll(
  'samples can be copied in the selected language, and an operation can be tried with a test key that is not stored',
  async () => {
    await withVisitor(browser, service.url, { viewport: DESKTOP }, async (open, context) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
      await context.addCookies([{ name: 'proffer_session', value: 'somebody', url: service.url }]);
      await open.goto(`${service.url}/docs`);
      await expectCopied(open);
      await open.setViewportSize(PHONE);
      await expectTried(open, context);
      await open.reload();
      assert.equal(await open.locator('#try-key').inputValue(), '', 'nor the page');
    });
  },
);

async function expectCopied(open: Page): Promise<void> {
  await article(open, 'createQuote').locator('details[data-language="Python"] > summary').click();
  const code = article(open, 'getQuote').locator('details[data-language="Python"] pre');
  await code.waitFor();
  assert.equal(
    await open.locator('details.sample[data-language="curl"][open]').count(),
    1,
    'where it is alone',
  );
  const button = article(open, 'getQuote').getByRole('button', { name: 'Copy the Python example' });
  await open.evaluate(`{
    const button = document.querySelector('article[aria-labelledby="getQuote"] [data-language="Python"] .copy');
    globalThis.names = [];
    new MutationObserver(() => names.push([button.textContent, button.ariaLabel])).observe(button, { childList: true });
  }`);
  await button.click();
  await open.locator('#docs-status', { hasText: 'Copied' }).waitFor({ state: 'attached' });
  assert.equal(await open.evaluate('navigator.clipboard.readText()'), await code.textContent());
  assert.deepEqual(await open.evaluate('names[0]'), ['Copied', 'Copied'], 'what it says is its name');
}

async function expectTried(open: Page, context: BrowserContext): Promise<void> {
  const sent: Request[] = [];
  open.on('request', (request) => {
    if (request.url().includes('/api/v1/quotes')) sent.push(request);
  });
  const create = article(open, 'createQuote');
  await create.getByText('Try it').click();
  const send = create.getByRole('button', { name: 'Send request' });
  for (const [key, error] of [
    ['', /Enter a test key/],
    ['prf_live_0123456789abcdef', /Only test keys/],
    ['something else', /Only test keys/],
  ] as const) {
    await open.locator('#try-key').fill(key);
    await send.click();
    await open.locator('#try-key:focus[aria-invalid="true"]').waitFor();
    assert.match((await open.locator('#try-key-error').textContent()) ?? '', error);
  }
  assert.equal(sent.length, 0);

  await open.locator('#try-key').fill(TEST_KEY);
  await create.getByLabel('Body').fill(JSON.stringify({ customerId: 'cus_demo', title: 'Tried' }));
  await send.click();
  await create.locator('.try-status', { hasText: '400' }).waitFor();
  assert.match((await create.locator('.try-result pre').textContent()) ?? '', /"path": "\/items"/);
  await expectNoHorizontalScroll(open, 'a result');
  assert.equal(sent.length, 1);
  // `allHeaders` includes the cookie that the browser adds last.
  const headers = (await sent[0]?.allHeaders()) ?? {};
  assert.equal(headers.authorization, `Bearer ${TEST_KEY}`);
  assert.equal(headers.cookie, undefined);
  assert.match(headers['idempotency-key'] ?? '', /^docs-[0-9a-f]{32}$/);

  const get = article(open, 'getQuote');
  await get.getByText('Try it').click();
  const { body } = await service.automation.get('/quotes?limit=1');
  await get.getByLabel('id (required)').fill(body.data[0].id);
  await get.getByRole('button', { name: 'Send request' }).click();
  await get.locator('.try-status.good', { hasText: '200' }).waitFor();

  await keepOnly(open, 'createQuote', 'getQuote');
  await expectAccessible(open, 'results');
  const kept: string = await open.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  assert.equal(kept, '[{},{}]');
  const cookies: Json[] = await context.cookies();
  assert.deepEqual(
    cookies.map(({ name }) => name),
    ['proffer_session'],
  );
}

for (const path of ['/docs', '/docs/problems']) {
  testAll(`${path} is accessible and fits phone and desktop screens, in light and dark mode`, async () => {
    await withVisitor(browser, service.url, { viewport: PHONE }, async (open) => {
      await open.goto(service.url + path);
      await expectReadable(open);
    });
  });
}

/** Checks a document on a phone. */
async function expectReadable(open: Page): Promise<void> {
  const path = new URL(open.url()).pathname;
  await expectNoHorizontalScroll(open, path);
  await open.setViewportSize(DESKTOP);
  await expectNoHorizontalScroll(open, `${path} on a desk`);
  await keepOnly(open, 'title-not_found', 'guide-webhooks', 'guide-keys', 'updateQuote', 'schema-Quote');
  await open.setViewportSize(PHONE);
  await expectAccessible(open, `${path} on a phone`);
  await open.emulateMedia({ colorScheme: 'dark' });
  await open.setViewportSize(DESKTOP);
  await expectAccessible(open, `${path} in dark`, LOOKS);
}
