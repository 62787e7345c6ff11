import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { createZip } from '../../src/actions/invoices/archive/zip.ts';
import { accept } from '../support/api/customer.ts';
import { downloadEvidence, readEvidence, toParts } from '../support/api/evidence.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { opensslMissing } from '../support/evidence/openssl.ts';
import { makeSigningCertificate, type SigningCertificate } from '../support/evidence/signing-certificate.ts';
import { startTimeStampServer, type TimeStampServer } from '../support/evidence/time-stamp-server.ts';
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
  const quote = await sentQuote(account);
  quoteId = quote.id;
  await accept(quote.publicUrl);
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
  assert.deepEqual(Object.keys(parts).length, 7);
  const file = await save(await downloadEvidence(account, quoteId));
  const { code, stdout } = await run(file, '--ca', tsa.ca);
  assert.deepEqual(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 22).trim()),
    [
      ...['ok    document.pdf', 'ok    acceptance.json', 'ok    acceptance.jws', 'ok    acceptance.tsr'],
      ...['ok    jwks.json', 'ok    confirmation.pdf', 'ok    README.txt'],
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
  for (const name of ['document.pdf', 'acceptance.json', 'acceptance.jws']) {
    assert.ok(wrongOf({ ...parts, [name]: other[name] as Buffer }).length > 0, name);
  }
  const record = Buffer.from(String(parts['acceptance.json']).replace('Ada', 'Eve'));
  const forged: Parts = { ...parts, 'acceptance.json': record };
  const { 'acceptance.jws': _jws, 'acceptance.tsr': _tsr, ...unsigned } = forged;
  assert.ok(wrongOf(unsigned).includes('acceptance.json'), 'what nothing signs shows nothing');
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
