import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createQuote, quoteIn } from '../support/api/quotes.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const XSS = '"\'><script>alert(1)</script>\u202e';
const STATUSES = ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED'] as const;

describeService((service) => {
  let account: TestAccount;
  let member: TestPerson;
  let reader: TestPerson;
  let list: string;
  const ids: Record<string, string> = {};

  before(async () => {
    account = await service().newAccount();
    const { accountId } = account;
    member = await signIn(service(), { accountId, role: 'member', name: 'Grace Hopper' });
    reader = await signIn(service(), { accountId, role: 'reader' });
    list = `/${accountId}/quotes`;
    await account.patch('/account', { currency: 'EUR', timeZone: 'Europe/Berlin' });
    await account.put('/customers/cus_ada', { name: 'Ada Lovelace', email: 'ada@example.test' });
    await account.put('/customers/cus_adam', { name: 'Adam Smith', email: 'adam@example.test' });
    await account.put('/customers/cus_mute', { name: 'No Mail' });
    for (const status of STATUSES) ids[status] = (await quoteIn(account, status)).id;
    const nasty = {
      title: `Kitchen ${XSS}`,
      customerId: 'cus_ada',
      items: [{ description: 'x', quantity: 1, unitPrice: 77_777 }],
    };
    ids.nasty = (await createQuote(account, nasty)).id;
  });

  const shown = (text: string) =>
    [...text.matchAll(/<a data-open href="[^"]*\/(quo_\w+)"/g)].map(([, id]) => id);
  const read = async (query = '', person = member) => {
    const answer = await person.page(`${list}${query}`);
    assert.equal(answer.status, 200, answer.text);
    expectValidHtml(answer.text, query);
    return answer.text;
  };

  it('the list shows tabs with counts, the key fact, and the last event of each quote', async () => {
    const text = await read();
    assert.deepEqual(shown(text).sort(), Object.values(ids).sort());
    const tab = (name: string) => new RegExp(`>${name} <span class="count">(\\d+)<`).exec(text)?.[1];
    assert.deepEqual(['All', 'Draft', 'Sent', 'Invoiced'].map(tab), ['7', '2', '1', '1']);
    assert.match(text, /not opened yet<span class="narrow-inline"> · expires/);
    assert.match(text, /no reason given/);
    assert.match(text, /not sent yet/);
    assert.match(text, /INV-\d{4}-00001/);
    assert.match(text, /class="last">expired</);
    assert.doesNotMatch(text, /<script>alert/);
    const drafts = await read('?status=DRAFT');
    assert.deepEqual(shown(drafts).sort(), [ids.DRAFT, ids.nasty].sort());
    assert.match(drafts, /href="[^"]*status=DRAFT" aria-current="page"/);
  });

  it('the list filters by its URL, marks the match, and keeps the typed text', async () => {
    const found = await read('?search=kitchen&sort=validUntil');
    assert.deepEqual(shown(found), [ids.nasty]);
    assert.match(found, /<mark>Kitchen<\/mark>/);
    assert.match(found, /<option value="validUntil" selected>/);
    assert.match(found, /href="[^"]*\?sort=validUntil" aria-label="Remove filter: Search: kitchen"/);

    assert.deepEqual(shown(await read('?min=777,77&max=777.77&currency=EUR')), [ids.nasty]);
    assert.deepEqual(shown(await read('?min=777.78')), []);
    const today = new Date(service().clock()).toISOString().slice(0, 10);
    assert.equal(shown(await read(`?from=${today}&to=${today}`)).length, 7);
    assert.deepEqual(shown(await read('?from=2001-01-01&to=2001-12-31')), []);
  });

  it('the list reports filters that it cannot read, and ignores them', async () => {
    const text = await read('?from=30.2.2026&min=a+lot&status=NONE&sort=up&page=0&currency=XXY');
    assert.equal(shown(text).length, 7);
    assert.match(text, /Enter a valid date, such as 2026-11-30\./);
    assert.match(text, /Enter a three-letter currency code/);
    assert.match(await read('?min=a+lot'), /Enter an amount, such as 1,234\.50\./);
    assert.match(await read(`?search=${encodeURIComponent(XSS)}%00%ff`), /No matching quotes|data-row/);
  });

  it('the list names rules by which a browser may fetch a quote ahead', async () => {
    const { headers } = await reader.page(list);
    const path = /^"(\/assets\/prefetch-[0-9a-f]{12}\.json)"$/.exec(
      headers.get('Speculation-Rules') ?? '',
    )?.[1];
    const rules = await fetch(`${service().url}${path}`);
    assert.match(rules.headers.get('Content-Type') ?? '', /^application\/speculationrules\+json\b/);
    assert.match(await rules.text(), /"selector_matches":"a\[data-open\], \.back a,/);
    // The editor saves without leaving the page, so that pages fetched ahead would be out of date.
    const editor = await member.page(`${list}/${ids.DRAFT}/edit`);
    assert.equal(editor.headers.get('Speculation-Rules'), null);
  });

  it('the list finds quotes by the name of the customer, and its headings sort it', async () => {
    const own = await service().newAccount();
    const person = await signIn(service(), { accountId: own.accountId, role: 'reader' });
    const path = `/${own.accountId}/quotes`;
    await own.put('/customers/cus_oak', { name: 'Oakfield & Sons' });
    await own.put('/customers/cus_ash', { name: 'Ashby' });
    const priced = (unitPrice: number) => [{ description: 'Hedge', quantity: 1, unitPrice }];
    const made: string[] = [];
    for (const [customerId, amount, currency] of [
      ['cus_oak', 300, 'EUR'],
      ['cus_ash', 100, 'EUR'],
      ['cus_oak', 200, 'USD'],
      ['cus_ash', 400, 'EUR'],
    ] as const) {
      made.push((await createQuote(own, { customerId, currency, items: priced(amount) })).id);
    }
    const [a = '', b = '', c = '', d = ''] = made;
    const text = async (query: string) => (await person.page(`${path}${query}`)).text;
    const found = await text('?search=OAKfield');
    expectValidHtml(found, 'found by customer');
    assert.deepEqual(shown(found), [c, a]);
    assert.match(found, /<mark>Oakfield<\/mark> &amp; Sons/);
    const palette = JSON.parse((await person.page(`/${own.accountId}/palette?q=oakfield`)).text);
    const paths = palette.data.map((place: { path: string }) => place.path);
    assert.deepEqual(paths, ['customers/cus_oak', `quotes/${c}`, `quotes/${a}`]);
    const byName = await text('?sort=customerName');
    assert.deepEqual(shown(byName).slice(0, 2).sort(), [b, d].sort());
    assert.match(byName, /aria-sort="ascending"><a href="[^"]*sort=-customerName">/);
    const byTotal = await text('?sort=-total');
    assert.deepEqual(shown(byTotal), [d, a, b], 'only quotes of one currency are compared');
    assert.match(byTotal, /aria-sort="descending"><a href="[^"]*sort=total">/);
    assert.match(byTotal, /EUR<\/bdi>/, 'the currency is a filter that can be removed');
    assert.deepEqual(shown(await text('?sort=-total&currency=USD')), [c]);
    service().clock.advance(1000);
    await own.patch(`/quotes/${a}`, { notes: 'Changed last' });
    assert.equal(shown(await text('?sort=-lastEventAt'))[0], a);
  });

  it('the list accepts a customer name and offers a choice if several match', async () => {
    const one = await member.page(`${list}?customer=lovelace&search=kit`);
    assert.equal(one.location, `${list}?search=kit&customer=cus_ada`);
    assert.match(await read('?customer=cus_ada'), /Customer: <bdi>Ada Lovelace<\/bdi>/);
    const several = await read('?customer=ada');
    assert.match(several, /Several customers match “<bdi>ada<\/bdi>”/);
    assert.match(several, /href="[^"]*customer=cus_adam"/);
    assert.match(await read('?customer=nobody'), /No customer is named “nobody”/);
  });

  it('an empty list links to the next step', async () => {
    assert.match(await read('?search=zzz'), /No matching quotes.*Show all quotes/s);
    assert.match(await read('?page=99'), /beyond the end of the list.*Go to the first page/s);
    const fresh = await service().newAccount();
    const owner = await signIn(service(), { accountId: fresh.accountId });
    const empty = await owner.page(`/${fresh.accountId}/quotes`);
    assert.match(empty.text, /No quotes yet.*two minutes.*quotes\/new/s);
    assert.equal(empty.text.match(/data-new/g)?.length, 1);
    assert.match((await owner.page(`/${fresh.accountId}/quotes?status=SENT`)).text, /No quotes yet/);
  });

  it('the list has numbered pages', async () => {
    const busy = await service().newAccount();
    const owner = await signIn(service(), { accountId: busy.accountId });
    await Promise.all(Array.from({ length: 27 }, () => createQuote(busy, { customerId: busy.customerId })));
    const first = await owner.page(`/${busy.accountId}/quotes?sort=createdAt`);
    assert.equal(shown(first.text).length, 25);
    assert.match(first.text, /27 quotes/);
    assert.match(first.text, /rel="next" href="[^"]*\?sort=createdAt&amp;page=2"/);
    const second = await owner.page(`/${busy.accountId}/quotes?sort=createdAt&page=2`);
    assert.equal(shown(second.text).length, 2);
    assert.match(second.text, /rel="prev" href="[^"]*\?sort=createdAt"/);
  });

  it('a bulk action reports the outcome of each quote', async () => {
    const ada = await createQuote(account, { title: 'For Ada', customerId: 'cus_ada' });
    const mute = await createQuote(account, { title: 'For nobody', customerId: 'cus_mute' });
    const stale = await createQuote(account, { title: 'Changed', customerId: 'cus_ada' });
    const picks = (...quotes: { id: string; updatedAt?: string }[]) =>
      Object.fromEntries(quotes.map(({ id, updatedAt = '' }) => [`pick-${id}`, updatedAt]));
    const all = { ...picks(ada, mute, stale, { id: ids.CONVERTED ?? '' }), back: 'status=DRAFT&evil=1' };
    service().clock.advance(1000);
    await account.patch(`/quotes/${stale.id}`, { title: 'Changed meanwhile' });

    const ask = await member.page(`${list}/several`, { ...all, do: 'send' });
    expectValidHtml(ask.text, 'before several are sent');
    assert.match(ask.text, /Send 4 quotes\?/);
    assert.match(ask.text, /to <bdi>ada@example\.test/);
    assert.match(ask.text, /has no email address/);
    assert.match(ask.text, /has been invoiced/);
    assert.match(ask.text, /Send 2 quotes<\/button>/);
    assert.match(ask.text, new RegExp(`href="${list}\\?status=DRAFT"`));
    assert.equal((await account.get(`/quotes/${ada.id}`)).body.status, 'DRAFT', 'nothing happened yet');

    const sure = { ...all, do: 'send', sure: '1', once: fieldIn(ask.text, 'once') };
    const done = await member.page(`${list}/several`, sure);
    expectValidHtml(done.text, 'after several were sent');
    assert.match(done.text, /1 of 4 sent/);
    assert.match(done.text, /The email was captured, not delivered/);
    const entry = done.text.slice(done.text.indexOf(ada.id));
    assert.match(entry.slice(0, entry.indexOf('</li>')), /i-SENT/, 'the new status');
    assert.match(done.text, /changed in the meantime, so nothing was done/);
    const again = await member.page(`${list}/several`, sure);
    assert.match(again.text, /1 of 4 sent/);
    const { body } = await account.get(`/quotes/${ada.id}/events`);
    const sent = body.data.filter(({ type }: { type: string }) => type === 'sent');
    assert.deepEqual(
      sent.map((event: { actor: object }) => event.actor),
      [{ type: 'user', id: member.userId, name: 'Grace Hopper' }],
    );

    const sentAda = (await account.get(`/quotes/${ada.id}`)).body;
    const remind = await member.page(`${list}/several`, {
      ...picks(sentAda, mute),
      ...{ do: 'remind', sure: '1', once: 'r1' },
    });
    assert.match(remind.text, /1 of 2 reminders sent/);
    assert.match(remind.text, /has no link to this quote/);

    const lost = await member.page(`${list}/several`, { ...picks(mute), do: 'delete' });
    assert.match(lost.text, /The quotes are deleted permanently with their history, messages and files/);
    assert.match(lost.text, /Delete 1 quote permanently/);
    const gone = await member.page(`${list}/several`, {
      ...picks(mute, { id: ids.CONVERTED ?? '' }),
      do: 'delete',
      sure: '1',
    });
    assert.match(gone.text, /1 of 2 deleted/);
    assert.doesNotMatch(gone.text, new RegExp(`quotes/${mute.id}`), 'no link to what is gone');
    assert.equal((await account.get(`/quotes/${mute.id}`)).status, 404);
    const none = await member.page(`${list}/several`, { do: 'delete', back: 'search=kitchen' });
    assert.equal(none.status, 400);
    assert.match(none.text, /No quotes selected/);
    assert.deepEqual(shown(none.text), [ids.nasty], 'the list stays where it was');
    const unknown = await member.page(`${list}/several`, { ...picks(ada), do: 'explode' });
    assert.equal(unknown.status, 400);
  });

  it('the list exports all matches or the selected quotes', async () => {
    const all = await reader.page(`${list}/export?search=kitchen`);
    assert.match(all.headers.get('Content-Disposition') ?? '', /^attachment; filename="quotes\.csv"/);
    const [head, row, end] = all.text.split('\r\n');
    assert.match(head ?? '', /^\ufeff?ID,Number,Status/);
    assert.ok(row?.startsWith(ids.nasty ?? ''));
    assert.equal(end, '');
    const marked = await member.page(`${list}/several`, { [`pick-${ids.SENT}`]: '1', do: 'export' });
    assert.deepEqual([marked.status, marked.text.trim().split('\r\n').length], [200, 2]);
    assert.match(marked.text, new RegExp(`${ids.SENT}.*,SENT,`));
  });

  it('the list is read-only for readers', async () => {
    const text = await read('', reader);
    assert.doesNotMatch(text, /name="pick-|<button[^>]*name="do"|data-new/);
    assert.equal((await reader.page(`${list}/several`, { do: 'delete', sure: '1' })).status, 403);
    const stranger = await signIn(service(), { accountId: (await service().newAccount()).accountId });
    assert.equal((await stranger.page(list)).status, 404);
  });
});
