import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readProgress } from '../src/actions/demo/demo.ts';
import { DEMO_LANGUAGES, readDemoTexts, readWorkshop } from '../src/actions/demo/demo-texts.ts';
import { planDemo } from '../src/actions/demo/plan/plan-demo.ts';
import { computeTotals } from '../src/domain/money/totals.ts';
import { decide } from './support/api/approval.ts';
import { ok, visit } from './support/api/customer.ts';
import { expectValidHtml } from './support/console/pages.ts';
import { OWN_HOST, type OwnMailServer, startOwnServer } from './support/mail/own-server.ts';
import { type RealSmtpServer, startSmtpServer } from './support/mail/smtp-servers.ts';
import { proffer } from './support/service/cli.ts';
import type { Json } from './support/service/client.ts';
import { type DemoVisitor, fillDemo, readAll, visitDemo } from './support/service/demo.ts';
import { PROGRAM, PROGRAM_ENV } from './support/service/program.ts';
import { makeDatabase, startTestService, type TestService } from './support/service/service.ts';
import { until } from './support/until.ts';

const STARTED_AT = Date.parse('2027-02-17T09:30:00.000Z');
/** Fourteen months take a while, the more so next to other tests. */
const TIMEOUT = { timeout: 240_000 };
const SLOW = { maxMs: 200_000, pollMs: 300 };
const BAR = /<aside class="demo-bar"/;

let mailServer: RealSmtpServer;
let ownServer: OwnMailServer;
const closing: { close(): Promise<void> }[] = [];
const removing: { remove(): Promise<void> }[] = [];

before(async () => {
  mailServer = await startSmtpServer();
  ownServer = await startOwnServer();
});
after(async () => {
  for (const service of closing.reverse()) await service.close();
  for (const place of removing) await place.remove();
  await Promise.all([mailServer.close(), ownServer.close()]);
});

async function startDemo(
  place: Awaited<ReturnType<typeof makeDatabase>>,
  options: Parameters<typeof startTestService>[0] = { demo: 'en' },
): Promise<TestService> {
  const env = { SMTP_URL: mailServer.url, MAIL_PRIVATE_HOSTS: OWN_HOST };
  const { smtp } = ownServer;
  const service = await startTestService({ now: STARTED_AT, smtp, ...options, place, env });
  closing.push(service);
  return service;
}

async function newPlace() {
  const place = await makeDatabase('sqlite');
  removing.push(place);
  return place;
}

/** What two demos have in common: everything but identifiers, secrets and versions. */
async function describeDemo(service: TestService, visitor: DemoVisitor) {
  const quotes = await readAll(visitor, '/quotes');
  const invoices = await readAll(visitor, '/invoices');
  return {
    quotes: quotes.map((quote) => [
      ...[quote.number, quote.title, quote.status, quote.total, quote.customerId, quote.revision],
      ...[quote.createdAt, quote.sentAt, quote.viewedAt, quote.acceptedAt, quote.acceptedBy],
      ...[quote.declinedAt, quote.declineReason, quote.approval?.state, quote.items.length],
    ]),
    invoices: invoices.map((invoice) => [
      ...[invoice.number, invoice.status, invoice.total, invoice.amountPaid, invoice.amountDue],
      ...[invoice.issueDate, invoice.dueDate, invoice.overdue, invoice.sentAt, invoice.viewedAt],
    ]),
    mails: await listMails(service, visitor),
    statement: await readFile(service.demo?.bankStatement ?? '', 'utf8'),
  };
}

/** Recipients and subjects of the captured emails, sorted. */
async function listMails(service: TestService, { accountId }: DemoVisitor): Promise<string[]> {
  const sql = 'SELECT doc FROM captured_mails WHERE account_id = ?';
  const rows = await service.db.read.all<{ doc: string }>(sql, accountId);
  const mails = rows.map(({ doc }) => JSON.parse(doc) as { to: { address: string }[]; subject: string });
  return mails.map(({ to, subject }) => `${to.map(({ address }) => address).join()} ${subject}`).sort();
}

/** What a demo without an interruption becomes. */
let uninterrupted: Awaited<ReturnType<typeof describeDemo>>;

