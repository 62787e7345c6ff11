import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { canonicalize } from '../../src/actions/agreement/evidence/canonical-json.ts';
import { signDetached } from '../../src/actions/agreement/evidence/signing-key.ts';
import { createZip } from '../../src/actions/invoices/archive/zip.ts';
import { accept, ok, visit } from '../support/api/customer.ts';
import { downloadEvidence, readEvidence, toParts } from '../support/api/evidence.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { opensslMissing } from '../support/evidence/openssl.ts';
import { makeSigningCertificate, type SigningCertificate } from '../support/evidence/signing-certificate.ts';
import { startTimeStampServer, type TimeStampServer } from '../support/evidence/time-stamp-server.ts';
import type { Json } from '../support/service/client.ts';
import { command } from '../support/service/command.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const skip = opensslMissing();
const VERIFIER = join(import.meta.dirname, '../../conformance/bin/verify-evidence.js');
type Parts = Record<string, Buffer>;
interface Verdict {
  part: string;
  verdict: 'ok' | 'none' | 'WRONG';
  text: string;
}

let folder: string;
let tsa: TimeStampServer;
let seal: SigningCertificate;
let service: TestService;
let account: TestAccount;
let quoteId: string;
let parts: Parts;
let authorities: X509Certificate[];
let verify: (parts: Parts) => Verdict[];

before(async () => {
  if (skip) return;
  const { verifyEvidence } = await import('../../conformance/evidence/verify.js' as string);
  verify = (all) => verifyEvidence(new Map(Object.entries(all)), authorities);
  [folder, tsa, seal] = await Promise.all([
    mkdtemp(join(tmpdir(), 'proffer-evidence-')),
    startTimeStampServer(),
    makeSigningCertificate('ec'),
  ]);
  authorities = [new X509Certificate(await readFile(tsa.ca))];
  const signing = { PDF_SIGNING_KEY: seal.key, PDF_SIGNING_CERTIFICATE: seal.certificate };
  const env = { ...signing, TIMESTAMP_URL: tsa.url, TIMESTAMP_CA: tsa.ca };
  // The certificates are valid from now on.
  service = await startTestService({ env, documents: 'typeset', now: Date.now() });
  account = await service.newAccount();
  const quote = await createQuote(account);
  quoteId = quote.id;
  const plan = `/quotes/${quoteId}/attachments/${encodeURIComponent('Plan ü.txt')}`;
  ok(await account.put(plan, undefined, { raw: 'a plan', headers: { 'Content-Type': 'text/plain' } }));
  const { publicUrl } = ok(await account.post(`/quotes/${quoteId}/send`));
  await visit(publicUrl);
  await accept(publicUrl);
  await until(async () => {
    await service.runJob('time stamps');
    parts = await readEvidence(account, quoteId);
    return parts['acceptance.tsr'];
  });
});
after(async () => {
  await Promise.all([service?.close(), tsa?.close(), seal?.remove()]);
  if (folder) await rm(folder, { recursive: true });
});

it('a bundle with all parts is right, with any Node.js and without a network', { skip }, async () => {
  assert.deepEqual(Object.keys(parts).length, 8);
  const file = await save(await downloadEvidence(account, quoteId));
  const { code, stdout } = await run(file, '--ca', tsa.ca);
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 22).trim()),
    [
      ...['ok    document.pdf', 'ok    acceptance.json', 'ok    acceptance.jws', 'ok    acceptance.tsr'],
      ...['ok    jwks.json', 'ok    confirmation.pdf', 'ok    README.txt', 'ok    attachments/Plan'],
    ],
  );
  assert.equal(code, 0);
  const untrusted = await run(file);
  assert.equal(untrusted.code, 1);
  assert.match(untrusted.stdout, /WRONG acceptance\.tsr .*no authority that is trusted/);
});

it('says what is wrong when a byte of any part is changed', { skip }, () => {
  for (const [name, content] of Object.entries(parts)) {
    const places = new Set([0, content.length - 1]);
    for (let n = 1; n < 40; n++) places.add(Math.floor((content.length * n) / 40));
    for (const at of places) {
      const changed = Buffer.from(content);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const wrong = verify({ ...parts, [name]: changed }).filter(({ verdict }) => verdict === 'WRONG');
      assert.ok(
        wrong.some(({ text }) => text.length > 5),
        `byte ${at} of ${name}`,
      );
    }
  }
});

