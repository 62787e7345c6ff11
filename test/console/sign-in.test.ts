import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '../../src/actions/person/password-hash.ts';
import { createQuote } from '../support/api/quotes.ts';
import { openPage, personWith, signIn, tokenIn } from '../support/console/sign-in.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import {
  describeService,
  makeDatabase,
  startTestService,
  type TestService,
} from '../support/service/service.ts';

const OWNER = { name: 'Grace Hopper', email: 'grace@example.test', password: 'correct horse battery' };

describeService((service) => {
  const open = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
    openPage(service().url, path, form, { Origin: service().url, ...headers });
  const codeOf = (url: string | null) => new URL(url ?? '').searchParams.get('code') ?? '';

  test('the setup link makes one owner of all accounts, once, also when two press at once', async () => {
    const { setupUrl, url } = service();
    assert.match(setupUrl ?? '', /^http:\/\/localhost:\d+\/setup\?code=[\w-]{22}$/);
    const code = codeOf(setupUrl);
    const further = await service().newAccount();

    assert.equal((await open('/')).location, '/sign-in');
    assert.match((await open('/sign-in')).text, /not set up yet/);
    assert.equal((await open('/setup?code=wrong')).status, 410);
    const form = await open(`/setup?code=${code}`);
    assert.equal(form.status, 200);
    assert.equal(form.headers.get('Referrer-Policy'), 'same-origin');
    assert.match(form.text, new RegExp(`value="${code}"`));

    assert.equal((await open('/setup', { ...OWNER, code: 'wrong' })).status, 410);
    for (const wrong of [
      { name: ' ' },
      { email: 'grace' },
      { password: 'short' },
      { password: 'password12' },
    ]) {
      const refused = await open('/setup', { ...OWNER, ...wrong, code });
      assert.equal(refused.status, 400, JSON.stringify(wrong));
      assert.match(refused.text, /aria-invalid/);
      assert.doesNotMatch(refused.text, /short"|password12/, 'what was typed as a password is not sent back');
    }
    for (const origin of ['null', 'http://elsewhere.test']) {
      assert.equal((await open('/setup', { ...OWNER, code }, { Origin: origin })).status, 403);
    }

    const both = await Promise.all([1, 2].map(() => open('/setup', { ...OWNER, code })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410]);
    const entered = both.find(({ status }) => status === 303);
    assert.match(
      entered?.headers.get('Set-Cookie') ?? '',
      /^proffer_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=7776000$/,
    );
    const first = (await service().automation.get('/account')).body.id;
    const owner = personWith(service(), tokenIn(entered ?? form) ?? '', first);
    assert.equal((await owner.page('/')).location, `/${first}/`);
    assert.equal((await owner.patch('/account', { name: 'Hopper' })).status, 200);
    const there = { headers: { 'Proffer-Account': further.accountId } };
    assert.equal((await owner.patch('/account', { name: 'Further' }, there)).status, 200);

    assert.equal((await open(`/setup?code=${code}`)).status, 410);
    assert.equal((await open('/setup')).status, 410);
    assert.match((await fetch(`${url}/sign-in`).then((reply) => reply.text())).toString(), /Password/);
  });

  test('a password signs in, with a new token each time, and signing out ends the session', async () => {
    const password = await hashPassword('tide pool lantern');
    const person = await signIn(service(), { password, email: 'tide@example.test' });
    const form = { email: ' Tide@Example.test ', password: 'tide pool lantern', to: '/acc_x/quotes?page=2' };
    const entered = await open('/sign-in', form, { Cookie: person.cookie });
    assert.deepEqual([entered.status, entered.location], [303, '/acc_x/quotes?page=2']);
    const token = tokenIn(entered) ?? '';
    assert.notEqual(`proffer_session=${token}`, person.cookie);
    assert.equal((await person.get('/account')).status, 401, 'the session before has ended');

    const again = personWith(service(), token, person.accountId);
    assert.equal((await again.get('/account')).status, 200);
    assert.equal((await again.page('/sign-in')).location, '/');
    const out = await again.page('/sign-out', {});
    assert.deepEqual([out.status, out.location], [303, '/sign-in']);
    assert.match(out.headers.get('Set-Cookie') ?? '', /^proffer_session=; .*Max-Age=0$/);
    assert.equal((await again.get('/account')).status, 401);

    for (const to of [
      'https://evil.test/',
      '//evil.test',
      '/.//evil.test',
      '/..//evil.test/',
      '/.\\/evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
    ]) {
      assert.equal((await open('/sign-in', { ...form, to })).location, '/', to);
    }
  });

  test('a wrong password and an unknown person get the same page after the same work', async () => {
    const password = await hashPassword('tide pool lantern');
    const { email } = await signIn(service(), { password });
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const pages: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (const [who, address] of [
        ['known', email],
        ['unknown', 'nobody@example.test'],
      ] as const) {
        const begun = performance.now();
        const refused = await open('/sign-in', { email: address, password: 'wrong' });
        times[who]?.push(performance.now() - begun);
        assert.equal(refused.status, 401);
        // The challenge of a passkey is another each time.
        pages.push(refused.text.replace(address, '').replace(/ data-options="[^"]*"/, ''));
      }
    }
    assert.equal(new Set(pages).size, 1);
    const [known, unknown] = [Math.min(...(times.known ?? [])), Math.min(...(times.unknown ?? []))];
    assert.ok(unknown > known / 2, `unknown took ${unknown} ms, known ${known} ms`);
  });

  test('a session ends 14 days after its last use and 90 days after it began', async () => {
    const { clock } = service();
    const person = await signIn(service());
    for (let days = 0; days < 78; days += 13) {
      clock.advance(13 * DAY);
      assert.equal((await person.get('/account')).status, 200, `after ${days + 13} days`);
    }
    clock.advance(12 * DAY);
    assert.equal((await person.get('/account')).status, 401, 'after 90 days');
    const idle = await signIn(service());
    clock.advance(14 * DAY - MINUTE);
    assert.equal((await idle.get('/account')).status, 200);
    const gone = await signIn(service());
    clock.advance(14 * DAY);
    assert.equal((await gone.get('/account')).status, 401);
    assert.equal((await gone.page('/')).location, '/sign-in');
    await service().runJob('clean-up');
    const rows = await service().db.read.all('SELECT id FROM sessions WHERE user_id = ?', gone.userId);
    assert.deepEqual(rows, []);
  });

  test('a session calls the API in the account that it names, and what it does bears its name', async () => {
    const account = await service().newAccount();
    const other = await service().newAccount();
    const person = await signIn(service(), { accountId: account.accountId, role: 'member', name: 'Ida' });
    const quote = await createQuote(person, { customerId: account.customerId });
    const { data } = (await person.get(`/quotes/${quote.id}/events`)).body;
    assert.deepEqual(data[0].actor, { type: 'user', id: person.userId, name: 'Ida' });
    const raw = (headers: Record<string, string>) => fetch(`${service().url}/api/v1/quotes`, { headers });
    const { cookie: Cookie } = person;
    assert.equal((await raw({ Cookie })).status, 400);
    assert.equal((await raw({ Cookie, 'Proffer-Account': other.accountId })).status, 404);
    assert.equal((await raw({ Cookie, 'Proffer-Account': account.accountId })).status, 200);
    assert.equal((await raw({ Cookie: 'proffer_session=x', 'Proffer-Account': 'acc_x' })).status, 401);
    const key = { Authorization: `Bearer ${other.key}` };
    const byKey = await (await raw({ Cookie, 'Proffer-Account': account.accountId, ...key })).json();
    assert.equal((byKey as { pagination: { total: number } }).pagination.total, 0, 'a key comes first');
    assert.equal((await raw({ Cookie, Authorization: 'Bearer wrong' })).status, 401);
  });

  test('a forged request changes nothing, from another port, subdomain, scheme or nowhere', async () => {
    const person = await signIn(service());
    const { origin, host, port } = new URL(service().url);
    const call = (headers: Record<string, string>, method = 'PATCH') =>
      fetch(`${service().url}/api/v1/account`, {
        method,
        headers: { Cookie: person.cookie, 'Proffer-Account': person.accountId, ...headers },
        ...(method === 'PATCH' && { body: '{}' }),
      });
    const json = { 'Content-Type': 'application/json' };
    const forged: Record<string, string>[] = [
      {},
      { Origin: 'null' },
      { Origin: `http://127.0.0.1:${Number(port) + 1}` },
      { Origin: `http://sub.${host}` },
      { Origin: `https://${host}` },
      { Origin: `${origin}.evil.test` },
      { 'Sec-Fetch-Site': 'same-site', Origin: origin },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const headers of forged) {
      const refused = await call({ ...json, ...headers });
      assert.equal(refused.status, 403, JSON.stringify(headers));
      assert.equal(((await refused.json()) as { code: string }).code, 'cross_site');
      assert.equal((await call(headers, 'GET')).status, 200, 'reading is not refused');
    }
    const ours: Record<string, string>[] = [{ Origin: origin }, { 'Sec-Fetch-Site': 'same-origin' }];
    for (const headers of ours) {
      assert.equal((await call({ ...json, ...headers })).status, 200, JSON.stringify(headers));
    }
    for (const path of ['/sign-in', '/sign-out', '/setup']) {
      for (const headers of forged) {
        const { status } = await openPage(service().url, path, {}, { Cookie: person.cookie, ...headers });
        assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`);
      }
    }
    assert.equal((await person.get('/account')).status, 200, 'still signed in');
  });

  test('who tries many passwords is slowed down, and gets in with the right one', async () => {
    const password = await hashPassword('tide pool lantern');
    const { email } = await signIn(service(), { password });
    const tries: number[] = [];
    for (let times = 0; times < 11; times++) {
      const begun = performance.now();
      await open('/sign-in', { email, password: 'wrong' });
      tries.push(performance.now() - begun);
    }
    assert.ok((tries.at(-1) ?? 0) > 990, `the last one took ${tries.at(-1)} ms`);
    assert.ok(Math.min(...tries.slice(0, 10)) < 990);
    assert.equal((await open('/sign-in', { email, password: 'tide pool lantern' })).status, 303);
    const flood = await Promise.all(
      Array.from({ length: 7 }, () => open('/sign-in', { email, password: 'wrong' })),
    );
    const refused = flood.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0, 'those that would wait too long are told so');
    assert.match(refused[0]?.headers.get('Retry-After') ?? '', /^\d+$/);
  });

  test('replicas share one setup link, the newest, under PUBLIC_URL, with a cookie for https alone', async () => {
    const { engine } = service();
    const place = await makeDatabase(engine, { withTables: true });
    const env = { PUBLIC_URL: 'https://quotes.example' };
    const started: TestService[] = [];
    try {
      const older = await startTestService({ engine, place, env });
      started.push(older);
      assert.match(older.setupUrl ?? '', /^https:\/\/quotes\.example\/setup\?code=/);
      if (engine === 'sqlite') await started.pop()?.close();
      const newer = await startTestService({ engine, place, env });
      started.push(newer);
      const oldest = started[0]?.url ?? '';
      const ours = { Origin: 'https://quotes.example' };
      assert.equal((await openPage(oldest, `/setup?code=${codeOf(older.setupUrl)}`)).status, 410);
      const entered = await openPage(oldest, '/setup', { ...OWNER, code: codeOf(newer.setupUrl) }, ours);
      assert.equal(entered.status, 303);
      const cookie = entered.headers.get('Set-Cookie') ?? '';
      assert.match(
        cookie,
        /^__Host-proffer_session=\S+; HttpOnly; SameSite=Lax; Path=\/; Max-Age=\d+; Secure$/,
      );
      const statusWith = async (name: string) =>
        (await openPage(newer.url, '/', undefined, { Cookie: `${name}=${tokenIn(entered)}` })).location;
      assert.match((await statusWith('__Host-proffer_session')) ?? '', /^\/acc_/);
      assert.equal(await statusWith('proffer_session'), '/sign-in', 'a name that others can set');
    } finally {
      for (const one of started) await one.close();
      await place.remove();
    }
  });
});