describe('a demo', TIMEOUT, () => {
  let service: TestService;
  let visitor: DemoVisitor;
  let place: Awaited<ReturnType<typeof makeDatabase>>;
  let quotes: Json[];
  let invoices: Json[];

  before(async () => {
    place = await newPlace();
    service = await startDemo(place);
    visitor = await visitDemo(service, service.demo?.signInUrl ?? '');
    // A session begins before the fourteen months pass, and lasts.
    assert.match((await visitor.page(`/${visitor.accountId}/`)).text, /still passing/);
    await fillDemo(service);
    quotes = await readAll(visitor, '/quotes');
    invoices = await readAll(visitor, '/invoices');
    uninterrupted = await describeDemo(service, visitor);
  }, TIMEOUT);

  it('has quotes of forty customers over fourteen months, in every status', async () => {
    assert.equal(quotes.length, 150);
    assert.equal((await readAll(visitor, '/customers')).length, 40);
    assert.equal(new Set(quotes.map(({ customerId }) => customerId)).size, 40);
    const count = (status: string) => quotes.filter((quote) => quote.status === status).length;
    const least = { DRAFT: 4, SENT: 5, ACCEPTED: 3, DECLINED: 10, EXPIRED: 10, CONVERTED: 60 };
    for (const [status, n] of Object.entries(least))
      assert.ok(count(status) >= n, `${status}: ${count(status)}`);
    const months = new Set(quotes.map(({ createdAt }) => createdAt.slice(0, 7)));
    assert.ok(months.size >= 14, [...months].join());
    assert.ok(quotes.every(({ createdAt }) => Date.parse(createdAt) < STARTED_AT));
    const has = (fits: (quote: Json) => unknown) => assert.ok(quotes.some(fits), String(fits));
    has(({ items }) => items.some((item: Json) => item.optional));
    has(({ items }) => items.some((item: Json) => item.choice));
    has(({ paymentSchedule }) => paymentSchedule?.length === 2);
    has(({ revision }) => revision > 1);
    has(({ discountValue }) => discountValue > 0);
  });

  it('has invoices that are paid, open, overdue, partly paid and credited', () => {
    const has = (fits: (invoice: Json) => unknown) => assert.ok(invoices.some(fits), String(fits));
    has(({ status }) => status === 'PAID');
    has(({ status, overdue, kind }) => status === 'ISSUED' && kind === 'INVOICE' && !overdue);
    has(({ overdue }) => overdue);
    has(({ status, amountPaid }) => status === 'ISSUED' && amountPaid > 0);
    has(({ kind }) => kind === 'CREDIT_NOTE');
  });

  it('has consistent sums', () => {
    for (const quote of quotes) {
      assert.equal(computeTotals(quote).total, quote.total, quote.number);
      if (quote.status !== 'CONVERTED') continue;
      const parts = quote.invoices.reduce((sum: number, { total }: Json) => sum + total, 0);
      assert.equal(parts, quote.total, quote.number);
    }
    for (const { number, kind, total, amountPaid, amountCredited, amountDue } of invoices) {
      if (kind === 'INVOICE') assert.equal(amountPaid + amountCredited + amountDue, total, number);
    }
    // Each quote was accepted after it was sent, and so on.
    for (const { number, createdAt, sentAt, acceptedAt, convertedAt } of quotes) {
      const times = [createdAt, sentAt, acceptedAt, convertedAt].filter(Boolean);
      assert.deepEqual(times, times.toSorted(), number);
    }
  });

  it('has plausible statistics', async () => {
    const statistics = ok(await visitor.get('/statistics?months=15'));
    assert.ok(statistics.winRate > 0.5 && statistics.winRate < 0.9, String(statistics.winRate));
    assert.ok(statistics.medianDaysToAnswer >= 2 && statistics.medianDaysToAnswer <= 14);
    assert.ok(statistics.months.filter(({ won }: Json) => won.count > 0).length >= 13);
    const won = quotes.filter(({ status }) => ['ACCEPTED', 'CONVERTED'].includes(status)).length;
    assert.equal(statistics.won.count, won);
    assert.equal(statistics.open.count, quotes.filter(({ status }) => status === 'SENT').length);
  });

  it('captures all emails once, and sends none', async () => {
    assert.equal(mailServer.connections(), 0);
    const waiting = await service.db.read.all("SELECT id FROM outbox WHERE state <> 'done'");
    assert.deepEqual(waiting, []);
    const mails = await service.db.read.all<{ n: number }>(
      'SELECT COUNT(*) AS n FROM captured_mails GROUP BY account_id, message_id HAVING COUNT(*) > 1',
    );
    assert.deepEqual(mails, []);
    const { length: before } = await listMails(service, visitor);
    assert.ok(before > 400, String(before));
    const draft = quotes.find(({ status, approval }) => status === 'DRAFT' && !approval);
    ok(await visitor.post(`/quotes/${draft.id}/send`, {}));
    assert.equal((await listMails(service, visitor)).length, before + 1);
    assert.equal(mailServer.connections(), 0);
  });

  it('sends nothing by a mail server of the account either', async () => {
    const { status } = await visitor.put('/mail-account', ownServer.input);
    assert.ok(status >= 400, String(status));
    assert.equal(ownServer.connections(), 0);
  });

  it('has an approval that waits for the visitor', async () => {
    const home = await visitor.page(`/${visitor.accountId}/`);
    const waiting = quotes.find(({ approval }) => approval?.state === 'requested');
    assert.ok(waiting);
    assert.ok(home.text.includes(waiting.number), 'not on the home page');
    ok(await decide(visitor, 'approve', waiting.id));
    ok(await visitor.post(`/quotes/${waiting.id}/send`, {}));
  });

  it('has questions of customers, of which one waits for an answer', async () => {
    const threads = await Promise.all(
      quotes.map(async ({ id, sentAt }) =>
        sentAt ? ok(await visitor.get(`/quotes/${id}/messages`)).data : [],
      ),
    );
    const asked = threads.filter(([first]) => first?.from === 'customer');
    assert.ok(asked.length > 15, String(asked.length));
    assert.ok(asked.some((thread) => thread.every(({ from }: Json) => from === 'customer')));
  });

  it('has a bank statement that pays open invoices', async () => {
    const raw = await readFile(service.demo?.bankStatement ?? '');
    const page = await visitor.page('/demo/bank-statement.xml');
    assert.equal(page.text, raw.toString());
    const headers = { 'Content-Type': 'application/xml' };
    const { lines } = ok(
      await visitor.post('/payments/imports', undefined, { raw: new Uint8Array(raw), headers }),
    );
    const exact = lines.filter(({ proposals }: Json) => proposals.some((proposal: Json) => proposal.exact));
    assert.equal(exact.length, 5);
    assert.ok(lines.some(({ proposals }: Json) => proposals.length === 0));
  });

  it('lets a second person in', async () => {
    const { url } = ok(await visitor.post('/invitations', { email: 'new@demo.example', role: 'member' }));
    const { pathname, search } = new URL(url);
    assert.match((await visit(service.url + pathname + search)).text, /new@demo\.example/);
  });

  it('has templates, and emails of the hours in which somebody is awake', async () => {
    assert.equal((await readAll(visitor, '/templates')).length, 4);
    const rows = await service.db.read.all<{ doc: string }>('SELECT doc FROM captured_mails');
    const mails = rows.map(({ doc }) => JSON.parse(doc) as Record<'id' | 'subject' | 'capturedAt', string>);
    const email = await visitor.page(`/${visitor.accountId}/mailbox/${mails[0]?.id}`);
    assert.ok(email.text.includes(readDemoTexts('en').business.email));
    // Only reminders go out when their day begins.
    const atMidnight = mails.filter(({ capturedAt }) => capturedAt.slice(11, 16) === '00:00');
    assert.ok(atMidnight.length > 0);
    const others = atMidnight.filter(({ subject }) => !subject.includes('is valid until'));
    assert.deepEqual(others, []);
  });

  it('says on each page that it is a demo, but not twice in a page', async () => {
    const { accountId } = visitor;
    const sent = quotes.find(({ status }) => status === 'SENT');
    const quotePath = new URL(ok(await visitor.get(`/quotes/${sent.id}`)).publicUrl).pathname;
    const inConsole = [
      '/',
      '/quotes',
      `/quotes/${sent.id}`,
      `/quotes/${sent.id}/edit`,
      '/mailbox',
      '/settings/business',
    ];
    const pages = [
      ...(await Promise.all(inConsole.map(async (path) => visitor.page(`/${accountId}${path}`)))),
      ...(await Promise.all(
        [quotePath, '/sign-in', '/docs', '/docs/api'].map((path) => visit(service.url + path)),
      )),
    ];
    for (const { text } of pages) {
      assert.equal(text.match(/demo-bar/g)?.length, 1, text.slice(0, 400));
    }
    for (const { text } of pages.slice(0, -2)) expectValidHtml(text, 'a page of the demo');
    assert.match((await visitor.page(`/${accountId}/nothing`)).text, BAR);
    const framed = await visitor.page(`/${accountId}/quotes/${sent.id}/page`);
    if (framed.status === 200) assert.doesNotMatch(framed.text, BAR);
  });

  it('does not begin again after a restart, with or without the option', async () => {
    const before = await describeDemo(service, visitor);
    await service.close();
    closing.splice(closing.indexOf(service), 1);
    service = await startDemo(place, { demo: 'de' });
    assert.equal(service.demo?.isFilling(), false);
    visitor = await visitDemo(service, service.demo?.signInUrl ?? '');
    await service.runJob('demo');
    assert.deepEqual(await describeDemo(service, visitor), before);
    await service.close();
    closing.splice(closing.indexOf(service), 1);

    service = await startDemo(place, {});
    visitor = await visitDemo(service, service.demo?.signInUrl ?? '');
    const home = await visitor.page(`/${visitor.accountId}/`);
    assert.match(home.text, BAR);
    assert.match(home.text, /made up/);
    assert.equal(mailServer.connections(), 0);
  });
});