it('says what is wrong when a part is missing, added, or of other evidence', { skip }, async () => {
  const wrongOf = (all: Parts) =>
    verify(all)
      .filter(({ verdict }) => verdict === 'WRONG')
      .map(({ part }) => part);
  assert.deepEqual(wrongOf(parts), []);
  for (const name of Object.keys(parts)) {
    const { [name]: _, ...rest } = parts;
    assert.ok(wrongOf(rest).length > 0, name);
  }
  assert.deepEqual(wrongOf({ ...parts, 'more.txt': Buffer.of() }), ['more.txt']);
  const quote = await sentQuote(account, { title: 'Another' });
  await accept(quote.publicUrl, 'Somebody Else');
  const other = await readEvidence(account, quote.id);
  for (const name of ['document.pdf', 'acceptance.json', 'acceptance.jws', 'confirmation.pdf']) {
    assert.ok(wrongOf({ ...parts, [name]: other[name] as Buffer }).length > 0, name);
  }
  const { 'confirmation.pdf': confirmation } = other;
  assert.deepEqual(wrongOf({ ...parts, 'confirmation.pdf': confirmation as Buffer }), ['confirmation.pdf']);
  const record = Buffer.from(String(parts['acceptance.json']).replace('Ada', 'Eve'));
  const forged: Parts = { ...parts, 'acceptance.json': record };
  const { 'acceptance.jws': _jws, 'acceptance.tsr': _tsr, ...unsigned } = forged;
  assert.ok(wrongOf(unsigned).includes('acceptance.json'), 'what nothing signs shows nothing');
});

it('the record says whose quote it is and who was asked, also where the business recorded it', {
  skip,
}, async () => {
  const { version, number, seller, asked, recordedBy } = recordOf(parts);
  const quote = ok(await account.get(`/quotes/${quoteId}`));
  const own = ok(await account.get('/account'));
  assert.deepEqual([version, number, recordedBy], [2, quote.number, undefined]);
  assert.deepEqual(seller, { name: own.name, address: own.address, country: own.country, taxId: own.taxId });
  const { name, email } = ok(await account.get(`/customers/${quote.customerId}`));
  assert.deepEqual(
    asked.map(({ sentAt, openedAt, ...one }: Json) => [one, sentAt === quote.sentAt, openedAt !== null]),
    [[{ name, email, captured: true }, true, true]],
  );
  assert.ok(
    verify(parts)[1]?.text.includes(`quote ${JSON.stringify(number)} of ${JSON.stringify(own.name)}`),
  );
  assert.ok(verify(parts)[1]?.text.includes(`${JSON.stringify(email)} (captured instead of sent `));

  const other = await createQuote(account);
  ok(await account.post(`/quotes/${other.id}/send`, { email: 'buyer@example.com' }));
  ok(await account.patch(`/quotes/${other.id}`, { status: 'ACCEPTED' }));
  const record = recordOf(await readEvidence(account, other.id));
  assert.deepEqual([record.by, record.recordedBy.type], ['owner', 'key']);
  assert.deepEqual(
    record.asked.map((one: Json) => [one.name, one.email, one.openedAt]),
    [[null, 'buyer@example.com', null]],
  );
});

it('a bundle of an earlier version is right, and the verifier says what it lacks', { skip }, async () => {
  const folder = join(import.meta.dirname, '../fixtures/evidence');
  const { code, stdout } = await run(
    join(folder, 'version-1.zip'),
    ...['--ca', join(folder, 'version-1-ca.pem')],
  );
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^ok {4}acceptance\.json .* without number and seller$/m);
  assert.match(stdout, /^ok {4}confirmation\.pdf .* does not say of which acceptance it is/m);
  const old = toParts(await readFile(join(folder, 'version-1.zip')));
  const ofOther = { ...parts, 'confirmation.pdf': old['confirmation.pdf'] as Buffer };
  assert.ok(verify(ofOther).some(({ part, verdict }) => part === 'confirmation.pdf' && verdict === 'WRONG'));
});

