import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import PostalMime from 'postal-mime';
import { accept, decline, mailsOf, submit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { describeSending, type MailDesk, startMailDesk } from '../support/mail/mail-desk.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import {
  makeDatabase,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service/service.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Takes the mails that the server got since the last call. */
async function takeMails(desk: MailDesk, ...services: TestService[]): Promise<Mail[]> {
  await Promise.all(services.map((service) => service.runJob('notifications')));
  await Promise.all(services.map((service) => service.runJob('user mails')));
  return Promise.all(
    desk.mails.splice(0).map(async ({ to, source }) => {
      const { subject = '', text = '' } = await PostalMime.parse(source);
      return { to: to.join(), subject, text };
    }),
  );
}

async function choose(person: TestPerson, kinds: readonly string[], when: 'atOnce' | 'daily'): Promise<void> {
  const path = `/${person.accountId}/settings/notifications`;
  const form = { when, ...Object.fromEntries(kinds.map((kind) => [kind, 'on'])) };
  assert.equal((await person.page(path, form)).location, `${path}?done=saved`);
}

/** Advances the clock to the next time at which it shows an hour in UTC. */
function goTo({ clock }: TestService, hour: number): void {
  const now = clock();
  const at = Math.floor(now / DAY) * DAY + hour * HOUR;
  clock.advance((at > now ? at : at + DAY) - now);
}

describeSending((service, desk) => {
  const take = () => takeMails(desk(), service());

  async function open(): Promise<{
    account: TestAccount;
    owner: TestPerson;
    member: TestPerson;
    reader: TestPerson;
  }> {
    const account = await service().newAccount({ name: 'Nordlicht' });
    const { accountId } = account;
    const owner = await signIn(service(), { accountId, name: 'Olga' });
    const member = await signIn(service(), { accountId, name: 'Mia', role: 'member' });
    const reader = await signIn(service(), { accountId, name: 'Rea', role: 'reader' });
    await account.patch('/account', { email: 'hello@nordlicht.example' });
    return { account, owner, member, reader };
  }

  const send = (account: TestAccount, more: object = {}) =>
    sentQuote(account, { customerId: account.customerId, ...more });

  test('everyone chooses for themselves, and nobody gets anything before', async () => {
    const { account, owner, member, reader } = await open();
    const path = `/${account.accountId}/settings/notifications`;
    const page = (await reader.page(path)).text;
    expectValidHtml(page, 'notifications');
    assert.ok(page.includes(reader.email) && page.includes('hello@nordlicht.example'));
    assert.doesNotMatch(page, /checked/);
    assert.ok((await reader.page(`/${account.accountId}/settings/you`)).text.includes(`href="${path}"`));
    await accept((await send(account)).publicUrl);
    assert.deepEqual(await take(), []);
    await choose(reader, ['accepted', 'expired', 'nonsense'], 'daily');
    const saved = (await reader.page(path)).text;
    assert.deepEqual(
      [...saved.matchAll(/name="(\w+)" value="on" checked/g)].map(([, name]) => name),
      ['accepted', 'expired'],
    );
    assert.match(saved, /value="daily" selected/);
    for (const other of [owner, member]) assert.doesNotMatch((await other.page(path)).text, /checked/);
  });

  test('at once: the chosen events, in the language of the person, and nothing they did or may not see', async () => {
    const { account, owner, member } = await open();
    await service().db.write((tx) => tx.run('UPDATE users SET locale = ? WHERE id = ?', 'de', member.userId));
    await choose(owner, ['declined', 'viewed'], 'atOnce');
    await choose(member, ['accepted', 'question'], 'atOnce');
    const items = [{ description: 'Roof', quantity: 1, unitPrice: 123_400, cost: 77_700 }];
    const costs = service().client(
      (await service().newKey(account.accountId, 'read,write', { seesCosts: true })).secret,
    );
    const quote = await sentQuote(costs, { customerId: account.customerId, title: 'A new roof', items });
    await submit(quote.publicUrl, 'question', { question: 'Which <b>tiles</b>?' });
    const [asked, ...none] = await take();
    assert.deepEqual([asked?.to, none], [member.email, []]);
    assert.equal(asked?.subject, `Harbour & Vale Ltd. schrieb zu ${quote.number}.`);
    for (const part of [
      'Which <b>tiles</b>?',
      'A new roof',
      `${service().url}/${account.accountId}/quotes/${quote.id}`,
    ])
      assert.ok(asked?.text.includes(part), asked?.text);
    assert.doesNotMatch(asked?.text ?? '', /777,00|457,00/, 'no costs and no margin');
    await accept(quote.publicUrl);
    assert.deepEqual(
      (await take()).map(({ to, subject }) => [to, subject]),
      [[member.email, `Ada Lovelace hat ${quote.number} angenommen.`]],
    );
    const declined = await send(account);
    await decline(declined.publicUrl, 'Too dear');
    const [told] = await take();
    assert.deepEqual(
      [told?.to, told?.subject],
      [owner.email, `Harbour & Vale Ltd. declined ${declined.number}.`],
    );
    assert.match(told?.text ?? '', /Too dear/);
    const own = await send(account);
    assert.equal((await member.patch(`/quotes/${own.id}`, { status: 'ACCEPTED' })).status, 200);
    assert.deepEqual(await take(), [], 'they did it themselves');
  });

  test('several events of the same moments come in one email', async () => {
    const { account, member } = await open();
    await choose(member, ['accepted', 'declined'], 'atOnce');
    const [first, second] = [await send(account), await send(account)];
    await accept(first.publicUrl);
    await decline(second.publicUrl);
    const [mail, ...others] = await take();
    assert.deepEqual(others, []);
    assert.equal(mail?.subject, '2 events at Nordlicht');
    for (const part of [`accepted ${first.number}`, `declined ${second.number}`])
      assert.ok(mail?.text.includes(part), mail?.text);
  });

  test('once a day: one list in the morning of the account, and no email without events', async () => {
    const { account, member, reader } = await open();
    await account.patch('/account', { timeZone: 'Asia/Tokyo' });
    await choose(reader, ['accepted'], 'daily');
    await choose(member, ['overdue'], 'daily');
    const before = await send(account);
    await accept(before.publicUrl);
    assert.deepEqual(await take(), []);
    goTo(service(), 21);
    assert.deepEqual(await take(), [], 'it is six in Tokyo');
    goTo(service(), 22);
    const [mail, ...others] = await take();
    assert.deepEqual([mail?.to, others], [reader.email, []]);
    assert.equal(mail?.subject, `Ada Lovelace accepted ${before.number}.`);
    assert.deepEqual(await take(), []);
    service().clock.advance(DAY);
    assert.deepEqual(await take(), [], 'nothing has happened');
    const late = await send(account);
    await accept(late.publicUrl);
    assert.deepEqual(await take(), [], 'an event after a quiet day waits for the morning too');
    service().clock.advance(DAY);
    assert.deepEqual(
      (await take()).map(({ subject }) => subject),
      [`Ada Lovelace accepted ${late.number}.`],
    );
  });

  test('a change from once a day to at once tells what has waited, and an empty choice ends it', async () => {
    const { account, member } = await open();
    await choose(member, ['accepted', 'declined'], 'daily');
    const quote = await send(account);
    await accept(quote.publicUrl);
    await choose(member, ['declined'], 'daily');
    assert.deepEqual(await take(), [], 'other events at the same time of day wait on');
    await choose(member, ['accepted'], 'daily');
    await choose(member, ['accepted'], 'atOnce');
    assert.deepEqual(
      (await take()).map(({ to }) => to),
      [member.email],
    );
    await choose(member, [], 'atOnce');
    await accept((await send(account)).publicUrl);
    await choose(member, ['accepted'], 'atOnce');
    assert.deepEqual(await take(), [], 'nothing from the time without a choice');
  });

  test('who reads the address of the business is told once, as they chose', async () => {
    const { account, owner } = await open();
    await account.patch('/account', { email: 'team@nordlicht.example', replyTo: owner.email.toUpperCase() });
    const path = `/${account.accountId}/settings/notifications`;
    assert.match(
      (await owner.page(path)).text,
      /name="accepted" value="on" checked/,
      'as it is without a choice',
    );
    const notices = async () =>
      (await mailsOf(service(), account)).filter(({ to }) => to[0]?.address.toLowerCase() === owner.email);
    await accept((await send(account)).publicUrl);
    assert.deepEqual([(await notices()).length, await take()], [1, []]);
    await choose(owner, ['accepted'], 'atOnce');
    await accept((await send(account)).publicUrl);
    await decline((await send(account)).publicUrl);
    assert.deepEqual([(await notices()).length, await take()], [2, []], 'accepted once, declined not at all');
    await choose(owner, ['accepted', 'question', 'renewal'], 'daily');
    const quote = await send(account);
    await submit(quote.publicUrl, 'question', { question: 'When?' });
    await accept(quote.publicUrl);
    assert.deepEqual([(await notices()).length, await take()], [2, []], 'nothing at once');
    goTo(service(), 7);
    const [mail, ...others] = await take();
    assert.deepEqual([mail?.to, mail?.subject, others], [owner.email, '2 events at Nordlicht', []]);
  });

  test('who is removed, or may not enter, gets nothing, and who was erased is not named', async () => {
    const { account, owner, member, reader } = await open();
    for (const person of [owner, member, reader]) await choose(person, ['accepted'], 'daily');
    const { body: customer } = await account.post('/customers', {
      name: 'Grace Hopper',
      email: 'grace@example.com',
    });
    const quote = await sentQuote(account, { customerId: customer.id });
    await accept(quote.publicUrl, 'Grace Hopper');
    await owner.delete(`/users/${member.userId}`);
    await service().db.write((tx) => tx.run('UPDATE users SET totp = ? WHERE id = ?', 'x', owner.userId));
    const signInAgain = () =>
      service().db.write((tx) =>
        tx.run(
          'UPDATE sessions SET signed_in_at = ?, two_step = 1 WHERE user_id = ?',
          service().clock(),
          owner.userId,
        ),
      );
    await signInAgain();
    assert.equal((await owner.patch('/account', { requireTwoStep: true })).status, 200);
    goTo(service(), 7);
    assert.deepEqual(
      (await take()).map(({ to }) => to),
      [owner.email],
    );
    const second = await sentQuote(account, { customerId: customer.id });
    await accept(second.publicUrl, 'Grace Hopper');
    await signInAgain();
    const erased = await owner.post(`/customers/${customer.id}/erase`);
    assert.ok(erased.status < 300, erased.text);
    goTo(service(), 7);
    assert.ok((await take()).every(({ text, subject }) => !`${subject}${text}`.includes('Grace')));
  });
});

describe('two processes', { skip: !isEngineEnabled('postgres') }, () => {
  it('tell everyone once', async () => {
    const desk = await startMailDesk();
    const place = await makeDatabase('postgres');
    const options = { engine: 'postgres', place, env: { SMTP_URL: desk.url } } as const;
    const services = await Promise.all([startTestService(options), startTestService(options)]);
    try {
      const [first, second] = services;
      const account = await first.newAccount();
      const { accountId } = account;
      const people = await Promise.all(
        Array.from({ length: 12 }, () => signIn(first, { accountId, role: 'member' })),
      );
      await Promise.all(people.map((person) => choose(person, ['accepted'], 'daily')));
      await accept((await sentQuote(account, { customerId: account.customerId })).publicUrl);
      for (const service of [first, second]) goTo(service, 7);
      const mails = await takeMails(desk, first, second, first, second);
      assert.deepEqual(mails.map(({ to }) => to).sort(), people.map(({ email }) => email).sort());
    } finally {
      await Promise.all(services.map((service) => service.close()));
      await place.remove();
      await desk.close();
    }
  });
});