/** Lets the months pass until a customer accepts, which the database then rejects. */
async function fillUntilFault(service: TestService): Promise<void> {
  await service.db.write((tx) =>
    tx.run(`CREATE TRIGGER fault BEFORE UPDATE ON quotes
      WHEN NEW.status = 'ACCEPTED' AND (SELECT count(*) FROM quotes) > 15
      BEGIN SELECT RAISE(ABORT, 'a fault'); END`),
  );
  await service.runJob('demo');
  assert.equal(service.demo?.isFilling(), true);
}

const endFault = (service: TestService) => service.db.write((tx) => tx.run('DROP TRIGGER fault'));

describe('a demo that is interrupted', TIMEOUT, () => {
  it('becomes the same as one that is not', TIMEOUT, async () => {
    const place = await newPlace();
    const first = await startDemo(place);
    const guest = await visitDemo(first, first.demo?.signInUrl ?? '');
    await fillUntilFault(first);
    await endFault(first);
    const filling = first.runJob('demo');
    await until(async () => (await readAll(guest, '/quotes')).length > 60, SLOW);
    await first.close();
    closing.splice(closing.indexOf(first), 1);
    await filling;
    const again = await startDemo(place);
    assert.equal(again.demo?.isFilling(), true);
    await fillDemo(again);
    const visitor = await visitDemo(again, again.demo?.signInUrl ?? '');
    assert.deepEqual(await describeDemo(again, visitor), uninterrupted);
  });

  it('is complete although the visitor changed things in the meantime', TIMEOUT, async () => {
    const service = await startDemo(await newPlace());
    const visitor = await visitDemo(service, service.demo?.signInUrl ?? '');
    await fillUntilFault(service);
    const quotes = await readAll(visitor, '/quotes');
    const open = quotes.filter(({ status, invoices }) => status !== 'CONVERTED' && invoices.length === 0);
    for (const { id, status } of open) {
      // Each of these makes later steps of the plan impossible.
      if (status === 'DRAFT') await visitor.delete(`/quotes/${id}`);
      else if (status === 'SENT') await visitor.delete(`/quotes/${id}/links`);
      else await visitor.post(`/quotes/${id}/convert-to-invoice`, {});
    }
    await endFault(service);
    await fillDemo(service);
    const left = await readAll(visitor, '/quotes');
    const progress = await readProgress(service.db.read);
    assert.ok(progress?.quotes.includes(null), 'a quote whose step is impossible is left alone');
    assert.ok(left.length > 120, String(left.length));
  });
});