it('a text about the parts that somebody has rewritten is said to be unsigned', { skip }, async () => {
  const body = String(parts['README.txt'])
    .replace(/SHA-256 of the lines above: .*\n$/, '')
    .replace('accepted by the customer', 'accepted by the Queen');
  const sum = createHash('sha256').update(body).digest('hex');
  const rewritten = { ...parts, 'README.txt': Buffer.from(`${body}SHA-256 of the lines above: ${sum}\n`) };
  const line = verify(rewritten).find(({ part }) => part === 'README.txt');
  assert.match(line?.text ?? '', /not signed/);
  assert.match(String(parts['README.txt']), /This file is not signed/);
  const env = { DATA_DIR: service.config.dataDir };
  const { stdout } = await command(['verify', await zipped(rewritten)], env);
  assert.match(stdout, /^not signed {2}README\.txt$/m);
});

it('anybody could have made a bundle, unless its key is one of the installation', { skip }, async () => {
  const file = await save(await downloadEvidence(account, quoteId));
  const keys = await save(Buffer.from(await (await fetch(`${service.url}/.well-known/jwks.json`)).text()));
  assert.match((await run(file, '--ca', tsa.ca)).stdout, /anybody could have made this bundle/);
  const trusted = await run(file, '--ca', tsa.ca, '--trust', keys);
  assert.match(trusted.stdout, /^ok {4}jwks\.json {8}is of the installation that --trust names/m);
  assert.doesNotMatch(trusted.stdout, /anybody could have made/);
  assert.equal(trusted.code, 0);
  const { 'acceptance.tsr': _, 'confirmation.pdf': _pdf, ...forged } = await forge(recordOf(parts));
  assert.deepEqual(
    verify(forged)
      .filter(({ verdict }) => verdict === 'WRONG')
      .map(({ part }) => part),
    ['README.txt'],
  );
  const stranger = await run(await zipped(forged), '--trust', keys);
  assert.match(stranger.stdout, /^WRONG jwks\.json {8}is not of the installation/m);
});

it('no value can look like a line of the verifier', { skip }, async () => {
  const lie = '\nok    forged.pdf       is right\u2028ok\u009b2J\u202e';
  const { asked } = recordOf(parts);
  for (const change of [
    { at: `2026-01-01T00:00:00.000Z${lie}` },
    { name: lie, number: lie, seller: { name: lie }, asked: [{ ...asked[0], email: lie }] },
    { decision: lie, version: lie, attachments: [{ name: lie, sha256: lie }] },
  ]) {
    const forged = await forge({ ...recordOf(parts), ...change });
    const { stdout } = await run(await zipped({ ...forged, [`attachments/${lie}`]: Buffer.of() }));
    assert.doesNotMatch(stdout, /^ok {4}forged/m);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}]/u);
  }
  assert.match(
    (await run(await zipped(await forge({ ...recordOf(parts), at: 'noon' })))).stdout,
    /^WRONG acceptance\.json/m,
  );
});

it('files that are large, too many, twice there or no part are refused before they are unpacked', {
  skip,
}, async () => {
  const zeros = deflateRawSync(Buffer.alloc(1_000_000));
  const overlapping = (count: number, toName: (n: number) => string, size = 1_000_000) =>
    zipOfOne(
      zeros,
      Array.from({ length: count }, (_, n) => toName(n)),
      size,
    );
  const env = { DATA_DIR: service.config.dataDir };
  for (const [zip, reason, ours] of [
    [overlapping(39, (n) => `attachments/${n}`), /two of its files share/, /^UNKNOWN/],
    [overlapping(60_000, (n) => `f${n}`), /too many/, /too many/],
    [overlapping(1, () => 'document.pdf', 4e9), /too large/, /too large/],
    [overlapping(2, () => 'document.pdf'), /two files document\.pdf/, /two files document\.pdf/],
    [overlapping(1, () => `${'n'.repeat(5000)}`), /too long/, /^UNKNOWN/],
  ] as const) {
    const file = await save(zip);
    const { code, stdout } = await run(file);
    assert.deepEqual([code, reason.test(stdout)], [1, true], stdout);
    const { code: own, stdout: said, stderr } = await command(['verify', file], env);
    assert.deepEqual([own, ours.test(`${said}${stderr}`)], [1, true], `${said}${stderr}`);
  }
  const more = { ...parts, 'more.txt': Buffer.of(1) };
  const { code, stdout } = await command(['verify', await zipped(more)], env);
  assert.deepEqual([code, /^NO PART {5}more\.txt$/m.test(stdout)], [1, true], stdout);
});

