import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { bundle } from '../../src/pages/scripts.ts';
import { withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { compile, installClient, nodeOfMachine, readmeExamples } from '../support/client/packed-client.ts';
import { temporaryFolder } from '../support/service/cli.ts';
import { startTestService, TEST_KEY, type TestService } from '../support/service/service.ts';

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let home: string;
before(async () => {
  service = await startTestService();
  folder = await temporaryFolder();
  home = await installClient(folder.path);
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
});
after(async () => {
  await service.close();
  await folder.remove();
});

const SECRET = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
const PING = '{"id":"evt_1","type":"ping"}';

function signedHeaders(body: string): Record<string, string> {
  const now = new Date();
  const signature = new Webhook(SECRET).sign('evt_1', now, body);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

/** Options that some projects use in addition to `--strict`. */
const STRICTER = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];

test('the package contains what it needs, and has no dependencies', async () => {
  const files = await readdir(home, { recursive: true });
  const kinds = new Set(
    files.filter((file) => file.includes('.')).map((file) => file.replace(/^[^.]*\./, '')),
  );
  assert.deepEqual([...kinds].sort(), ['d.ts', 'js', 'json', 'md']);
  assert.ok(files.includes('LICENSE'));
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  for (const file of files.filter((name) => /\.(js|d\.ts)$/.test(name))) {
    const code = await readFile(join(home, file), 'utf8');
    for (const [, named = ''] of code.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
      assert.match(named, /^\.\.?\//, `${file} imports ${named}`);
    }
  }
});

test('the examples of its README compile, and run on the Node of the machine', async () => {
  const program = `
    const stop = new AbortController();
    async function save(id: string): Promise<void> { console.log('saved', id.slice(0, 4)); stop.abort(); }
    ${(await readmeExamples('package')).replaceAll('https://quotes.example.com', service.url)}
    const [oldest] = (await proffer.events.list({ limit: 1 })).data;
    await follow(oldest?.id, stop.signal);
    const hook = (headers: Record<string, string>) =>
      receive(new Request('http://localhost/hook', { method: 'POST', body: process.env.PING ?? '', headers }));
    console.log((await hook(JSON.parse(process.env.HEADERS ?? ''))).status, (await hook({})).status);
  `;
  await writeFile(join(folder.path, 'examples.ts'), program);
  await writeFile(join(folder.path, 'project.ts'), await readmeExamples('project'));
  const options = ['--module', 'nodenext', '--lib', 'es2023', '--types', 'node'];
  await compile(folder.path, ['examples.ts', 'project.ts'], [...STRICTER, ...options]);
  const { stdout } = await promisify(execFile)(nodeOfMachine(), ['examples.js'], {
    cwd: folder.path,
    env: {
      PROFFER_API_KEY: TEST_KEY,
      PROFFER_WEBHOOK_SECRET: SECRET,
      PING,
      HEADERS: JSON.stringify(signedHeaders(PING)),
    },
  });
  const lines = stdout.trimEnd().split('\n');
  assert.match(lines[0] ?? '', /^SENT 133875 http/);
  assert.match(lines[2] ?? '', /^Q\S* .* 133875$/);
  assert.deepEqual(
    [lines[1], ...lines.slice(3)].map((line) => line?.replace(/inv_\w+/, 'inv_')),
    ['1 of 1', 'true', 'Invoiced already: inv_', 'saved evt_', '204 400'],
  );
  assert.match(await readFile(join(folder.path, 'quote.pdf'), 'latin1'), /^%PDF-/);
  assert.match(await readFile(join(folder.path, 'quotes.csv'), 'utf8'), /CONVERTED/);
});

test('the package runs in a browser', async () => {
  const page = `
    import { createProffer, isProfferError, verifyWebhook } from 'proffer-client';
    Object.assign(globalThis, {
      async tryOut(key: string, body: string, headers: Record<string, string>, secret: string) {
        const proffer = createProffer({ url: location.origin, key });
        const items = [{ description: 'Design', quantity: 1, unitPrice: 100 }];
        const quote = await proffer.quotes.create({ customerId: 'cus_demo', title: 'Browser', items });
        const titles = [];
        for await (const { title } of proffer.quotes.all({ search: 'Browser' })) titles.push(title);
        const same = await proffer.quotes.get(quote.id, { ifNoneMatch: quote });
        await proffer.quotes.attachments.put(quote.id, 'a.txt', new File(['a'], 'a.txt'));
        const pdf = await (await proffer.quotes.pdf(quote.id)).blob();
        const missing = await proffer.quotes.get('quo_none').catch((error) => isProfferError(error, 'not_found'));
        const event = await verifyWebhook({ body, headers, secret });
        return [titles.join(), same === quote, pdf.type, missing, event.type];
      },
    });
  `;
  const file = join(folder.path, 'page.ts');
  await writeFile(file, page);
  const options = ['--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler'];
  await compile(
    folder.path,
    [file],
    [...STRICTER, ...options, '--lib', 'es2022,dom,dom.iterable', '--types', ''],
  );
  const script = await bundle(file);
  const found = await withVisitor(await sharedChromium(), service.url, {}, async (visitor) => {
    // The service's own pages do not allow foreign scripts.
    await visitor.route('**/own-page', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await visitor.goto(`${service.url}/own-page`);
    await visitor.evaluate(script);
    const given = [TEST_KEY, PING, signedHeaders(PING), SECRET];
    return visitor.evaluate(`tryOut(...${JSON.stringify(given)})`);
  });
  assert.deepEqual(found, ['Browser', true, 'application/pdf', true, 'ping']);
});