describe('the languages of a demo', TIMEOUT, () => {
  it('have all texts, and plan the same', () => {
    const workshop = readWorkshop();
    const english = readDemoTexts('en');
    const planned = DEMO_LANGUAGES.map((language) => {
      const texts = readDemoTexts(language);
      assert.deepEqual(Object.keys(texts.items), Object.keys(english.items), language);
      assert.equal(texts.customers.length, 40, language);
      assert.equal(texts.answers.length, texts.questions.length, language);
      for (const { item } of workshop.projects.flatMap(({ lines }) => lines))
        assert.ok(texts.items[item], item);
      for (const { title } of workshop.projects) assert.equal(texts.projects[title]?.length, 2, title);
      for (const { unit, section } of Object.values(workshop.items)) {
        assert.ok(texts.units[unit], unit);
        assert.ok(texts.sections[section], section);
      }
      const emails = [...texts.customers.map(([, , email]) => email), texts.business.email];
      for (const email of emails) assert.match(email, /^[\w.-]+@[\w.-]+\.example$/);
      assert.equal(new Set(emails).size, emails.length, language);
      return planDemo({ texts, workshop }, STARTED_AT).map(({ at, quote, deed }) => [at, quote, deed.kind]);
    });
    for (const steps of planned) assert.deepEqual(steps, planned[0]);
  });

  for (const language of DEMO_LANGUAGES.filter((each) => each !== 'en')) {
    it(`${language}: the console, the business and its first quotes`, TIMEOUT, async () => {
      const service = await startDemo(await newPlace(), { demo: language });
      const texts = readDemoTexts(language);
      const visitor = await visitDemo(service, service.demo?.signInUrl ?? '');
      const home = await visitor.page(`/${visitor.accountId}/`, undefined, { 'Accept-Language': language });
      assert.match(home.text, new RegExp(`<html lang="${language}`));
      assert.ok(home.text.includes(texts.business.name));
      const account = ok(await visitor.get('/account'));
      assert.equal(account.country, texts.business.country);
      const filling = service.runJob('demo');
      // One of them was invoiced, which needs all that the law of the country asks for.
      await until(async () => (await readAll(visitor, '/invoices')).some(({ sentAt }) => sentAt), SLOW);
      await service.close();
      closing.splice(closing.indexOf(service), 1);
      await filling;
    });
  }
});

