import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { exportAccount } from '../../src/actions/account/export/export-account.ts';
import { verifyExport } from '../../src/cli/account/verify-export.ts';
import { SEALED_COLUMNS } from '../../src/store/tables/sealed-values.ts';
import { fillAccount } from '../support/account-export/fill-account.ts';
import { createQuote, issuedInvoice, sentQuote } from '../support/api/quotes.ts';
import { readZip, type ZippedFile } from '../support/api/read-zip.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { OWN_MAILBOX_ENV } from '../support/mail/own-mailbox.ts';
import type { Json } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
import { newDataFolder } from '../support/service/data-folder.ts';
import { describeService, type TestService } from '../support/service/service.ts';
import { listRowsByTable } from '../support/store/find-text.ts';
import { until } from '../support/until.ts';

describe('The export of an account', () => {
  describeService(
    (service, isFirstEngine) => {
      it('has everything of the account and nothing of another, with a manifest of all files', async () => {
        const account = await service().newAccount({ name: 'Acme & Söhne' });
        const other = await service().newAccount();
        await sentQuote(other, { title: 'Of another account' });
        const filled = await fillAccount(service(), account);
        const owner = await signIn(service(), { accountId: account.accountId, name: 'Grace Hopper' });
        const files = readZip(await download(service(), owner));
        const names = files.map(({ name }) => name);
        assert.deepEqual(names.slice(0, 5), [
          ...['README.txt', 'account.json', 'quotes.csv', 'customers.csv', 'invoices.csv'],
        ]);
        assert.deepEqual(JSON.parse(text(files, 'account.json')), (await account.get('/account')).body);

        const quotes = lines(files, 'quotes');
        assert.equal(quotes.length, 4);
        for (const { id } of filled.quotes) {
          const { publicUrl: _, ...shown } = (await account.get(`/quotes/${id}`)).body;
          const { publicUrl: __, ...exported } = quotes.find((quote) => quote.id === id) ?? {};
          assert.deepEqual(exported, shown);
        }
        const [invoice] = lines(files, 'invoices');
        assert.equal(invoice?.number, filled.invoices[0]?.number);
        assert.deepEqual([lines(files, 'payments').length, lines(files, 'decisions').length], [1, 1]);
        assert.deepEqual(lines(files, 'catalogue')[0]?.sku, 'D-1');
        assert.deepEqual(
          lines(files, 'people').map(({ name, role, password }) => [name, role, password]),
          [['Grace Hopper', 'owner', undefined]],
        );
        const [key] = lines(files, 'keys');
        assert.deepEqual([key?.scopes, 'hash' in (key ?? {})], ['read,write', false]);
        assert.match(text(files, 'quotes.csv'), /^\ufeff?.*number/i);
        assert.equal(text(files, 'quotes.csv').trim().split('\n').length, 5);

        // The issued invoice has a PDF now that nobody had asked for.
        const pdfs = names.filter((name) => name.startsWith('documents/'));
        assert.ok(
          pdfs.some((name) => name.includes(invoice?.number ?? '?')),
          String(pdfs),
        );
        assert.ok(
          pdfs.some((name) => name.includes('CON- a -sent- quote-')),
          String(pdfs),
        );
        assert.ok(pdfs.length >= 3);
        const attachment = files.find(({ name }) => /^attachments\/[0-9a-f]{8}-plans\.txt$/.test(name));
        assert.equal(String(attachment?.content), 'plans');
        assert.equal(
          files
            .find(({ name }) => name === 'logo.png')
            ?.content.subarray(1, 4)
            .toString(),
          'PNG',
        );

        const manifest = JSON.parse(text(files, 'manifest.json'));
        assert.equal(names.at(-1), 'manifest.json');
        assert.deepEqual(
          manifest.files,
          files.slice(0, -1).map(({ name, content }) => ({
            ...{ name, bytes: content.length },
            sha256: createHash('sha256').update(content).digest('hex'),
          })),
        );
        assert.deepEqual([manifest.counts.quotes, manifest.counts.proposals, manifest.missing], [4, 0, []]);
        assert.equal(manifest.account.name, 'Acme & Söhne');
        assert.ok(names.every((name) => !/[<>:"\\|?*]|[. ]$/.test(name)));

        const rows = await listRowsByTable(service().db, account.accountId);
        for (const file of files) {
          for (const secret of [...filled.secrets, ...listSecrets(rows)]) {
            assert.ok(!file.content.includes(secret), `${file.name} has ${secret}`);
          }
          assert.ok(!file.content.includes(other.accountId), file.name);
          assert.ok(!file.content.includes('Of another account'), file.name);
        }
      });

      it('is one moment, although the account changes while it is read', async () => {
        const account = await service().newAccount();
        const { invoices } = await fillAccount(service(), account);
        const start = () =>
          exportAccount({ db: service().db }, account.accountId, { now: service().clock() });
        const parts: Uint8Array[] = [];
        for await (const part of await start()) {
          if (parts.length === 0) {
            await sentQuote(account, { title: 'Made meanwhile' });
            await assert.rejects(start(), { code: 'rate_limited', status: 429 });
          }
          parts.push(part);
        }
        const files = readZip(Buffer.concat(parts));
        assert.equal(lines(files, 'quotes').length, 4);
        const manifest = JSON.parse(text(files, 'manifest.json'));
        assert.equal(manifest.counts.quotes, 4);
        // Without a typesetter, as on the command line, what nobody has opened has no PDF.
        const [invoice] = invoices;
        assert.deepEqual(
          manifest.missing,
          [invoice?.quoteId, invoice?.id].map((id) => ({ id, reason: 'not made yet' })),
        );
        assert.ok(files.every(({ content }) => !content.includes('Made meanwhile')));
      });

      it('ends when the client goes away, and another can begin', async () => {
        const account = await service().newAccount();
        await fillAccount(service(), account);
        const owner = await signIn(service(), { accountId: account.accountId });
        const abort = new AbortController();
        const response = await request(service(), owner, abort.signal);
        assert.equal(response.status, 200);
        abort.abort();
        await until(async () => {
          const again = await request(service(), owner);
          const isOver = again.status === 200;
          if (isOver) readZip(Buffer.from(await again.arrayBuffer()));
          else await again.body?.cancel();
          return isOver;
        });
      });

      it('has everything of a closed account too, with PDFs that are made for it', async () => {
        const account = await service().newAccount({ name: 'Closing' });
        const { number } = await issuedInvoice(account);
        const kinds = ['q', 'i', 'pay', 'pdf', 'unsubscribe'];
        const listLinks = (token: string) =>
          kinds.map((kind) => `${service().url}/${kind}/${token}`).join('\n');
        const { id } = await createQuote(account, { notes: listLinks('t'.repeat(43)) });
        const owner = await signIn(service(), { accountId: account.accountId });
        const closed = await owner.post('/account/close', { name: 'Closing' });
        assert.equal(closed.status, 200, closed.text);
        const files = readZip(await download(service(), owner));
        assert.ok(files.some(({ name }) => name.startsWith('documents/') && name.includes(number)));
        const quote = lines(files, 'quotes').find((one) => one.id === id);
        assert.equal(quote?.notes, listLinks('…'), 'no link opens anything');
        assert.deepEqual(JSON.parse(text(files, 'manifest.json')).missing, []);
      });

      it('is for owners who signed in recently, and for no key', async () => {
        const account = await service().newAccount();
        assert.equal((await account.get('/account/export')).status, 403);
        const { accountId } = account;
        for (const role of ['member', 'reader'] as const) {
          const person = await signIn(service(), { accountId, role });
          assert.equal((await request(service(), person)).status, 403);
        }
        const owner = await signIn(service(), { accountId });
        const page = await owner.page(`/${accountId}/settings/data`);
        const [, href = ''] = /href="([^"]*account\.zip)"/.exec(page.text) ?? [];
        const zip = await fetch(`${service().url}${href}`, { headers: { Cookie: owner.cookie } });
        assert.equal(zip.headers.get('content-type'), 'application/zip');
        assert.equal(readZip(Buffer.from(await zip.arrayBuffer())).at(-1)?.name, 'manifest.json');
        service().clock.advance(16 * MINUTE);
        const late = await request(service(), owner);
        assert.equal(((await late.json()) as Json).code, 'sign_in_again');
        const again = await owner.page(href);
        assert.deepEqual([again.status, again.location?.startsWith('/sign-in?again=1')], [303, true]);
      });

      if (!isFirstEngine) return;

      it('is read by other programs, and a file that was cut off is recognized', async () => {
        const account = await service().newAccount();
        await fillAccount(service(), account);
        const owner = await signIn(service(), { accountId: account.accountId });
        const zip = await download(service(), owner);
        const folder = await newDataFolder('proffer-export-');
        try {
          const file = join(folder, 'account.zip');
          await writeFile(file, zip);
          const { files } = await verifyExport(file);
          const found = await listByProgram(file);
          if (found)
            assert.deepEqual(found.sort(), [...files.map(({ name }) => name), 'manifest.json'].sort());
          await writeFile(file, zip.subarray(0, -1000));
          await assert.rejects(verifyExport(file), /not complete/);
          const broken = Buffer.from(zip);
          broken.writeUInt8(broken.readUInt8(100) ^ 1, 100);
          await writeFile(file, broken);
          await assert.rejects(verifyExport(file), /README\.txt is not what/);
        } finally {
          await rm(folder, { recursive: true });
        }
      });
    },
    { env: OWN_MAILBOX_ENV },
  );
});

/** Lists the files by a program of the system that checks each; `undefined` if there is none. */
async function listByProgram(file: string): Promise<string[] | undefined> {
  const run = promisify(execFile);
  try {
    await run('unzip', ['-tqq', file]);
    const { stdout } = await run('unzip', ['-Z1', file]);
    return stdout.trim().split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function request(service: TestService, { cookie, accountId }: TestPerson, signal?: AbortSignal) {
  const headers = { Cookie: cookie, 'Proffer-Account': accountId };
  return fetch(`${service.url}/api/v1/account/export`, { headers, ...(signal && { signal }) });
}

async function download(service: TestService, owner: TestPerson): Promise<Buffer> {
  const response = await request(service, owner);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

function text(files: readonly ZippedFile[], wanted: string): string {
  return String(files.find(({ name }) => name === wanted)?.content);
}

function lines(files: readonly ZippedFile[], name: string): Record<string, string>[] {
  const all = text(files, `data/${name}.jsonl`);
  return all
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Values of columns with hashes of secrets, and sealed ones. */
function listSecrets(rows: Record<string, object[]>): string[] {
  const sealed = new Set<string>(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`));
  return Object.entries(rows).flatMap(([table, all]) =>
    all.flatMap((row) =>
      Object.entries(row)
        .filter(([column]) => /(^|_)hash$/.test(column) || sealed.has(`${table}.${column}`))
        .flatMap(([, value]) => (value === null ? [] : [String(value)])),
    ),
  );
}
