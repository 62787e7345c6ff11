import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { examineInstallation } from '../src/actions/installation/examine.ts';
import type { Examined } from '../src/actions/installation/examined.ts';
import { type Finding, isEverythingFine } from '../src/actions/installation/finding.ts';
import { createTextLookup } from '../src/adapters/net/look-up-texts.ts';
import { readConfig } from '../src/app/config/config.ts';
import { createQuote } from './support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from './support/browser/browser-page.ts';
import { sharedChromium } from './support/browser/shared-chromium.ts';
import { expectValidHtml } from './support/console/pages.ts';
import { signIn } from './support/console/sign-in.ts';
import { type DnsServer, startDnsServer } from './support/mail/dns-server.ts';
import { selfSigned } from './support/mail/self-signed.ts';
import { testAll } from './support/run/all.ts';
import { proffer } from './support/service/cli.ts';
import { HOUR } from './support/service/clock.ts';
import { command } from './support/service/command.ts';
import { readServiceSealing } from './support/service/sealing.ts';
import { describeService, startTestService, type TestService } from './support/service/service.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const PUBLISHED = createPublicKey(PEM).export({ type: 'spki', format: 'der' }).toString('base64');

let folder: string;
let dns: DnsServer;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proffer-doctor-'));
  dns = await startDnsServer({
    'good.example': ['something else', 'v=spf1 include:mail.example -all'],
    '_dmarc.good.example': ['v=DMARC1; p=reject'],
    'proffer._domainkey.good.example': [`v=DKIM1; k=rsa; p=${PUBLISHED}`],
    'other._domainkey.good.example': ['v=DKIM1; k=rsa; p=MIIBIjAN'],
    'twice.example': ['v=spf1 a -all', 'v=spf1 mx -all'],
  });
});
after(async () => {
  dns.close();
  await rm(folder, { recursive: true, force: true });
});

