import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { type MailDesk, startMailDesk } from '../support/mail/mail-desk.ts';
import { OWN_HOST, type OwnMailServer, startOwnServer } from '../support/mail/own-server.ts';
import { liveAccount, mailsSince } from '../support/mail/sendings.ts';
import { readMail } from '../support/mail/smtp-servers.ts';
import { verifyDkim } from '../support/mail/verify-dkim.ts';
import { command } from '../support/service/command.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const PUBLIC_URL = 'https://quotes.acme.example';

describe('what is sent by SMTP_URL with a DKIM key', () => {
  const keyFile = join(tmpdir(), `proffer-dkim-${process.pid}.pem`);
  const DKIM = {
    MAIL_DKIM_DOMAIN: 'acme.example',
    MAIL_DKIM_SELECTOR: 'proffer',
    MAIL_DKIM_KEY: keyFile,
  };
  let desk: MailDesk;
  let own: OwnMailServer;
  let service: TestService;

  before(async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    writeFileSync(keyFile, privateKey, { mode: 0o600 });
    [desk, own] = await Promise.all([startMailDesk(), startOwnServer()]);
    service = await startTestService({
      env: {
        ...DKIM,
        SMTP_URL: desk.url,
        MAIL_FROM: 'Acme <quotes@acme.example>',
        PUBLIC_URL,
        MAIL_PRIVATE_HOSTS: OWN_HOST,
        PROFFER_SECRET: 's'.repeat(40),
      },
      smtp: own.smtp,
    });
  });
  after(async () => {
    await service?.close();
    await Promise.all([desk?.close(), own?.close()]);
    rmSync(keyFile, { force: true });
  });

  it('is signed, comes from MAIL_FROM, and bounces go there and to nobody else', async () => {
    const { stdout } = await command(['mail', 'dns', '--json'], DKIM);
    const [record] = JSON.parse(stdout).data;
    assert.deepEqual([record.type, record.name], ['TXT', 'proffer._domainkey.acme.example']);
    const api = await liveAccount(service);
    ok(await api.patch('/account', { email: 'owner@nordlicht.test', replyTo: 'desk@nordlicht.test' }));
    const { id } = await sentQuote(api);
    ok(await api.post(`/quotes/${id}/remind`));
    ok(await api.post(`/quotes/${id}/messages`, { text: 'Hello' }));
    await service.runJob('outbox');
    const parsed = await mailsSince(desk, 0);
    assert.equal(parsed.length, 3);
    for (const [index, { from, source }] of desk.mails.entries()) {
      const { isValid, domain, fields } = verifyDkim(source, record.value);
      assert.deepEqual([isValid, domain, from], [true, 'acme.example', 'quotes@acme.example']);
      assert.match(parsed[index]?.messageId ?? '', /^<[^@]+@acme\.example>$/);
      assert.equal(parsed[index]?.from?.address, 'quotes@acme.example');
      assert.equal(parsed[index]?.replyTo?.[0]?.address, 'desk@nordlicht.test');
      assert.doesNotMatch(source.toString('latin1'), /^(?:Return-Path|Sender|Errors-To):/im);
      const isReminder = /is valid until/.test(parsed[index]?.subject ?? '');
      for (const name of ['list-unsubscribe', 'list-unsubscribe-post']) {
        // The last name of a field stands for its absence.
        assert.equal(fields.filter((field) => field === name).length, isReminder ? 2 : 1, name);
      }
    }
  });

  it('does not concern an account with its own mail server, whose bounces go to its own address', async () => {
    const api = await liveAccount(service);
    const { cookie, put } = await signIn(service, { accountId: api.accountId });
    const headers = { Cookie: `__Host-${cookie}`, Origin: PUBLIC_URL };
    const atFirst = desk.mails.length;
    ok(await put('/mail-account', own.input, { headers }));
    await service.runJob('outbox');
    await until(() => desk.mails.length > atFirst);
    assert.equal(desk.mails.length, atFirst + 1, 'the owner is told by SMTP_URL');
    ok(await api.patch('/account', { email: 'owner@nordlicht.test' }));
    const [before, received] = [desk.mails.length, own.received.length];
    const { id } = await sentQuote(api);
    ok(await api.post(`/quotes/${id}/remind`));
    const sent = own.received.slice(received);
    assert.deepEqual([sent.length, desk.mails.length], [2, before]);
    for (const { from, source } of sent) {
      const { messageId, from: author } = await readMail(source);
      assert.deepEqual([from, author?.address], [own.input.from, own.input.from]);
      assert.match(messageId ?? '', /^<[^@]+@acme\.test>$/);
      assert.doesNotMatch(source.toString('latin1'), /^(?:DKIM-Signature|Return-Path|Sender|Errors-To):/im);
    }
    assert.match(sent[1]?.source.toString('latin1') ?? '', /^List-Unsubscribe-Post: /m);
  });

  it('has its record printed as a table, and without a key the command says what to set', async () => {
    const { stdout } = await command(['mail', 'dns'], DKIM);
    assert.match(stdout, /^TXT +proffer\._domainkey\.acme\.example +v=DKIM1; k=rsa; p=[\w+/=]+ *$/m);
    const { code, stderr } = await command(['mail', 'dns']);
    assert.equal(code, 1);
    assert.match(stderr, /^proffer: there is no key to publish: set MAIL_DKIM_DOMAIN, /);
  });
});
