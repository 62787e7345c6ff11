import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import { HOUR } from '../support/service/clock.ts';
import type { TestAccount } from '../support/service/service.ts';

const NOTE = 'Steep, but they insist. <b>Look</b>';

describeSending((service, desk) => {
  /** Returns the emails about a quote to each address since the last call. */
  async function newMails(): Promise<Record<string, { subject: string; text: string }>> {
    desk().mails.splice(0);
    await service().runJob('user mails');
    const mails = desk().mails.map(async ({ to, source }) => {
      const { subject = '', text = '' } = await PostalMime.parse(source);
      return [to.join(), { subject, text }] as const;
    });
    return Object.fromEntries(await Promise.all(mails));
  }

  async function submit(person: TestPerson, id: string, action: string, form: Record<string, string> = {}) {
    const path = `/${person.accountId}/quotes/${id}`;
    const { text } = await person.page(path);
    const seen = { version: fieldIn(text, 'version'), once: fieldIn(text, 'once') };
    const { status } = await person.page(`${path}/${action}`, { ...seen, ...form });
    assert.equal(status, 303, action);
  }

  async function openAccount() {
    const api = await service().newAccount({ name: 'Nordlicht' });
    const { accountId } = api;
    const owner = await signIn(service(), { accountId, name: 'Olga' });
    const approver = await signIn(service(), { accountId, name: 'Abe', role: 'member' });
    const member = await signIn(service(), { accountId, name: 'Mia', role: 'member' });
    await owner.patch(`/users/${approver.userId}`, { mayApprove: true });
    await owner.patch('/account', { approval: { totalFrom: 100_000, marginBelow: 20 } });
    return { api, owner, approver, member };
  }

  async function draft(
    person: TestPerson,
    { customerId }: TestAccount,
  ): Promise<{ id: string; number: string }> {
    const items = [{ description: 'Roof', quantity: 1, unitPrice: 123_400 }];
    return (await person.post('/quotes', { customerId, title: 'A new roof', items })).body;
  }

  test('those who may approve are asked in their language, and the asker learns the decision', async () => {
    const { api, owner, approver, member } = await openAccount();
    await service().db.write((tx) =>
      tx.run('UPDATE users SET locale = ? WHERE id = ?', 'de', approver.userId),
    );
    const { id, number } = await draft(member, api);
    await submit(member, id, 'request-approval', { note: NOTE });
    const asked = await newMails();
    assert.deepEqual(Object.keys(asked).sort(), [approver.email, owner.email].sort());
    const { subject, text } = asked[owner.email] ?? { subject: '', text: '' };
    assert.equal(subject, `Mia asks you to approve ${number}`);
    for (const part of [NOTE, 'Nordlicht', 'total reaches the limit', 'margin is too low'])
      assert.ok(text.includes(part), text);
    assert.ok(text.includes(`${service().url}/${api.accountId}/quotes/${id}`), text);
    assert.doesNotMatch(text, /1[.,]?234|100[.,]?000|20 ?%/, 'no figures');
    assert.equal(asked[approver.email]?.subject, `Mia bittet Sie um die Freigabe von ${number}`);

    await submit(approver, id, 'reject', { note: 'No' });
    const rejected = await newMails();
    assert.deepEqual(Object.keys(rejected), [member.email]);
    assert.equal(rejected[member.email]?.subject, `Abe rejected ${number}`);
    assert.match(rejected[member.email]?.text ?? '', /\bNo\b/);
    await submit(member, id, 'request-approval', { [`to:${owner.userId}`]: 'on' });
    assert.deepEqual(Object.keys(await newMails()), [owner.email], 'only the chosen one');
    await submit(owner, id, 'approve');
    assert.equal((await newMails())[member.email]?.subject, `Olga approved ${number}`);
  });

  test('an approver who has changed the quote cannot decide, and is not asked, unless nobody else is left', async () => {
    const { api, owner, approver, member } = await openAccount();
    const { id } = await draft(member, api);
    await approver.patch(`/quotes/${id}`, { title: 'A newer roof' });
    await submit(member, id, 'request-approval');
    assert.deepEqual(Object.keys(await newMails()), [owner.email]);
    await owner.patch(`/quotes/${id}`, { title: 'The newest roof' });
    await submit(member, id, 'request-approval');
    assert.deepEqual(Object.keys(await newMails()).sort(), [approver.email, owner.email].sort());
  });

  test('everybody is asked once about the same content', async () => {
    const { api, owner, approver, member } = await openAccount();
    const { id } = await draft(member, api);
    const key = service().client((await service().newKey(api.accountId, 'draft')).secret);
    const ask = async (body: object) => {
      const { status, headers } = await key.post(`/quotes/${id}/request-approval`, body);
      assert.equal(status, 200);
      return { etag: headers.get('ETag'), asked: Object.keys(await newMails()) };
    };
    const first = await ask({ to: [approver.userId], note: 'Please' });
    assert.deepEqual(first.asked, [approver.email]);
    assert.deepEqual(await ask({ to: [approver.userId], note: 'Now' }), { ...first, asked: [] });
    const { text } = await member.page(`/${api.accountId}/quotes/${id}`);
    assert.ok(text.includes(`to:${owner.userId}`) && !text.includes(`to:${approver.userId}`));
    const all = await ask({});
    assert.deepEqual(all.asked, [owner.email], 'the approver knows it already');
    assert.notEqual(all.etag, first.etag);
    for (const body of [{}, { to: [owner.userId] }, { note: 'Now' }])
      assert.deepEqual(await ask(body), { ...all, asked: [] });
    assert.ok(!(await member.page(`/${api.accountId}/quotes/${id}`)).text.includes('/request-approval"'));
    await key.patch(`/quotes/${id}`, { title: 'Another roof' });
    assert.deepEqual((await ask({})).asked.sort(), [approver.email, owner.email].sort());
  });

  test('a key that asks again and again fills no mailbox', async () => {
    const { api, owner, approver, member } = await openAccount();
    const key = service().client((await service().newKey(api.accountId, 'draft')).secret);
    // A key may ask ten times per hour about one quote.
    const ids = [(await draft(member, api)).id, (await draft(member, api)).id];
    const subjects: string[] = [];
    let asked = 0;
    const ask = async (title: string) => {
      const id = ids[asked++ % 2];
      await key.patch(`/quotes/${id}`, { title });
      const { status } = await key.post(`/quotes/${id}/request-approval`, { to: [owner.userId], note: NOTE });
      assert.equal(status, 200);
      const mail = (await newMails())[owner.email];
      if (mail) subjects.push(mail.subject);
      return mail;
    };
    for (let time = 1; time < 10; time++) await ask(`Roof ${time}`);
    const last = await ask('Roof 10');
    assert.equal(last?.subject, 'Several quotes wait for your approval');
    assert.ok(last.text.includes(`${service().url}/${api.accountId}`), last.text);
    assert.ok(!last.text.includes(NOTE), 'nothing in words of the key');
    for (let time = 11; time < 14; time++) assert.equal(await ask(`Roof ${time}`), undefined);
    assert.equal(subjects.length, 10);
    assert.equal((await key.post(`/quotes/${ids[0]}/request-approval`, {})).status, 200);
    assert.deepEqual(
      Object.keys(await newMails()),
      [approver.email],
      'each approver has a limit of their own',
    );
    service().clock.advance(HOUR);
    assert.match((await ask('An hour later'))?.subject ?? '', /asks you to approve/);
  });

  test('nobody gets an email about what they did themselves', async () => {
    const { api, owner, approver } = await openAccount();
    const { id } = await draft(owner, api);
    await submit(owner, id, 'request-approval');
    assert.deepEqual(Object.keys(await newMails()), [approver.email]);
    const alone = await draft(approver, api);
    await submit(owner, alone.id, 'approve');
    assert.deepEqual(await newMails(), {}, 'nobody asked');
  });
});