describeService((service) => {
  /** Examines the installation with other settings. */
  async function examine(env: Record<string, string>, more: Partial<Examined> = {}): Promise<Finding[]> {
    const { config, db, clock } = service();
    const place = {
      DATA_DIR: config.dataDir,
      ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
    };
    return examineInstallation({
      config: readConfig({ ...place, ...env }),
      ...{ db, clock, sealing: await readServiceSealing(service()) },
      lookUpTexts: createTextLookup([dns.address]),
      isSynchronized: async () => true,
      ...more,
    });
  }

  async function findCodes(check: Finding['check'], ...args: Parameters<typeof examine>): Promise<string[]> {
    return (await examine(...args)).filter((finding) => finding.check === check).map(({ code }) => code);
  }

  it('the operators: whether they sign in here, in two steps', async () => {
    assert.deepEqual(await findCodes('operators', {}), []);
    const { userId, email } = await signIn(service());
    assert.deepEqual(await findCodes('operators', { OPERATORS: `${email},nobody@good.example` }), [
      'operatorOneStep',
      'operatorUnknown',
    ]);
    await service().db.write((tx) => tx.run(`UPDATE users SET totp = 'x' WHERE id = ?`, userId));
    assert.deepEqual(await findCodes('operators', { OPERATORS: email.toUpperCase() }), ['operatorsGood']);
  });

  it('the address: whether it responds and is this installation', async () => {
    const other = await serveNothing();
    const { port } = other.address() as AddressInfo;
    // The name leads to this machine, and is not one of those that only it has.
    const url = new URL(service().url);
    url.hostname = '127.0.0.2';
    const through = await forwardFrom('127.0.0.2', service().url);
    url.port = String((through.server.address() as AddressInfo).port);
    const at = (PUBLIC_URL: string) => findCodes('address', { PUBLIC_URL });
    try {
      assert.deepEqual(await findCodes('address', {}), ['addressUnset']);
      assert.deepEqual(await at(service().url), ['addressLocal']);
      assert.deepEqual(await at(url.origin), ['addressPlain']);
      assert.deepEqual(await at(`http://127.0.0.3:${port}`), ['addressOther']);
      assert.deepEqual(await at('http://127.0.0.3:1'), ['addressSilent']);
    } finally {
      other.close();
      through.server.close();
    }
  });

  it('the clock: whether it is behind the data, or not synchronized', async () => {
    const account = await service().newAccount();
    await createQuote(account);
    await signIn(service(), { accountId: account.accountId });
    const now = service().clock();
    const at = (clock: () => number, isSynchronized: Examined['isSynchronized']) =>
      findCodes('clock', {}, { clock, ...(isSynchronized && { isSynchronized }) });
    assert.deepEqual(await at(() => now - HOUR, undefined), ['clockBehind']);
    if (service().engine === 'postgres') {
      // The clock of the test is years away from that of the server.
      assert.deepEqual(await at(() => now, undefined), ['clockWrong']);
      assert.deepEqual(await at(Date.now, async () => true), ['clockGood']);
      return;
    }
    assert.deepEqual(
      await at(
        () => now,
        async () => true,
      ),
      ['clockGood'],
    );
    assert.deepEqual(
      await at(
        () => now,
        async () => false,
      ),
      ['clockUnsynchronized'],
    );
    assert.deepEqual(
      await at(
        () => now,
        async () => undefined,
      ),
      ['clockUnknown'],
    );
  });

  it('the backup: whether it is there, young and can be restored', async () => {
    const { engine, clock, db } = service();
    const backups = await mkdtemp(join(folder, 'backups-'));
    const env = { BACKUP_DIR: backups };
    const find = () => findCodes('backup', env);
    const setAge = (file: string, ms: number) => utimes(file, new Date(clock() - ms), new Date(clock() - ms));
    assert.deepEqual(await findCodes('backup', {}), ['backupUnset']);
    assert.deepEqual(await find(), ['backupNone']);
    assert.deepEqual(await findCodes('backup', { BACKUP_DIR: join(backups, 'nowhere') }), ['backupNone']);

    const whole = join(backups, engine === 'sqlite' ? 'monday.db' : 'monday.dump');
    if (db.engine === 'sqlite') await db.backup(whole);
    else await writeFile(whole, 'PGDMP and the rest');
    await setAge(whole, 2 * HOUR);
    assert.deepEqual(await find(), ['backupGood']);
    await setAge(whole, 25 * HOUR);
    assert.deepEqual(await find(), ['backupOld']);

    // The newest one counts, whole or not.
    const half = join(backups, engine === 'sqlite' ? 'tuesday.db' : 'tuesday.dump');
    await cp(whole, half);
    await truncate(half, engine === 'sqlite' ? 40_000 : 2);
    await setAge(half, HOUR);
    assert.deepEqual(await find(), ['backupBroken']);
    await writeFile(half, '');
    await setAge(half, HOUR);
    assert.deepEqual(await find(), ['backupBroken']);
  });

  it('the secret: whether it is apart from the backups', async () => {
    const backups = await mkdtemp(join(folder, 'secret-'));
    const isFile = service().engine === 'sqlite';
    assert.deepEqual(await findCodes('secret', { BACKUP_DIR: backups }), [
      isFile ? 'secretInFile' : 'secretInDatabase',
    ]);
    assert.deepEqual(await findCodes('secret', { PROFFER_SECRET: 'x'.repeat(40) }), ['secretApart']);
    await writeFile(join(backups, 'proffer.secret'), 'x');
    assert.deepEqual(await findCodes('secret', { BACKUP_DIR: backups }), ['secretInBackups']);
  });

  it('the disk, the version and the fonts', async () => {
    const findings = await examine({});
    const find = (check: string) => findings.find((finding) => finding.check === check);
    assert.equal(find('disk')?.code, service().engine === 'sqlite' ? 'diskGood' : 'diskElsewhere');
    assert.equal(find('version')?.code, 'versionGood');
    assert.equal(find('fonts')?.code, 'fontsGood');
    assert.equal(isEverythingFine(findings), false);
    assert.equal(isEverythingFine(findings.filter(({ isFine }) => isFine)), true);
  });

  it('emails: SPF, DKIM and DMARC of the sender', async () => {
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:2525' };
    const from = (MAIL_FROM: string, more = {}) => findCodes('mail', { ...smtp, MAIL_FROM, ...more });
    const dkim = (MAIL_DKIM_SELECTOR: string) => ({
      ...{ MAIL_DKIM_DOMAIN: 'good.example', MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY: PEM },
    });
    assert.deepEqual(await findCodes('mail', {}), ['mailUnset']);
    assert.deepEqual(await findCodes('mail', smtp), ['mailFromLocal']);
    const good = ['spfGood', 'dkimElsewhere', 'dmarcGood'];
    assert.deepEqual(await from('quotes@good.example'), good);
    assert.deepEqual(await from('quotes@good.example', dkim('proffer')), [
      'spfGood',
      'dkimGood',
      'dmarcGood',
    ]);
    assert.deepEqual(await from('quotes@good.example', dkim('other')), ['spfGood', 'dkimOther', 'dmarcGood']);
    assert.deepEqual(await from('quotes@good.example', dkim('none')), [
      'spfGood',
      'dkimMissing',
      'dmarcGood',
    ]);
    // DMARC of the parent domain counts, SPF does not.
    assert.deepEqual(await from('quotes@sub.good.example'), ['spfMissing', 'dkimElsewhere', 'dmarcGood']);
    assert.deepEqual(await from('quotes@twice.example'), ['spfSeveral', 'dkimElsewhere', 'dmarcMissing']);
    const silent = createTextLookup(['127.0.0.1:1']);
    const env = { ...smtp, MAIL_FROM: 'quotes@good.example' };
    assert.deepEqual(await findCodes('mail', env, { lookUpTexts: silent }), [
      ...['dnsSilent', 'dkimElsewhere', 'dnsSilent'],
    ]);
  });

  it('the console shows the report to owners of the first account only, in five languages', async () => {
    const first = await signIn(service());
    const { accountId } = await service().newAccount();
    const other = await signIn(service(), { accountId });
    const member = await signIn(service(), { role: 'member' });
    const path = (id: string) => `/${id}/settings/installation`;
    const shown = await first.page(path(first.accountId));
    assert.equal(shown.status, 200);
    assert.match(shown.text, />PUBLIC_URL<\/bdi> is not set/);
    assert.match(shown.text, /things to do/);
    expectValidHtml(shown.text, 'the report');
    assert.match((await first.page(`/${first.accountId}/settings/data`)).text, /settings\/installation/);
    assert.doesNotMatch((await other.page(`/${accountId}/settings/data`)).text, /settings\/installation/);
    assert.equal((await other.page(path(accountId))).status, 404);
    assert.equal((await member.page(path(member.accountId))).status, 403);
    const languages = {
      de: 'ist nicht gesetzt',
      fr: 'n’est pas défini',
      es: 'no está definido',
      ar: 'لم يُضبط',
    };
    for (const [language, words] of Object.entries(languages)) {
      const { text } = await first.page(path(first.accountId), undefined, { 'Accept-Language': language });
      assert.ok(text.includes(words), language);
    }
  });
});

