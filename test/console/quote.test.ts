import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OPTION_ITEMS } from '../fixtures/quote.ts';
import { ok, submit, visit } from '../support/api/customer.ts';
import { createQuote, quoteIn, sentQuote } from '../support/api/quotes.ts';
import { DESKTOP, expectGoodLooks, PHONE, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium, sharedViewer } from '../support/browser/shared-chromium.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import {
  type MailDesk,
  type Switchboard,
  startMailDesk,
  startSwitchboard,
} from '../support/mail/mail-desk.ts';
import { absentSmtpServer, readMail } from '../support/mail/smtp-servers.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { engines, startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const XSS = '"\'><script>alert(1)</script>\u202e';
const STAGES = [
  { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance' } },
  { label: 'Rest', type: 'rest', due: { when: 'completion' } },
];
const CHOICES = OPTION_ITEMS.map(({ id: _id, amount: _amount, discountAmount: _discount, ...item }) => item);

for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    let desk: MailDesk;
    let board: Switchboard;
    let account: TestAccount;
    let member: TestPerson;
    let reader: TestPerson;
    let base: string;

    before(async () => {
      desk = await startMailDesk();
      board = await startSwitchboard();
      board.connectTo(desk.url);
      service = await startTestService({
        engine,
        env: { SMTP_URL: board.url, MAIL_FROM: 'quotes@proffer.test' },
      });
      account = await service.newAccount({ kind: 'live', name: 'Nordlicht' });
      const { accountId } = account;
      base = `/${accountId}/quotes`;
      member = await signIn(service, {
        accountId,
        role: 'member',
        name: 'Grace Hopper',
        email: 'grace@nordlicht.test',
      });
      reader = await signIn(service, { accountId, role: 'reader' });
      ok(await account.patch('/account', { email: 'owner@nordlicht.test', timeZone: 'Europe/Berlin' }));
      ok(await account.put('/customers/cus_test', { name: 'Ada Lovelace', email: 'ada@example.test' }));
    });
    after(async () => {
      await service?.close();
      await board?.close();
      await desk?.close();
    });

    const read = async (path: string, person = member) => {
      const answer = await person.page(`${base}/${path}`);
      assert.equal(answer.status, 200, `${path}: ${answer.text.slice(0, 2000)}`);
      expectValidHtml(answer.text, path);
      return answer.text;
    };
    /** Submits a form of a page with its hidden fields and the given ones. */
    const press = async (page: string, path: string, fields: Record<string, string> = {}) =>
      member.page(`${base}/${path}`, {
        version: fieldIn(page, 'version'),
        once: fieldIn(page, 'once'),
        ...fields,
      });
    const eventsOf = async (id: string): Promise<Json[]> =>
      (await account.get(`/quotes/${id}/events`)).body.data;
    const statusOf = async (id: string) => (await account.get(`/quotes/${id}`)).body.status;

    it('each status has its sentence and its one next step', async () => {
      const expected: [string, RegExp, RegExp][] = [
        [
          'DRAFT',
          /The customer has not seen this quote yet/,
          /<a class="button" href="[^"]*\/send">Send quote</,
        ],
        [
          'SENT',
          /Sent to <bdi>ada@example\.test<\/bdi>.*not been opened yet.*You will get an email/s,
          /href="[^"]*\/remind">Remind customer<\/a>.*id="link"/s,
        ],
        ['ACCEPTED', /The next step is the invoice/, /href="[^"]*\/invoice">Create invoice</],
        ['DECLINED', /send it again/, /href="[^"]*\/edit">Revise quote</],
        ['EXPIRED', /without an answer/, /href="[^"]*\/renew">Renew quote</],
        ['CONVERTED', /can no longer be changed/, /href="[^"]*\/invoices\/inv_\w+">Open invoice <bdi>INV-/],
      ];
      for (const [status, sentence, step] of expected) {
        const { id } = await quoteIn(account, status);
        const page = await read(id);
        assert.match(page, sentence, status);
        assert.match(page, step, status);
        assert.match(page, new RegExp(`class="badge i-${status}"`));
        const look = await read(`${id}`, reader);
        assert.doesNotMatch(
          look,
          /\/q\/[\w-]{43}|<button class="button"|href="[^"]*\/(send|edit|renew|delete)"/,
          status,
        );
        const frame = await reader.page(`${base}/${id}/document`);
        assert.match(frame.headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'self'/);
        assert.match(frame.text, /Website redesign/);
        assert.doesNotMatch(frame.text, /<form|<input|<script/);
      }
    });

    it('the history counts the lines that a person changed in one sitting', async () => {
      const item = (description: string) => ({ description, quantity: 1, unitPrice: 1000 });
      const { id, items } = await createQuote(account, { items: ['A', 'B', 'C'].map(item) });
      const [a, b, c] = items;
      const save = async (body: object) =>
        assert.equal((await member.patch(`/quotes/${id}`, body)).status, 200);
      await save({
        items: [
          { ...item('A2'), id: a.id },
          { ...item('B'), id: b.id },
          { ...item('C'), id: c.id },
        ],
      });
      await save({
        items: [{ ...item('A3'), id: a.id }, { ...item('B'), id: b.id }, item('D')],
        terms: 'Now',
      });
      assert.match(await read(id), /changed <bdi>3 lines<\/bdi> and <bdi>the terms<\/bdi>\./);
      const { id: sorted, items: before } = await createQuote(account, { items: ['A', 'B'].map(item) });
      const reversed = before
        .map((line: Json, at: number) => ({ ...item('AB'[at] ?? ''), id: line.id }))
        .reverse();
      assert.equal((await member.patch(`/quotes/${sorted}`, { items: reversed })).status, 200);
      assert.match(await read(sorted), /changed <bdi>the lines<\/bdi>\./);
    });

    it('files are downloads, for readers too', async () => {
      const { id } = await createQuote(account);
      const body = Buffer.alloc(3_000_000, 'x');
      const headers = { Authorization: `Bearer ${account.key}`, 'Content-Type': 'text/html' };
      const put = await fetch(`${service.url}/api/v1/quotes/${id}/attachments/plan.html`, {
        method: 'PUT',
        headers,
        body,
      });
      assert.equal(put.status, 201);
      const file = await fetch(`${service.url}${base}/${id}/attachments/plan.html`, {
        headers: { Cookie: reader.cookie },
      });
      assert.match(file.headers.get('Content-Disposition') ?? '', /^attachment; filename="plan\.html"/);
      assert.match(file.headers.get('Content-Security-Policy') ?? '', /^sandbox/);
      assert.ok(body.equals(Buffer.from(await file.arrayBuffer())));
      assert.equal((await reader.page(`${base}/${id}/attachments/other`)).status, 404);
    });

    it('only members of this business can change a quote', async () => {
      const { id } = await sentQuote(account);
      const stranger = await signIn(service, { accountId: (await service.newAccount()).accountId });
      const actions = [
        'remind',
        'duplicate',
        'messages',
        'messages/read',
        'accept',
        'decline',
        'renew',
        'invoice',
      ];
      for (const action of [...actions, 'revoke', 'delete', 'send', 'send/test']) {
        assert.equal((await reader.page(`${base}/${id}/${action}`, { version: '1' })).status, 403, action);
        assert.equal((await stranger.page(`${base}/${id}/${action}`, { version: '1' })).status, 404, action);
        const forged = await member.page(`${base}/${id}/${action}`, { version: '1' }, { Origin: 'null' });
        assert.equal(forged.status, 403, action);
      }
      for (const page of ['', '/document', '/pdf', '/attachments/x', '/revisions/0/pdf']) {
        assert.equal((await stranger.page(`${base}/${id}${page}`)).status, 404, page);
      }
      for (const page of ['accept', 'delete', 'send', 'send/preview']) {
        assert.equal((await reader.page(`${base}/${id}/${page}`)).status, 403, page);
      }
      assert.equal((await member.page(`${base}/quo_nothing`)).status, 404);
      assert.equal(await statusOf(id), 'SENT');
    });

    it('a quote is sent with the typed text, once however often the button is pressed', async () => {
      const quote = await createQuote(account);
      const page = await read(`${quote.id}/send`);
      assert.equal(fieldIn(page, 'to'), 'ada@example.test');
      assert.equal(fieldIn(page, 'subject'), `Quote ${quote.number}: Website redesign`);
      assert.match(page, /Hello Ada Lovelace,\s+Nordlicht has prepared this quote/);
      const preview = await member.page(`${base}/${quote.id}/send/preview`, { message: `See ${XSS}` });
      assert.match(preview.headers.get('Content-Security-Policy') ?? '', /sandbox/);
      assert.match(preview.text, /See &quot;&#39;&gt;&lt;script&gt;/);
      assert.equal((await eventsOf(quote.id)).length, 1, 'nothing was sent by looking');

      const typed = {
        to: 'boss@example.test',
        cc: 'a@example.test, b@example.test',
        subject: 'Your kitchen',
        message: 'As said.',
      };
      const before = desk.mails.length;
      const held = desk.holdNext();
      const first = press(page, `${quote.id}/send`, typed);
      const mail = await held;
      const second = press(page, `${quote.id}/send`, typed);
      mail.accept();
      for (const answer of await Promise.all([first, second])) {
        assert.equal(answer.location, `${base}/${quote.id}?notice=sent`);
      }
      assert.equal(
        (await press(page, `${quote.id}/send`, typed)).location,
        `${base}/${quote.id}?notice=sent`,
      );
      assert.equal(desk.mails.length, before + 1);
      assert.deepEqual(mail.to, ['boss@example.test', 'a@example.test', 'b@example.test']);
      const letter = await readMail(mail.source);
      assert.equal(letter.subject, 'Your kitchen');
      assert.match(letter.text ?? '', /As said\./);
      assert.match(
        await read(`${quote.id}?notice=sent`),
        /Sent to <bdi>boss@example\.test<\/bdi>\. You will get an email/,
      );
      const [, sent] = await eventsOf(quote.id);
      assert.deepEqual(sent?.actor, { type: 'user', id: member.userId, name: 'Grace Hopper' });
    });

    it("a failed send shows the mail server's response and the fix, and keeps the text", async () => {
      const quote = await createQuote(account);
      const page = await read(`${quote.id}/send`);
      const typed = { to: 'ada@example.test', cc: '', subject: 'Kept', message: 'Kept too' };
      const held = desk.holdNext();
      const answer = press(page, `${quote.id}/send`, typed);
      (await held).refuse(550, 'No such <user> here');
      const refused = await answer;
      assert.equal(refused.status, 502);
      expectValidHtml(refused.text, 'refused');
      assert.match(
        refused.text,
        /rejected the email.*The mail server said: <bdi>[^<]*No such &lt;user&gt; here/s,
      );
      assert.equal(fieldIn(refused.text, 'subject'), 'Kept');
      board.connectTo(await absentSmtpServer());
      const away = await press(page, `${quote.id}/send`, typed);
      board.connectTo(desk.url);
      assert.equal(away.status, 503);
      assert.match(away.text, /cannot be reached/);
      assert.equal(await statusOf(quote.id), 'DRAFT');
      assert.match(
        await read(quote.id),
        /<bdi>Grace Hopper<\/bdi> could not send it to <bdi>ada@example\.test/,
      );

      const wrong = await press(page, `${quote.id}/send`, {
        to: 'nobody',
        cc: 'x@y.test, no',
        subject: 'x'.repeat(201),
        message: 'm'.repeat(5001),
      });
      assert.equal(wrong.status, 400);
      expectValidHtml(wrong.text, 'wrong');
      assert.match(
        wrong.text,
        /This is not an email address.*“<bdi>no<\/bdi>” is not an email.*200 characters.*5,000 characters/s,
      );
      const mute = await createQuote(account, { customerId: (await muteCustomer()).id });
      const none = await read(`${mute.id}/send`);
      assert.match(
        (await press(none, `${mute.id}/send`, { to: '' })).text,
        /Enter an email address: the customer has none/,
      );
    });

    async function muteCustomer(): Promise<Json> {
      return (await account.put('/customers/cus_mute', { name: 'Mute' })).body;
    }

    it('a test email goes to the person, and the customer gets nothing', async () => {
      const quote = await createQuote(account);
      const page = await read(`${quote.id}/send`);
      const before = desk.mails.length;
      const tried = await press(page, `${quote.id}/send/test`, {
        to: 'ada@example.test',
        subject: 'Try',
        message: 'Words',
      });
      assert.equal(tried.status, 200, tried.text);
      expectValidHtml(tried.text, 'tried out');
      assert.match(
        tried.text,
        /test was sent to <bdi>grace@nordlicht\.test<\/bdi>\. The customer did not get an email/,
      );
      const [mail] = desk.mails.slice(before);
      assert.deepEqual(mail?.to, ['grace@nordlicht.test']);
      const letter = await readMail(mail?.source ?? Buffer.from(''));
      assert.equal(letter.subject, 'Try');
      assert.ok(letter.attachments.some(({ mimeType }) => mimeType === 'application/pdf'));
      assert.doesNotMatch(letter.text ?? '', /\/q\//);
      assert.deepEqual([await statusOf(quote.id), (await eventsOf(quote.id)).length], ['DRAFT', 1]);
    });

    it('a concurrent change is reported and the action is not done', async () => {
      const { id } = await sentQuote(account);
      const page = await read(id);
      const pages = new Map<string, string>();
      const steps = ['accept', 'decline', 'renew', 'invoice', 'delete', 'send'];
      for (const step of steps) pages.set(step, await read(`${id}/${step}`));
      ok(await account.patch(`/quotes/${id}`, { title: 'Another title' }));
      const count = (await eventsOf(id)).length;
      for (const step of [...steps, 'remind']) {
        const fields = { date: '2999-01-01', to: 'ada@example.test' };
        const answer = await press(pages.get(step) ?? page, `${id}/${step}`, fields);
        assert.equal(answer.status, 412, step);
        assert.match(answer.text, /Another title.*changed in the meantime, so nothing was done/s, step);
      }
      assert.deepEqual([await statusOf(id), (await eventsOf(id)).length], ['SENT', count]);
    });

    it('a reminder is sent after the person has seen what it says, and nothing before', async () => {
      const { id } = await sentQuote(account);
      const count = desk.mails.length;
      assert.match(await read(id), new RegExp(`<a class="button" href="[^"]*/${id}/remind">Remind customer`));
      const ask = await read(`${id}/remind`);
      expectValidHtml(ask, 'reminder');
      assert.equal(desk.mails.length, count);
      assert.match(ask, /Sent to <bdi>ada@example\.test<\/bdi>.*It has not been opened yet\./s);
      const intro = 'has sent you this quote. The button below opens it.';
      assert.ok(ask.includes(intro), ask);
      assert.equal((await press(ask, `${id}/remind`)).location, `${base}/${id}?notice=reminded`);
      assert.equal(desk.mails.length, count + 1);
      const { text = '' } = await readMail(desk.mails.at(-1)?.source ?? Buffer.alloc(0));
      assert.ok(text.replaceAll(/\s+/g, ' ').includes(intro), text);
      assert.doesNotMatch(text, /expire soon/);
    });

    it('a customer who wants no more reminders gets none, and the page says so', async () => {
      const { id } = await sentQuote(account);
      const page = await read(id);
      assert.equal((await press(page, `${id}/remind`)).status, 303);
      const { text = '' } = await readMail(desk.mails.at(-1)?.source ?? Buffer.alloc(0));
      const url = /http\S+\/unsubscribe\/[\w-]+/.exec(text)?.[0] ?? '';
      assert.equal((await visit(url, { method: 'POST' })).status, 200);
      const [now, count] = [await read(id), desk.mails.length];
      assert.match(now, /<bdi>Ada Lovelace<\/bdi> asked for no more reminders of this quote\./);
      assert.match(now, /<bdi>Ada Lovelace<\/bdi> asked for no more reminders\.</);
      assert.match(now, /<a class="button" href="[^"]*\/send">Send quote again</);
      assert.doesNotMatch(now, /Remind customer/);
      const refused = await press(page, `${id}/remind`, { once: 'another press' });
      assert.deepEqual([refused.status, desk.mails.length], [409, count]);
      assert.match(refused.text, /asked for no more reminders of this quote, so none was sent/);
    });

    it('the customer and the business exchange messages, and the page shows which were read', async () => {
      const quote = await sentQuote(account);
      await submit(quote.publicUrl, 'question', { question: `Is it ${XSS}?` });
      const asked = await read(quote.id);
      assert.match(asked, /1 new message/);
      assert.match(asked, /<bdi>Ada Lovelace<\/bdi> wrote:.*Is it &quot;&#39;&gt;&lt;script&gt;/s);
      const empty = await press(asked, `${quote.id}/messages`, { text: '  ' });
      assert.deepEqual([empty.status, /Enter a message/.test(empty.text)], [400, true]);
      const long = await press(asked, `${quote.id}/messages`, { text: 'x'.repeat(5001) });
      assert.match(long.text, /5,000 characters/);
      const replies = await Promise.all(
        [1, 2].map(() =>
          press(asked, `${quote.id}/messages`, { text: 'Yes,\r\nit is.', upTo: fieldIn(asked, 'upTo') }),
        ),
      );
      assert.deepEqual(
        replies.map(({ location }) => location),
        Array(2).fill(`${base}/${quote.id}?notice=replied`),
      );
      const { body } = await account.get(`/quotes/${quote.id}/messages`);
      assert.deepEqual(body.data.map(({ author, text }: Json) => [author, text])[1], [
        'Grace Hopper',
        'Yes,\nit is.',
      ]);
      assert.equal(body.data.length, 2);
      assert.doesNotMatch(await read(quote.id), /new message/, 'who answers has read it');
      await submit(quote.publicUrl, 'question', { question: 'Really?' });
      const again = await read(quote.id);
      assert.match(again, /1 new message/);
      const marked = await press(again, `${quote.id}/messages/read`, { upTo: fieldIn(again, 'upTo') });
      assert.equal(marked.location, `${base}/${quote.id}?notice=read`);
      const now = await read(`${quote.id}?notice=read`);
      assert.match(now, /Marked as read\./);
      assert.doesNotMatch(now, /new message/);
    });

    it('accept, decline, extend and revoke are recorded with the person who did it', async () => {
      const quote = await sentQuote(account, { items: CHOICES });
      const ask = await read(`${quote.id}/accept`);
      assert.match(ask, /What did the customer choose\?.*Underfloor heating.*type="radio"/s);
      const lines: Json[] = quote.items;
      const at = (name: string) => lines.findIndex(({ description }) => description.startsWith(name));
      const chosen = {
        choosing: '1',
        [`take${at('Underfloor')}`]: 'on',
        [`choice${at('Door, plain')}`]: String(at('Door with glass')),
        [`quantity${at('Spare key')}`]: '3,0',
      };
      const wrong = await press(ask, `${quote.id}/accept`, {
        ...chosen,
        [`quantity${at('Spare key')}`]: '99',
      });
      assert.equal(wrong.status, 400);
      expectValidHtml(wrong.text, 'wrong quantity');
      assert.match(wrong.text, /value="99"[^>]*aria-invalid.*Enter a quantity from 1 to 5/s);
      // What was chosen stays chosen.
      assert.match(wrong.text, new RegExp(`name="take${at('Underfloor')}" checked`));
      assert.match(wrong.text, new RegExp(`value="${at('Door with glass')}" checked`));
      for (const _press of [1, 2]) {
        assert.equal(
          (await press(ask, `${quote.id}/accept`, chosen)).location,
          `${base}/${quote.id}?notice=accepted`,
        );
      }
      const { body } = await account.get(`/quotes/${quote.id}`);
      assert.equal(body.status, 'ACCEPTED');
      assert.deepEqual(
        ['Underfloor', 'Skirting', 'Door with glass', 'Door, plain'].map(
          (name) => body.items[at(name)].selected,
        ),
        [true, false, true, false],
      );
      assert.equal(body.items[at('Spare key')].quantity, 3);
      const page = await read(`${quote.id}?notice=accepted`);
      assert.match(page, /Recorded: the customer has accepted/);
      assert.match(page, /<bdi>Grace Hopper<\/bdi> recorded that the customer accepted it/);

      const no = await sentQuote(account);
      await press(await read(`${no.id}/decline`), `${no.id}/decline`);
      assert.equal(await statusOf(no.id), 'DECLINED');

      const late = await quoteIn(account, 'EXPIRED');
      const renew = await read(`${late.id}/renew`);
      for (const date of ['', '2026-02-30', '2001-01-01']) {
        assert.equal((await press(renew, `${late.id}/renew`, { date })).status, 400, date);
      }
      const until = new Date(service.clock() + 30 * 86_400_000).toISOString().slice(0, 10);
      assert.equal(
        (await press(renew, `${late.id}/renew`, { date: until })).location,
        `${base}/${late.id}?notice=renewed`,
      );
      const renewed = (await account.get(`/quotes/${late.id}`)).body;
      assert.deepEqual([renewed.status, /T2[123]:59:59\.999Z$/.test(renewed.validUntil)], ['SENT', true]);

      const link = (await account.get(`/quotes/${late.id}`)).body.publicUrl;
      await press(await read(`${late.id}/revoke`), `${late.id}/revoke`);
      assert.equal((await visit(link)).status, 404);
      assert.match(
        await read(`${late.id}?notice=revoked`),
        /links have been revoked.*links were revoked, so the customer cannot open it/s,
      );
    });

    it('a stage and then the rest are invoiced, once each', async () => {
      const quote = await createQuote(account, { paymentSchedule: STAGES });
      ok(await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
      const page = await read(quote.id);
      assert.match(page, /The next step is the invoice for “<bdi>Deposit<\/bdi>”/);
      const ask = await read(`${quote.id}/invoice?stage=0`);
      assert.match(ask, /name="stage" value="0" checked/);
      const bad = await press(ask, `${quote.id}/invoice`, { stage: '0', dueDate: '31.12.' });
      assert.equal(bad.status, 400);
      const wishes = { stage: '0', dueDate: '2027-01-31', paymentMethod: 'BANK_TRANSFER' };
      const made = await Promise.all([1, 2].map(() => press(ask, `${quote.id}/invoice`, wishes)));
      const { invoices } = (await account.get(`/quotes/${quote.id}`)).body;
      assert.equal(invoices.length, 1);
      assert.deepEqual(
        made.map(({ location }) => location),
        Array(2).fill(`/${account.accountId}/invoices/${invoices[0].id}?done=created`),
      );
      const invoice = (await account.get(`/invoices/${invoices[0].id}`)).body;
      assert.deepEqual(
        [invoice.dueDate, invoice.paymentMethod, invoice.stage.label],
        ['2027-01-31', 'BANK_TRANSFER', 'Deposit'],
      );
      const partly = await read(`${quote.id}?notice=invoiced`);
      assert.match(partly, /1 of 2 stages are invoiced.*for “<bdi>Rest<\/bdi>”/s);
      assert.doesNotMatch(partly, /href="[^"]*\/(delete|edit)"/);
      assert.match(
        (await member.page(`${base}/${quote.id}/delete`)).text,
        /Part of the quote has been invoiced/,
      );
      await changesWhatIsFree(quote.id, partly);
      await press(await read(`${quote.id}/invoice`), `${quote.id}/invoice`, { stage: '' });
      assert.equal(await statusOf(quote.id), 'CONVERTED');
      assert.match((await member.page(`${base}/${quote.id}/details`)).text, /has been invoiced/);
      assert.match((await member.page(`${base}/${quote.id}/send`)).text, /has been invoiced/);
    });

    /** After a stage is invoiced only the reference and the notes can be changed. */
    async function changesWhatIsFree(id: string, page: string): Promise<void> {
      const path = `${id}/details`;
      assert.match(page, new RegExp(`href="${base}/${path}">Edit reference and notes`));
      assert.equal((await member.page(`${base}/${id}/edit`)).location, `${base}/${path}`);
      const ask = await read(path);
      const long = await press(ask, path, { reference: 'r'.repeat(101), notes: 'Kept' });
      assert.equal(long.status, 400);
      assert.match(long.text, /Too long: at most 100 characters.*Kept<\/textarea>/s);
      const typed = { reference: ' PO 7 ', notes: 'Call first\r\nthen come' };
      const saved = await Promise.all([1, 2].map(() => press(ask, path, typed)));
      const done = `${base}/${id}?notice=saved`;
      assert.deepEqual(
        saved.map(({ location }) => location),
        [done, done],
      );
      const { reference, notes } = ok(await account.get(`/quotes/${id}`));
      assert.deepEqual([reference, notes], ['PO 7', 'Call first\nthen come']);
      assert.match(await read(`${id}?notice=saved`), /Saved\./);
      const late = await press(ask, path, { reference: 'other', notes: '' });
      assert.match(late.text, /has been changed in the meantime/);
      assert.equal((await reader.page(`${base}/${path}`)).status, 403);
    }

    it('a quote is duplicated once, and the delete page lists what is lost', async () => {
      const quote = await sentQuote(account, { title: `Copy ${XSS}` });
      const page = await read(quote.id);
      const copies = await Promise.all([1, 2].map(() => press(page, `${quote.id}/duplicate`)));
      assert.equal(copies[0]?.location, copies[1]?.location);
      const [, copyId] = /quotes\/(quo_\w+)\/edit\?notice=copy$/.exec(copies[0]?.location ?? '') ?? [];
      assert.match(await read(`${copyId}/edit?notice=copy`), /This is the copy/);
      const copy = ok(await account.get(`/quotes/${copyId}`));
      const clock = { timeZone: 'Europe/Berlin', hourCycle: 'h23', timeStyle: 'medium' } as const;
      const lastSecond = new Intl.DateTimeFormat('en', clock).format(Date.parse(copy.validUntil));
      assert.equal(lastSecond, '23:59:59', 'the copy is valid for whole days');
      const ask = await read(`${quote.id}/delete`);
      assert.match(ask, /deleted permanently.*link stops working.*Delete <bdi>Q-[\d-]+<\/bdi> permanently/s);
      const gone = await press(ask, `${quote.id}/delete`);
      assert.equal(gone.location, `${base}?deleted=${quote.number}`);
      assert.match((await member.page(gone.location ?? '')).text, new RegExp(`${quote.number} deleted`));
      assert.equal((await member.page(`${base}/${quote.id}`)).status, 404);
      assert.equal((await press(ask, `${quote.id}/delete`)).status, 404);
    });

    it('revisions list their changes and keep their PDFs; events are paginated', async () => {
      const quote = await sentQuote(account, {
        items: [{ description: 'Paint', quantity: 2, unitPrice: 5000 }],
      });
      ok(
        await account.patch(`/quotes/${quote.id}`, {
          items: [{ description: 'Paint, blue', quantity: 3, unitPrice: 5000 }],
        }),
      );
      ok(await account.post(`/quotes/${quote.id}/send`));
      const page = await read(quote.id);
      assert.match(
        page,
        /Revision 2, sent to.*Paint, blue.*Total before.*€100\.00.*€150\.00.*First revision/s,
      );
      for (const index of [0, 1]) {
        const pdf = await fetch(`${service.url}${base}/${quote.id}/revisions/${index}/pdf`, {
          headers: { Cookie: reader.cookie },
        });
        assert.equal(pdf.headers.get('Content-Type'), 'application/pdf');
        assert.equal((await pdf.text()).slice(0, 5), '%PDF-');
      }
      for (const index of ['2', '-1', 'x']) {
        assert.equal((await member.page(`${base}/${quote.id}/revisions/${index}/pdf`)).status, 404, index);
      }
      for (let n = 0; n < 50; n++) ok(await account.patch(`/quotes/${quote.id}`, { notes: `note ${n}` }));
      const first = await read(quote.id);
      assert.equal(first.match(/<li class="event/g)?.length, 50);
      const [, before] = /\?before=(evt_\w+)#history/.exec(first) ?? [];
      const earlier = await read(`${quote.id}?before=${before}`);
      assert.match(earlier, /created the quote.*/s);
      assert.match(earlier, /Latest events/);
      assert.doesNotMatch(earlier, /<textarea/);
    });

    // Pages do not depend on the engine, so one engine is enough for the browser.
    if (engine !== engines()[0]) return;
    testAll('in a browser every status is accessible, fits a phone, and needs no script', async () => {
      const open = await sentQuote(account, {
        items: CHOICES,
        terms: 'Terms',
        notes: 'Note',
        title: `Kitchen ${XSS}`,
      });
      await submit(open.publicUrl, 'question', { question: 'When?' });
      const staged = await createQuote(account, { paymentSchedule: STAGES });
      ok(await account.patch(`/quotes/${staged.id}`, { status: 'ACCEPTED' }));
      const [declined, expired] = [await quoteIn(account, 'DECLINED'), await quoteIn(account, 'EXPIRED')];
      const paths = [
        '',
        '?search=kit&min=x',
        '?status=EXPIRED',
        `/${open.id}`,
        `/${staged.id}`,
        `/${declined.id}`,
      ];
      paths.push(
        `/${open.id}/send`,
        `/${open.id}/accept`,
        `/${staged.id}/invoice?stage=0`,
        `/${expired.id}/renew`,
        `/${open.id}/delete`,
      );
      const viewer = await sharedViewer();
      const reader = { viewport: DESKTOP, locale: 'en-GB' };
      await withVisitor(viewer, service.url, reader, async (page, context) => {
        await context.addCookies([member.browserCookie]);
        for (const path of paths) await expectGoodLooks(page, `${service.url}${base}${path}`);
      });
      const browser = await sharedChromium();
      await withVisitor(browser, service.url, reader, async (page, context) => {
        await context.addCookies([member.browserCookie]);
        await page.goto(`${service.url}${base}/${open.id}`);
        const frame = page.frameLocator('.paper iframe');
        await frame.getByText('Underfloor heating').waitFor();
        await page.locator('.paper iframe[style*="block-size"]').waitFor();
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.getByRole('button', { name: 'Copy link' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        assert.equal(await page.evaluate('navigator.clipboard.readText()'), open.publicUrl);
        await page.goto(`${service.url}${base}`);
        await page.locator('[data-mark-all]').check();
        assert.match((await page.locator('[data-marked]').textContent()) ?? '', /^\d+$/);
        await page.locator('[data-row] input').first().uncheck();
        assert.equal(await page.evaluate('document.querySelector("[data-mark-all]").indeterminate'), true);
      });
      await withVisitor(
        browser,
        service.url,
        { viewport: PHONE, locale: 'ar', javaScriptEnabled: false },
        async (page, context) => {
          await context.addCookies([member.browserCookie]);
          const draft = await createQuote(account);
          await page.goto(`${service.url}${base}/${draft.id}/send`);
          assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
          await page.locator('#message').fill('Written by hand');
          await page.locator('button[formtarget]').click();
          await page.frameLocator('.preview iframe').getByText('Written by hand').last().waitFor();
          await page.locator('main form button').first().click();
          await page.waitForURL(`**/${draft.id}?notice=sent`);
          assert.equal(await statusOf(draft.id), 'SENT');
        },
      );
    });
  });
}
