import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { ConfigError, readConfig } from '../../src/app/config/config.ts';
import { accept, attachmentOf, mailsOf, ok } from '../support/api/customer.ts';
import { downloadEvidence, toParts } from '../support/api/evidence.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { openssl, opensslMissing } from '../support/evidence/openssl.ts';
import { makeSigningCertificate, type SigningCertificate } from '../support/evidence/signing-certificate.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { brokenRules, veraPdfMissing } from '../support/pdf/verapdf.ts';
import { IS_ALL, testAll } from '../support/run/all.ts';
import { command } from '../support/service/command.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

const skip = opensslMissing();
const pdfsig = process.env.PDFSIG_PATH ?? 'pdfsig';

async function startSigning(seal: SigningCertificate): Promise<TestService> {
  const env = { PDF_SIGNING_KEY: seal.key, PDF_SIGNING_CERTIFICATE: seal.certificate };
  // The certificate is valid from now on.
  return startTestService({ env, documents: 'typeset', now: Date.now() });
}

for (const kind of ['rsa', 'ec'] as const) {
  const run = kind === 'rsa' ? it : testAll;
  run(
    `the confirmation is signed once, by a key of ${kind}, and other programs accept it`,
    {
      skip,
    },
    async (t) => {
      const seal = await makeSigningCertificate(kind);
      const service = await startSigning(seal);
      t.after(() => Promise.all([service.close(), seal.remove()]));
      const account = await service.newAccount();
      const quote = await sentQuote(account);
      await accept(quote.publicUrl);
      const zip = await downloadEvidence(account, quote.id);
      const {
        'confirmation.pdf': confirmation,
        'document.pdf': document,
        'README.txt': readme,
      } = toParts(zip);
      assert.ok(confirmation && document);
      assert.ok(!document.includes('/ByteRange'), 'only the confirmation is signed');
      assert.match(String(readme), /confirmation\.pdf\n {2}The document with the record/);
      assert.ok((await wordsOf(new Uint8Array(confirmation))).includes('AdaLovelace'));
      const [, copy] = await mailsOf(service, account);
      assert.ok(copy);
      assert.deepEqual(
        Buffer.from(await attachmentOf(service, account, copy)),
        confirmation,
        'the customer has the same',
      );
      ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another' }));
      assert.deepEqual(await downloadEvidence(account, quote.id), zip);

      const { content, signature } = await splitSignature(confirmation);
      await writeFile(join(seal.folder, 'content'), content);
      await writeFile(join(seal.folder, 'signature'), signature);
      const check = [
        'cms',
        '-verify',
        '-inform',
        'DER',
        '-in',
        'signature',
        '-content',
        'content',
        '-binary',
      ];
      const trusted = ['-CAfile', seal.ca, '-purpose', 'any', '-cades', '-out', '/dev/null'];
      await openssl(seal.folder, ...check, ...trusted);
      await writeFile(join(seal.folder, 'content'), Buffer.concat([content, Buffer.of(0x20)]));
      await assert.rejects(openssl(seal.folder, ...check, ...trusted));
      checkWithPoppler(t, await saved(seal, confirmation));
      // Java takes longer for one file than the rest of the test.
      if (!IS_ALL) return;
      if (veraPdfMissing()) t.diagnostic(`not checked with veraPDF: ${veraPdfMissing()}`);
      else assert.deepEqual(await brokenRules({ confirmation }), { confirmation: [] });
    },
  );
}

it('a certificate that has expired leaves confirmations unsigned, and doctor says so', {
  skip,
}, async (t) => {
  const seal = await makeSigningCertificate('ec', { isExpired: true });
  const service = await startSigning(seal);
  t.after(() => Promise.all([service.close(), seal.remove()]));
  const account = await service.newAccount();
  const quote = await sentQuote(account);
  await accept(quote.publicUrl);
  const parts = toParts(await downloadEvidence(account, quote.id));
  assert.equal(parts['confirmation.pdf'], undefined);
  assert.match(String(parts['README.txt']), /confirmation\.pdf\n {2}Missing: /);
  const env = {
    DATA_DIR: service.config.dataDir,
    PDF_SIGNING_KEY: seal.key,
    PDF_SIGNING_CERTIFICATE: seal.certificate,
  };
  const { stdout } = await command(['doctor'], env);
  assert.match(stdout, /✗ Signing {2}The certificate in PDF_SIGNING_CERTIFICATE was valid until /);
});

it('a key or certificate that cannot be read stops the start by its name', { skip }, async (t) => {
  const [one, other] = [await makeSigningCertificate('ec'), await makeSigningCertificate('ec')];
  t.after(() => Promise.all([one.remove(), other.remove()]));
  const fails = (env: Record<string, string>, message: RegExp) =>
    assert.throws(
      () => readConfig(env),
      (error: Error) => error instanceof ConfigError && message.test(error.message),
    );
  const both = { PDF_SIGNING_KEY: one.key, PDF_SIGNING_CERTIFICATE: one.certificate };
  assert.equal(readConfig(both).pdfSigningCertificate?.[0]?.subject, 'O=Acme Ltd\nCN=Acme seal');
  const inline = (await readFile(one.key, 'utf8')).replaceAll('\n', '\\n');
  assert.ok(readConfig({ ...both, PDF_SIGNING_KEY: inline }).pdfSigningKey);
  fails({ ...both, PDF_SIGNING_KEY: join(one.folder, 'none') }, /^PDF_SIGNING_KEY: must .*ENOENT/);
  fails({ ...both, PDF_SIGNING_KEY: one.certificate }, /^PDF_SIGNING_KEY: must contain a private key/);
  fails({ ...both, PDF_SIGNING_CERTIFICATE: one.key }, /^PDF_SIGNING_CERTIFICATE: must contain certificates/);
  fails({ ...both, PDF_SIGNING_CERTIFICATE: other.certificate }, /^PDF_SIGNING_CERTIFICATE: must begin with/);
  fails({ PDF_SIGNING_KEY: one.key }, /^PDF_SIGNING_CERTIFICATE: must be set together/);
  fails({ PDF_SIGNING_CERTIFICATE: one.certificate }, /^PDF_SIGNING_KEY: must be set together/);
  fails({ TIMESTAMP_CA: one.key }, /^TIMESTAMP_CA: must contain certificates/);
});

/** Reads what is signed and the signature, as the file itself states. */
async function splitSignature(pdf: Buffer): Promise<{ content: Buffer; signature: Buffer }> {
  const text = pdf.toString('latin1');
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text)?.slice(1).map(Number) ?? [];
  const [first = 0, length = 0, second = 0, rest = 0] = range;
  assert.deepEqual([first, second + rest], [0, pdf.length]);
  const hex = text.slice(length + 1, second - 1);
  assert.match(text.slice(length, second), /^<[0-9a-f]+>$/);
  return {
    content: Buffer.concat([pdf.subarray(0, length), pdf.subarray(second)]),
    signature: Buffer.from(hex, 'hex'),
  };
}

async function saved({ folder }: SigningCertificate, pdf: Buffer): Promise<string> {
  const file = join(folder, 'confirmation.pdf');
  await writeFile(file, pdf);
  return file;
}

function checkWithPoppler(t: TestContext, file: string): void {
  const { error, stdout } = spawnSync(pdfsig, ['-nocert', file], { encoding: 'utf8' });
  if (error) {
    t.diagnostic('not checked with pdfsig: there is none here');
    return;
  }
  assert.match(stdout, /Signature Validation: Signature is Valid\./);
  assert.match(stdout, /Signature Type: ETSI\.CAdES\.detached/);
  assert.match(stdout, /Total document signed/);
}
