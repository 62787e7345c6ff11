import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import { send } from '../support/mail/sendings.ts';
import { readMail } from '../support/mail/smtp-servers.ts';
import { startTestService, type TestAccount } from '../support/service/service.ts';

describeSending((service, desk) => {
  function open(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    return fetch(`${service().url}/outbox${path}`, { method, redirect: 'manual', headers });
  }
  const withKey = ({ key }: { key: string }) => ({ Authorization: `Bearer ${key}` });
  const asJson = (account: { key: string }) => ({ ...withKey(account), Accept: 'application/json' });

  async function list(
    account: TestAccount,
  ): Promise<{ id: string; subject: string; attachments: string[] }[]> {
    return ((await (await open('', asJson(account))).json()) as { data: [] }).data;
  }

  async function logIn(fields: Record<string, string>, headers: Record<string, string> = {}) {
    return fetch(`${service().url}/outbox/login`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(fields),
    });
  }

  it('the email of a test account is captured although there is a mail server', async () => {
    const api = await service().newAccount({ kind: 'test' });
    const quote = await sentQuote(api);
    assert.equal(quote.status, 'SENT');
    assert.equal(desk().mails.length, 0);
    const mails = await list(api);
    assert.equal(mails.length, 1);
    assert.ok(mails[0]?.subject.includes(quote.number));
    const [, event] = (await api.get(`/quotes/${quote.id}/events`)).body.data;
    assert.equal(event.data.captured, true);
  });

  it('a captured email can be read in every form', async () => {
    const api = await service().newAccount({ kind: 'test' });
    const quote = await sentQuote(api, { title: 'Shed <script>alert(1)</script> 見積書' });
    const [entry] = await list(api);
    assert.ok(entry);
    assert.equal(entry.attachments.length, 1);
    const mail = (await (await open(`/${entry.id}`, asJson(api))).json()) as {
      text: string;
      html: string;
      messageId: string;
    };
    assert.ok(mail.text.includes(quote.publicUrl));

    const page = await open('', withKey(api));
    assert.match(page.headers.get('Content-Type') ?? '', /^text\/html/);
    assert.equal(page.headers.get('Cache-Control'), 'no-store');
    assert.match(page.headers.get('Content-Security-Policy') ?? '', /frame-src 'self'/);
    assert.ok((await page.text()).includes('Shed &lt;script&gt;'));
    const letter = await (await open(`/${entry.id}`, withKey(api))).text();
    assert.match(letter, /<iframe [^>]*sandbox="allow-popups[^"]*"/);
    assert.doesNotMatch(letter, /<script>alert/);

    const frame = await open(`/${entry.id}/html`, withKey(api));
    const policy = frame.headers.get('Content-Security-Policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /sandbox allow-popups/);
    assert.doesNotMatch(policy, /allow-scripts|allow-same-origin/);
    assert.equal(frame.headers.get('X-Frame-Options'), 'SAMEORIGIN', 'our own page frames it');
    assert.match(policy, /frame-ancestors 'self'/);
    assert.ok((await frame.text()).includes('Shed &lt;script&gt;'));

    const source = await open(`/${entry.id}/source`, withKey(api));
    assert.equal(source.headers.get('Content-Type'), 'message/rfc822');
    const parsed = await readMail(Buffer.from(await source.arrayBuffer()));
    assert.equal(parsed.messageId, mail.messageId);
    assert.ok(parsed.subject?.includes('見積書'));

    const pdf = await open(`/${entry.id}/attachments/0`, withKey(api));
    assert.equal(pdf.headers.get('Content-Type'), 'application/pdf');
    assert.match(pdf.headers.get('Content-Disposition') ?? '', /^attachment; filename=/);
    const shown = await fetch(`${quote.publicUrl}/pdf`);
    assert.equal(shown.status, 200);
    const [sentFile, shownFile] = [await pdf.bytes(), await shown.bytes()];
    assert.ok(Buffer.from(sentFile).equals(shownFile), 'the file that the page of the customer gives');
    for (const index of ['1', '-1', 'x', '__proto__', 'length']) {
      assert.equal((await open(`/${entry.id}/attachments/${index}`, withKey(api))).status, 404);
    }
  });

  it('only the holder of a key with write scope sees captured emails', async () => {
    const api = await service().newAccount({ kind: 'test' });
    await sentQuote(api);
    const [entry] = await list(api);
    const other = await service().newAccount({ kind: 'test' });
    assert.deepEqual(await list(other), []);
    const reader = { key: (await service().newKey(api.accountId, 'read')).secret };
    for (const path of [
      '',
      `/${entry?.id}`,
      ...['html', 'source', 'attachments/0'].map((part) => `/${entry?.id}/${part}`),
    ]) {
      if (path !== '') assert.equal((await open(path, withKey(other))).status, 404, path);
      assert.equal((await open(path, withKey(reader))).status, 403, path);
      const stranger = await open(path);
      assert.equal(stranger.status, 401, path);
      assert.match(await stranger.text(), /action="\/outbox\/login"/);
      assert.equal((await open(path, { Accept: 'application/json' })).status, 401);
      assert.equal((await open(path, withKey({ key: 'prf_test_nonsense' }))).status, 401);
    }
    assert.equal((await open('/mail_nothing', asJson(api))).status, 404);
  });

  it('a browser signs in with the form until the key is revoked', async () => {
    const api = await service().newAccount({ kind: 'test' });
    await sentQuote(api);
    assert.equal((await logIn({})).status, 400);
    assert.equal((await logIn({ key: 'prf_test_nonsense' })).status, 401);
    assert.equal((await logIn({ key: api.key }, { Origin: 'https://evil.test' })).status, 400);
    assert.equal((await logIn({ key: api.key }, { 'Sec-Fetch-Site': 'cross-site' })).status, 400);
    const { secret: reader } = await service().newKey(api.accountId, 'read');
    assert.equal((await logIn({ key: reader })).status, 401);

    const welcome = await logIn({ key: ` ${api.key}\n` });
    assert.equal(welcome.status, 303);
    assert.equal(welcome.headers.get('Location'), '/outbox');
    const set = welcome.headers.get('Set-Cookie') ?? '';
    assert.match(set, /; Path=\/outbox; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    assert.ok(!set.includes(api.key), 'the cookie does not show the key');
    const cookie = set.split(';')[0] ?? '';
    assert.equal((await open('', { Cookie: `a=b; ${cookie}` })).status, 200);
    assert.match(await (await open('', { Cookie: cookie })).text(), /action="\/outbox\/logout"/);
    const leave = (headers: Record<string, string>) =>
      open('/logout', { Cookie: cookie, ...headers }, 'POST');
    assert.equal((await leave({ 'Sec-Fetch-Site': 'cross-site' })).headers.get('Set-Cookie'), null);
    const left = await leave({});
    assert.deepEqual([left.status, left.headers.get('Location')], [303, '/outbox']);
    assert.match(left.headers.get('Set-Cookie') ?? '', /^proffer_outbox=; Path=\/outbox; .*; Max-Age=0$/);
    const forged = cookie.slice(0, -2) + (cookie.endsWith('AA') ? 'BB' : 'AA');
    assert.equal((await open('', { Cookie: forged })).status, 401);

    await service().db.write((tx) =>
      tx.run('UPDATE keys SET revoked_at = ? WHERE id = ?', service().clock(), api.keyId),
    );
    service().clock.advance(500);
    assert.equal((await open('', { Cookie: cookie })).status, 401);
    assert.equal((await open('', withKey(api))).status, 401);
  });

  it('the cookie expires', async () => {
    const api = await service().newAccount({ kind: 'test' });
    const cookie = ((await logIn({ key: api.key })).headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    service().clock.advance(12 * 3_600_000 - 1);
    assert.equal((await open('', { Cookie: cookie })).status, 200);
    service().clock.advance(1);
    assert.equal((await open('', { Cookie: cookie })).status, 401);
  });
});

it('without a mail server all emails are captured, and the whole journey works', async () => {
  const service = await startTestService();
  try {
    const api = await service.newAccount({ kind: 'live' });
    const { id } = await createQuote(api);
    const { status, body } = await send(api, id);
    assert.deepEqual([status, body.status], [200, 'SENT']);
    const headers = { Authorization: `Bearer ${api.key}`, Accept: 'application/json' };
    const { data } = (await (await fetch(`${service.url}/outbox`, { headers })).json()) as { data: [] };
    assert.equal(data.length, 1);
    assert.equal((await fetch(body.publicUrl)).status, 200);
  } finally {
    await service.close();
  }
});
