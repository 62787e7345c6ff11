import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PROBLEMS } from '../src/domain/errors.ts';
import { docsHeaders } from '../src/pages/headers.ts';
import { visit } from './support/api/customer.ts';
import { expectGoodLooks, PHONE, withVisitor } from './support/browser/browser-page.ts';
import { sharedChromium } from './support/browser/shared-chromium.ts';
import { createHtmlValidator } from './support/html-validator.ts';
import { testAll } from './support/run/all.ts';
import { startTestService, type TestService } from './support/service/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES: Record<string, string> = {
  ...Object.fromEntries(
    globSync('**/*.md', { cwd: join(ROOT, 'docs') }).map((path) => [path.slice(0, -3), `docs/${path}`]),
  ),
  changelog: 'CHANGELOG.md',
  client: 'clients/typescript/README.md',
  conformance: 'conformance/README.md',
  'security/reporting': 'SECURITY.md',
};
const NAMES = Object.keys(FILES).sort();
/** Pages with every kind of markup: validating all of them takes seconds. */
const VALIDATED = ['api', 'distributed', 'documents', 'mail'];
const findViolations = createHtmlValidator({ extends: ['html-validate:recommended'] });

describe('the documentation that the service serves', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const pages = new Map<string, Promise<string>>();
  const read = (path: string) => {
    const page = pages.get(path) ?? visit(service.url + path).then(({ text }) => text);
    pages.set(path, page);
    return page;
  };

  it('has each file as a page and as Markdown', async () => {
    assert.ok(NAMES.length >= 13);
    for (const name of NAMES) {
      const source = readFileSync(join(ROOT, FILES[name] ?? ''), 'utf8');
      const markdown = await visit(`${service.url}/docs/${name}.md`);
      assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8', name);
      assert.equal(markdown.text, source, name);
      const { status, headers, text } = await visit(`${service.url}/docs/${name}`);
      assert.equal(status, 200, name);
      for (const [header, value] of Object.entries(docsHeaders)) {
        assert.equal(headers.get(header), value, `${name}: ${header}`);
      }
      if (VALIDATED.includes(name)) assert.deepEqual(findViolations(text), [], name);
    }
  });

  it('shows all Markdown as HTML', async () => {
    for (const name of NAMES) {
      const page = await read(`/docs/${name}`);
      const words = page
        .slice(page.indexOf('<main'))
        .replaceAll(/<pre.*?<\/pre>|<code>.*?<\/code>|<[^>]+>/gs, '');
      const marks = words.match(/\*\*|`|\]\(|^\s*\||&lt;[a-z]|^\s*(?:[-*>]|#+) .*/gm);
      assert.equal(marks, null, name);
    }
  });

  it('has no link that leads nowhere, on the pages and in the repository', async () => {
    for (const name of NAMES) {
      const page = await read(`/docs/${name}`);
      const own = [...page.matchAll(/ (?:href|src)="(?!https?:|mailto:|data:)([^"]*)"/g)].map(
        ([, address = '']) => address,
      );
      for (const address of new Set(own)) {
        assert.match(address, /^[/#]/, name);
        const { pathname, hash } = new URL(address, `${service.url}/docs/${name}`);
        const isFile = /\.\w+$/.test(pathname);
        if (isFile) assert.equal((await fetch(service.url + pathname)).status, 200, `${name}: ${address}`);
        if (isFile || pathname === '/docs') continue;
        const target = await read(pathname);
        assert.ok(target.startsWith('<!DOCTYPE html>'), `${name}: ${address}`);
        if (hash)
          assert.ok(target.includes(` id="${decodeURIComponent(hash.slice(1))}"`), `${name}: ${address}`);
      }
    }
    for (const file of ['README.md', ...Object.values(FILES)]) {
      const source = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^( *)```.*?\n\1```$/gms, '');
      for (const [, address = ''] of source.matchAll(/(?:\]\(|src="|srcset=")(?!https?:|#)([^)#"\s]+)/g)) {
        assert.ok(existsSync(join(ROOT, dirname(file), address)), `${file}: ${address}`);
      }
    }
  });

  it('says what Proffer is by the same two sentences as README.md and package.json', async () => {
    const { description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll('**', '').replaceAll('\n', ' ');
    assert.ok(readme.includes(description));
    assert.ok((await read('/docs')).includes(`<p>${description}</p>`));
    assert.ok((await visit(`${service.url}/llms.txt`)).text.startsWith(`# Proffer\n\n> ${description}\n`));
  });

  it('has a page for each tag of the API, with the schemas that it uses, and a home for a business', async () => {
    const reference = await read('/docs');
    assert.ok(reference.includes('href="/docs/business"'));
    const urls = new Set(
      [...reference.matchAll(/href="(\/docs\/reference\/[^"]+)"/g)].map(([, url = '']) => url),
    );
    assert.ok(urls.size >= 8, `${urls.size} tags`);
    const seen: string[] = [];
    for (const url of urls) {
      const page = await read(url);
      const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(id), `${url}#${id}`);
      seen.push(...[...page.matchAll(/<h3 id="(\w+)"><a href="#\1">/g)].map(([, id = '']) => id));
      assert.ok(page.length < reference.length / 2, url);
    }
    for (const id of ['createQuote', 'convertQuote', 'issueInvoice']) assert.ok(seen.includes(id), id);
    assert.equal((await visit(`${service.url}/docs/reference/nothing`)).status, 404);
  });

  it('lists all pages in /llms.txt and in the contents', async () => {
    const { headers, text } = await visit(`${service.url}/llms.txt`);
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(text, /^# Proffer\n\n> /);
    const reference = await read('/docs');
    for (const name of NAMES) {
      assert.ok(text.includes(`(${service.url}/docs/${name}.md): `), name);
      assert.ok(reference.includes(`href="/docs/${name}"`), name);
    }
    for (const [, address = ''] of text.matchAll(/\]\((http[^)]+)\)/g)) {
      assert.equal((await fetch(address)).status, 200, address);
    }
  });

  it('has the cause and the cure of each error code', async () => {
    const { text } = await visit(`${service.url}/docs/problems.md`);
    const page = await read('/docs/problems');
    for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
      assert.match(
        text,
        new RegExp(
          `^## ${code}\\n\\n${status} [^\\n]+: ${title}\\.\\n\\n- What happened: .+\\n- What to do: .+\\n`,
          'm',
        ),
      );
      assert.ok(page.includes(` id="${code}"`), code);
    }
    const { status, headers } = await fetch(`${service.url}/docs/errors`, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')], [308, '/docs/problems']);
  });

  it('serves nothing else', async () => {
    for (const path of [
      ...[
        'nothing',
        'nothing.md',
        'mail.md.md',
        'screenshots',
        'mail/',
        '../package.json',
        '..%2fpackage.json',
      ],
      ...['%2e%2e/package.json', 'gallery/..%2f..%2fpackage.json', '%2fetc%2fpasswd', 'mail%00.md'],
    ]) {
      const { status, text } = await visit(`${service.url}/docs/${path}`);
      assert.ok(status === 404 && !text.includes('"dependencies"'), `${path}: ${status}`);
    }
  });

  it('answers browsers with a page that has the search, and programs with a problem', async () => {
    const ask = (accept: string) => fetch(`${service.url}/docs/nope`, { headers: { Accept: accept } });
    const page = await ask('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    const text = await page.text();
    assert.match(text, /<h1[^>]*>Page not found<.*<\/main>/s);
    assert.match(text, /<form class="search"/);
    assert.deepEqual(findViolations(text), []);
    for (const accept of ['*/*', 'application/json']) {
      const { status, headers } = await ask(accept);
      assert.deepEqual(
        [status, headers.get('content-type')],
        [404, 'application/problem+json; charset=utf-8'],
        accept,
      );
    }
  });

  it('escapes and limits what is searched for', async () => {
    const search = (query: string) => visit(`${service.url}/docs/search?${query}`);
    const { text } = await search(`q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.ok(!text.includes('<script>'));
    assert.match(text, /No section found for “&quot;&gt;&lt;script&gt;/);
    for (const query of ['', 'q=', 'q=a&q=b', `q=${'word+'.repeat(1000)}`, 'q[]=1', 'q=%00']) {
      const { status, text: page } = await search(query);
      assert.equal(status, 200, query.slice(0, 20));
      assert.deepEqual(findViolations(page), [], query.slice(0, 20));
    }
  });

  it('is searched by the words that people use elsewhere', async () => {
    for (const [word, title] of [
      ['2fa', /two-step/i],
      ['login', /sign(ing)?[ -]in/i],
      ['sso', /openid|identity provider|sign in/i],
      ['constructor', /No section|sections?/],
    ] as const) {
      const { status, text } = await visit(`${service.url}/docs/search?q=${word}`);
      assert.equal(status, 200, word);
      const results = text.slice(text.indexOf('<h1 id="results">'));
      assert.match(results, title, word);
      if (word !== 'constructor') assert.doesNotMatch(results, /No section found/, word);
    }
  });

  it('is searched without scripts: guides, error codes and operations', async () => {
    const browser = await sharedChromium();
    await withVisitor(browser, service.url, { viewport: PHONE, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${service.url}/docs/money`);
      for (const [words, result, target] of [
        ['backup restore', 'Backup and restore', '/docs/operating#backup-and-restore'],
        ['quote_converted', 'quote_converted', '/docs/problems#quote_converted'],
        ['convert-to-invoice', 'Convert', '/docs/reference/quotes#convertQuote'],
      ] as const) {
        await page.getByRole('searchbox').fill(words);
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.searchParams.get('q') === words);
        assert.equal(await page.getByRole('searchbox').inputValue(), words);
        const link = page.locator('.results a').filter({ hasText: result }).first();
        assert.equal(await link.getAttribute('href'), target);
      }
    });
  });

  testAll('looks good on a desk, on a phone in the dark and on paper', async () => {
    const browser = await sharedChromium();
    await withVisitor(browser, service.url, {}, async (page) => {
      await expectGoodLooks(page, `${service.url}/docs/search?q=mail`);
      await expectGoodLooks(page, `${service.url}/docs/mail`);
      assert.ok(await page.getByRole('button', { name: 'Copy' }).first().isVisible());
      await page.emulateMedia({ media: 'print' });
      assert.ok(await page.getByRole('heading', { level: 1 }).isVisible());
      for (const part of ['.side', '.copy', '.other-format']) {
        assert.ok(await page.locator(part).first().isHidden(), part);
      }
    });
  });
});
