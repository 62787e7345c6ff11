import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { canonicalize } from '../../src/actions/agreement/evidence/canonical-json.ts';
import { readBundle } from '../../src/actions/agreement/evidence/read-bundle.ts';
import { verifyBundle } from '../../src/actions/agreement/evidence/verify-bundle.ts';
import { createZip } from '../../src/actions/invoices/archive/zip.ts';
import { accept, decline, ok } from '../support/api/customer.ts';
import { downloadEvidence, readEvidence, toParts } from '../support/api/evidence.ts';
import { createQuote, ITEM, sentQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Json } from '../support/service/client.ts';
import { command } from '../support/service/command.ts';
import { describeService, startTestService, type TestService } from '../support/service/service.ts';

const PARTS = ['document.pdf', 'acceptance.json', 'acceptance.jws', 'jwks.json', 'README.txt'];

describeService(
  (service) => {
    it('has the document, the record, its signature and the key of an acceptance', async () => {
      const account = await service().newAccount();
      const quote = await sentQuote(account, {
        items: [ITEM, { ...ITEM, optional: true }],
      });
      await accept(quote.publicUrl, 'Zoë \u{1f600} "X"');
      const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
      const parts = await readEvidence(account, quote.id);
      assert.deepEqual(Object.keys(parts), PARTS);
      assert.equal(sha256(parts['document.pdf']), record.documentSha256);
      assert.equal(String(parts['acceptance.json']), canonicalize(record));
      assert.ok(isSigned(parts));
      const published = await keysOf(service());
      const [key] = JSON.parse(String(parts['jwks.json'])).keys;
      assert.ok(published.some((other) => canonicalize(other) === canonicalize(key)));
      const { crv, kty, x, y } = key;
      assert.equal(
        key.kid,
        createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'),
      );
      assert.doesNotMatch(String(parts['README.txt']), /first asked for/);
      const changed = {
        ...parts,
        'acceptance.json': Buffer.from(String(parts['acceptance.json']).replace('Zoë', 'Zoe')),
      };
      assert.ok(!isSigned(changed));
    });

    it('never changes, also after an edit and with another key, and is that of the last decision', async () => {
      const account = await service().newAccount();
      const quote = await sentQuote(account);
      await accept(quote.publicUrl);
      const first = await downloadEvidence(account, quote.id);
      ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another' }));
      const before = await keysOf(service());
      const rotated = await rotate(service());
      assert.deepEqual(await downloadEvidence(account, quote.id), first);
      assert.deepEqual(
        (await keysOf(service())).map(({ kid }) => kid).sort(),
        [...before.map(({ kid }) => kid), rotated].sort(),
      );

      service().clock.advance(1000);
      ok(await account.post(`/quotes/${quote.id}/send`));
      await decline(ok(await account.get(`/quotes/${quote.id}`)).publicUrl, 'Too late');
      const parts = await readEvidence(account, quote.id);
      assert.deepEqual(Object.keys(parts), PARTS);
      const record = JSON.parse(String(parts['acceptance.json']));
      assert.deepEqual([record.decision, record.reason], ['DECLINED', 'Too late']);
      assert.equal(JSON.parse(String(parts['jwks.json'])).keys[0].kid, rotated);
      assert.ok(isSigned(parts));
    });

    it('says what it lacks when the business recorded the decision', async () => {
      const account = await service().newAccount();
      const quote = await createQuote(account);
      ok(await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
      const parts = await readEvidence(account, quote.id);
      assert.deepEqual(Object.keys(parts), PARTS.slice(1));
      assert.match(String(parts['README.txt']), /document\.pdf\n {2}Missing: /);
    });

    it('of an earlier version is signed once, when somebody asks for it, and says so', async () => {
      const account = await service().newAccount();
      const quote = await sentQuote(account);
      await accept(quote.publicUrl);
      await service().db.write((tx) =>
        tx.run(
          'UPDATE decisions SET record = NULL, jws = NULL, kid = NULL, signed_at = NULL, is_late = NULL WHERE quote_id = ?',
          quote.id,
        ),
      );
      service().clock.advance(5000);
      const [first, second] = await Promise.all([
        downloadEvidence(account, quote.id),
        downloadEvidence(account, quote.id),
      ]);
      assert.deepEqual(first, second);
      const parts = toParts(first);
      assert.ok(isSigned(parts));
      const asked = new Date(service().clock()).toISOString();
      assert.ok(String(parts['README.txt']).includes(`first asked for, at ${asked}`));
    });

    it('is not verified with a part twice, or with one that it never had', async () => {
      const account = await service().newAccount();
      const quote = await sentQuote(account);
      await accept(quote.publicUrl);
      const parts = await readEvidence(account, quote.id);
      const zipWith = async (name: string): Promise<Buffer> => {
        const entries = async function* () {
          for (const [part, content] of [...Object.entries(parts), [name, Buffer.of(1)] as const])
            yield { name: part, content, date: '2026-03-10' };
        };
        return buffer(createZip(entries()));
      };
      for (const [name, verdict] of [
        ['acceptance.tsr', 'other'],
        ['confirmation.pdf', 'other'],
        ['acceptance.jwt', 'unknown'],
      ]) {
        const verified = await verifyBundle(service().db.read, readBundle(await zipWith(name ?? '')));
        const found = verified.parts.filter((part) => part.verdict !== 'same');
        assert.deepEqual(found, [{ name, verdict }]);
      }
      const twice = (await zipWith('acceptance.jwt')).toString('latin1').replaceAll('.jwt', '.jws');
      assert.throws(() => readBundle(Buffer.from(twice, 'latin1')), /two files acceptance\.jws/);
    });

    it('is a download on the page of the quote, for owners and members, also after an edit', async () => {
      const account = await service().newAccount();
      const quote = await sentQuote(account);
      const { accountId } = account;
      const page = `/${accountId}/quotes/${quote.id}`;
      const [member, reader] = [
        await signIn(service(), { accountId, role: 'member' }),
        await signIn(service(), { accountId, role: 'reader' }),
      ];
      const link = `href="${page}/evidence"`;
      assert.ok(!(await member.page(page)).text.includes(link));
      await accept(quote.publicUrl);
      ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another' }));
      assert.ok((await member.page(page)).text.includes(link));
      assert.ok(!(await reader.page(page)).text.includes(link));
      const { status, headers } = await member.page(`${page}/evidence`);
      assert.deepEqual([status, headers.get('Content-Type')], [200, 'application/zip']);
      assert.match(headers.get('Content-Disposition') ?? '', new RegExp(`evidence-${quote.number}\\.zip`));
      assert.equal((await reader.page(`${page}/evidence`)).status, 403);
    });

    it('is for keys that may write, owners and members, and for decided quotes', async () => {
      const account = await service().newAccount();
      const quote = await sentQuote(account);
      const path = `/quotes/${quote.id}/evidence`;
      const refused = await account.get(path);
      assert.deepEqual([refused.status, refused.body.code], [409, 'quote_not_decided']);
      assert.equal((await account.get('/quotes/quo_01jzy3v1m2c5k8w0q4r7t9x6ab/evidence')).status, 404);
      await accept(quote.publicUrl);
      const other = await service().newAccount();
      assert.equal((await other.get(path)).status, 404);
      const { accountId } = account;
      for (const scopes of ['read', 'draft'] as const) {
        const { secret } = await service().newKey(accountId, scopes);
        assert.equal((await service().client(secret).get(path)).status, 403, scopes);
      }
      for (const [role, status] of [
        ['owner', 200],
        ['member', 200],
        ['reader', 403],
      ] as const) {
        const person = await signIn(service(), { accountId, role });
        assert.equal((await person.get(path)).status, status, role);
      }
      const { status, headers, bytes } = await account.request('HEAD', path);
      assert.deepEqual([status, headers.get('Content-Type'), bytes?.length], [200, 'application/zip', 0]);
    });
  },
  { env: { PROFFER_SECRET: 'a secret of the tests of evidence, 0123456789' } },
);

it('has no signature on PostgreSQL without PROFFER_SECRET, and says why', async (t) => {
  const service = await startTestService({ engine: 'postgres' });
  t.after(() => service.close());
  const account = await service.newAccount();
  const quote = await sentQuote(account);
  await accept(quote.publicUrl);
  const parts = await readEvidence(account, quote.id);
  assert.deepEqual(
    Object.keys(parts),
    PARTS.filter((name) => name !== 'acceptance.jws'),
  );
  assert.match(String(parts['README.txt']), /PostgreSQL without PROFFER_SECRET/);
  assert.deepEqual(await keysOf(service), []);
});

function isSigned(parts: Record<string, Buffer>): boolean {
  const [head = '', payload, signature = ''] = String(parts['acceptance.jws']).split('.');
  assert.equal(payload, '');
  const [key] = JSON.parse(String(parts['jwks.json'])).keys;
  const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  assert.deepEqual([alg, kid], ['ES256', key.kid]);
  return verify(
    'sha256',
    Buffer.from(`${head}.${parts['acceptance.json']?.toString('base64url')}`),
    { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

async function keysOf({ url }: TestService): Promise<Json[]> {
  const response = await fetch(`${url}/.well-known/jwks.json`);
  assert.equal(response.status, 200);
  return ((await response.json()) as Json).keys;
}

async function rotate({ config }: TestService): Promise<string> {
  const { dataDir: DATA_DIR, databaseUrl, secret } = config;
  const env = {
    DATA_DIR,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(secret && { PROFFER_SECRET: secret }),
  };
  const { code, stdout, stderr } = await command(['secrets', 'rotate-signing-key', '--json'], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).kid;
}

function sha256(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
}