describe('proffer serve --demo', TIMEOUT, () => {
  /** Starts the program, and returns it once it has printed the link. */
  async function run(args: string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [...PROGRAM, 'serve', ...args], {
      env: { ...PROGRAM_ENV, PORT: '0', PDF_WORKERS: '1', SMTP_URL: mailServer.url, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    after(() => child.kill('SIGKILL'));
    const link = await until(() => /http:\/\/localhost:\d+\/demo\/sign-in\?code=\S+/.exec(stderr)?.[0], SLOW);
    const statement = /import will be in (\S+)/.exec(stderr)?.[1] ?? '';
    const kill = async (signal: NodeJS.Signals) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    };
    return { link, statement, kill, url: new URL(link).origin };
  }

  it('has the language of the terminal and a folder that goes with it', TIMEOUT, async () => {
    const demo = await run(['--demo'], { LANG: 'fr_FR.UTF-8', DATA_DIR: join(tmpdir(), 'real') });
    const { text } = await visit(`${demo.url}/sign-in`);
    assert.ok(text.includes(readDemoTexts('fr').bar.filling.slice(0, 20)), text.slice(0, 500));
    assert.match(demo.statement, /proffer-demo-/);
    const folder = join(demo.statement, '..');
    assert.ok(existsSync(folder));
    await demo.kill('SIGTERM');
    assert.ok(!existsSync(folder));
    assert.ok(!existsSync(join(tmpdir(), 'real')));
  });

  it('goes on after kills, and does nothing twice', TIMEOUT, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proffer-kept-demo-'));
    removing.push({ remove: () => rm(folder, { recursive: true, force: true }) });
    const contract = undefined as never;
    let seen = 0;
    for (let kills = 0; kills < 3; kills++) {
      const demo = await run([`--demo=${folder}`, '--language', 'es']);
      const visitor = await visitDemo({ url: demo.url, contract }, demo.link);
      const wanted = seen + 6;
      await until(async () => {
        seen = (await readAll(visitor, '/quotes')).length;
        return seen >= wanted;
      }, SLOW);
      await demo.kill('SIGKILL');
    }
    const last = await run([`--demo=${folder}`]);
    const visitor = await visitDemo({ url: last.url, contract }, last.link);
    const quotes = await readAll(visitor, '/quotes');
    const invoices = await readAll(visitor, '/invoices');
    await last.kill('SIGTERM');
    assert.ok(existsSync(join(folder, 'proffer.db')));
    const key = ({ createdAt, title, customerId }: Json) => `${createdAt} ${title} ${customerId}`;
    assert.equal(new Set(quotes.map(key)).size, quotes.length);
    assert.equal(
      new Set(invoices.map(({ quoteId, stage }) => `${quoteId} ${stage?.index}`)).size,
      invoices.length,
    );
  });

  it('explains what is wrong', async () => {
    const wrong = await proffer(['serve', '--demo', '--language', 'xx']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--language must be one of en, de, fr, es, ar/);
    const alone = await proffer(['serve', '--language', 'de']);
    assert.equal(alone.code, 2);
    const other = await mkdtemp(join(tmpdir(), 'proffer-no-demo-'));
    removing.push({ remove: () => rm(other, { recursive: true, force: true }) });
    await writeFile(join(other, 'hosts'), '');
    const full = await proffer(['serve', `--demo=${other}`], { PORT: '0' });
    assert.equal(full.code, 1);
    assert.match(full.stderr, /has other files: give --demo an empty folder/);
    assert.deepEqual(await readdir(other), ['hosts']);
    const place = await makeDatabase('sqlite');
    removing.push(place);
    const real = await startTestService({ place });
    await real.close();
    const used = await proffer(['serve', `--demo=${place.dataDir}`], { PORT: '0' });
    assert.equal(used.code, 1);
    assert.match(used.stderr, /in use, and not by a demo/);
  });
});