describe('proffer doctor', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  testAll('the report is accessible, and fits on a phone', async () => {
    const person = await signIn(service);
    const url = `${service.url}/${person.accountId}/settings/installation`;
    const browser = await sharedChromium();
    for (const locale of ['en-GB', 'ar']) {
      for (const [viewport, colorScheme] of [
        [DESKTOP, 'light'],
        [PHONE, 'dark'],
      ] as const) {
        // Without scripts, too.
        const options = { viewport, colorScheme, locale, javaScriptEnabled: viewport === DESKTOP };
        await withVisitor(browser, service.url, options, async (page, context) => {
          await context.addCookies([person.browserCookie]);
          await page.goto(url);
          await expectNoHorizontalScroll(page, `the report in ${locale}`);
          if (options.javaScriptEnabled) await expectAccessible(page, `the report in ${locale}`);
          assert.equal(await page.locator('.findings li').count(), 9);
        });
      }
    }
  });

  it('reports in words and as JSON, and its exit code says whether there is something to do', async () => {
    const backups = join(folder, 'cli');
    await mkdir(backups);
    const env = { DATA_DIR: service.config.dataDir, BACKUP_DIR: backups };
    const words = await proffer(['doctor'], env);
    assert.equal(words.code, 1);
    assert.match(words.stdout, /^✗ Address +PUBLIC_URL is not set/m);
    assert.match(words.stdout, /^✓ Fonts +All fonts are there/m);
    assert.match(words.stdout, /There is no backup in .*cli/);
    assert.match(words.stdout, /\n\d to do\.\n$/);
    const json = await command(['doctor', '--json'], env);
    assert.equal(json.code, 1);
    const { isFine, findings } = JSON.parse(json.stdout);
    assert.equal(isFine, false);
    assert.deepEqual(
      findings.find(({ check }: Finding) => check === 'backup'),
      {
        ...{ check: 'backup', code: 'backupNone', isFine: false },
        text: `There is no backup in ${backups}.`,
        values: { folder: backups },
      },
    );
    const https = await forwardFrom('127.0.0.2', service.url, selfSigned({ host: '127.0.0.2' }));
    const trusted = join(folder, 'trusted.pem');
    await writeFile(trusted, https.cert);
    const { port } = https.server.address() as AddressInfo;
    const reached = { ...env, PUBLIC_URL: `https://127.0.0.2:${port}`, NODE_EXTRA_CA_CERTS: trusted };
    const { stdout } = await proffer(['doctor'], reached);
    https.server.close();
    assert.match(stdout, /^✓ Address +https:.* responds, and it is this installation/m);
    assert.equal((await command(['doctor', 'me'], env)).code, 2);
    assert.match((await command(['doctor'], { DATA_DIR: folder })).stderr, /there is no database/);
  });
});

async function serveNothing(): Promise<Server> {
  const server = createServer((_request, response) => response.end('something else')).listen(0, '127.0.0.3');
  await once(server, 'listening');
  return server;
}

/** Passes requests on to the service, as a proxy does. */
async function forwardFrom(host: string, to: string, certificate?: { key: string; cert: string }) {
  const forward: RequestListener = async (request, response) => {
    const reply = await fetch(to + request.url);
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end();
    await reply.body?.cancel();
  };
  const server = certificate ? createTlsServer(certificate, forward) : createServer(forward);
  server.listen(0, host);
  await once(server, 'listening');
  return { server, cert: certificate?.cert ?? '' };
}