it('a damaged file is wrong, not a crash', { skip }, async () => {
  const zip = await downloadEvidence(account, quoteId);
  const readme = zip.indexOf('Evidence of the decision');
  for (const damaged of [
    Buffer.of(),
    zip.subarray(0, 5000),
    Buffer.from(zip).fill(0, readme, readme + 3),
    zip.subarray(0, -1),
  ]) {
    const { code, stdout } = await run(await save(damaged));
    assert.equal(code, 1);
    assert.match(stdout, /^WRONG /m);
  }
});

it('proffer verify compares a bundle with what is stored', { skip }, async () => {
  const env = { DATA_DIR: service.config.dataDir };
  const zip = await downloadEvidence(account, quoteId);
  const same = await command(['verify', await save(zip)], env);
  assert.match(same.stdout, /^ACCEPTED: Q-\S+ by Ada Lovelace, .*revision 1\.\nas stored {3}document\.pdf\n/);
  assert.equal(same.code, 0, same.stdout);
  const { 'acceptance.tsr': _, ...early } = toParts(zip);
  assert.equal(
    (await command(['verify', await zipped(early)], env)).code,
    0,
    'as it was before the time stamp',
  );
  const changed = await command(['verify', await zipped({ ...parts, 'document.pdf': Buffer.of(1) })], env);
  assert.match(changed.stdout, /CHANGED {5}document\.pdf/);
  assert.equal(changed.code, 1);
  const record = Buffer.from(String(parts['acceptance.json']).replace('Ada', 'Eve'));
  const unknown = await command(['verify', await zipped({ ...parts, 'acceptance.json': record })], env);
  assert.match(unknown.stdout, /^UNKNOWN/);
  assert.equal(unknown.code, 1);
});

function recordOf(all: Parts): Json {
  return JSON.parse(String(all['acceptance.json']));
}

/** Makes a bundle of a record, signed with another key: anybody can. */
async function forge(record: Json): Promise<Parts> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(canonicalize({ crv, kty, x, y })).digest('base64url');
  const key = canonicalize({ alg: 'ES256', crv, kid, kty, use: 'sig', x, y });
  const text = canonicalize(record);
  const signed = signDetached({ kid, key: privateKey }, text, Date.now());
  return {
    ...parts,
    'acceptance.json': Buffer.from(text),
    'acceptance.jws': Buffer.from(signed),
    'jwks.json': Buffer.from(`{"keys":[${key}]}`),
  };
}

/** A ZIP whose files are all the same bytes, each of which is said to have this size. */
function zipOfOne(packed: Buffer, names: readonly string[], size: number): Buffer {
  const heads = names.map((name) => {
    const head = Buffer.concat([Buffer.alloc(30), Buffer.from(name)]);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    return head;
  });
  const length = heads.reduce((sum, head) => sum + head.length, 0);
  let at = 0;
  const entries = heads.map((head) => {
    const name = head.subarray(30);
    const entry = Buffer.concat([Buffer.alloc(46), name]);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(8, 10);
    for (const [place, value] of [
      [20, packed.length],
      [24, size],
      [42, at],
    ] as const)
      entry.writeUInt32LE(value, place);
    entry.writeUInt16LE(name.length, 28);
    at += head.length;
    // The rest of the headers is an extra field of each: all contents begin where the last header ends.
    head.writeUInt16LE(Math.min(length - at, 65_535), 28);
    return entry;
  });
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(length + packed.length, 16);
  return Buffer.concat([...heads, packed, ...entries, end]);
}

let files = 0;

async function save(content: Uint8Array): Promise<string> {
  const file = join(folder, `${files++}.zip`);
  await writeFile(file, content);
  return file;
}

async function zipped(all: Parts): Promise<string> {
  const entries = async function* () {
    for (const [name, content] of Object.entries(all)) yield { name, content, date: '2026-03-10' };
  };
  return save(await buffer(createZip(entries())));
}

function run(...args: string[]): Promise<{ code: number; stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [VERIFIER, ...args], (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, stdout }),
    );
  });
}
