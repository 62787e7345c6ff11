import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from '../../src/actions/people/passwords/password-hash.ts';
import { createQuote } from '../support/api/quotes.ts';
import { hashCheaply } from '../support/console/cheap-hash.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { openPage, type PageAnswer, personWith, signIn, tokenIn } from '../support/console/sign-in.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import {
  describeService,
  makeDatabase,
  startTestService,
  type TestService,
} from '../support/service/service.ts';

const OWNER = {
  ...{ business: 'Hopper & Co', name: 'Grace Hopper' },
  ...{ email: 'grace@example.test', password: 'correct horse battery' },
};

describeService(
  (service, isFirstEngine) => {
    const open = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
      openPage(service().url, path, form, { Origin: service().url, ...headers });
    const codeOf = (url: string | null) => new URL(url ?? '').searchParams.get('code') ?? '';

    /** The country suggests settings; nothing but the country is stored before the owner confirms them. */
    async function confirmSuggestions(
      owner: ReturnType<typeof personWith>,
      accountId: string,
      location: string | null | undefined,
    ): Promise<void> {
      const path = `/${accountId}/settings/start`;
      assert.equal(location, path);
      const before = (await owner.get('/account')).body;
      assert.deepEqual(
        [before.name, before.country, before.currency, before.defaultTaxRate],
        ['Rosa Gardens', 'GB', 'EUR', null],
      );
      const { text } = await owner.page(path);
      expectValidHtml(text, 'suggested settings');
      assert.match(text, /value="GBP" selected/);
      assert.match(text, /value="Europe\/London" selected/);
      assert.match(text, /The standard rate \(United Kingdom\) is 20%/);
      const seen = { version: fieldIn(text, 'version'), was: '{}' };
      const wanted = { currency: 'GBP', locale: 'en-GB', timeZone: 'Europe/London' };
      const wrong = await owner.page(path, { ...seen, ...wanted, defaultTaxRate: 'much' });
      assert.equal(wrong.status, 400);
      const saved = await owner.page(path, { ...seen, ...wanted, defaultTaxRate: '17.5' });
      assert.deepEqual([saved.status, saved.location], [303, `/${accountId}/`]);
      const after = (await owner.get('/account')).body;
      assert.deepEqual(
        [after.currency, after.locale, after.timeZone, after.defaultTaxRate],
        ['GBP', 'en-GB', 'Europe/London', 17.5],
      );
    }

    test('the setup link creates one owner of all accounts, once, also for concurrent requests', async () => {
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
      const faults: Record<string, string>[] = [
        { name: ' ' },
        { email: 'grace' },
        { email: 'grace@example..test' },
        { business: ' ' },
        { business: 'x'.repeat(201) },
        { country: 'Atlantis' },
        { password: 'short' },
        { password: 'password12' },
        { password: 'qwerty123456' },
        { password: 'Grace-Hopper1906' },
        { password: 'my business 2024' },
        { business: 'Rosa Gardens', password: 'rosa gardens 24' },
      ];
      for (const wrong of faults) {
        const refused = await open('/setup', { ...OWNER, ...wrong, code });
        assert.equal(refused.status, 400, JSON.stringify(wrong));
        assert.match(refused.text, /aria-invalid/);
        assert.doesNotMatch(
          refused.text,
          /short"|password12/,
          'what was typed as a password is not sent back',
        );
      }
      for (const origin of ['null', 'http://elsewhere.test']) {
        assert.equal((await open('/setup', { ...OWNER, code }, { Origin: origin })).status, 403);
      }

      const business = { business: ' Rosa Gardens ', country: 'GB' };
      const both = await Promise.all([1, 2].map(() => open('/setup', { ...OWNER, ...business, code })));
      assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410]);
      const entered = both.find(({ status }) => status === 303);
      assert.match(
        entered?.headers.get('Set-Cookie') ?? '',
        /proffer_session=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=7776000/,
      );
      deviceIn(entered ?? form);
      const first = (await service().automation.get('/account')).body.id;
      const owner = personWith(service(), tokenIn(entered ?? form) ?? '', first);
      assert.equal((await owner.page('/')).location, `/${first}/`);
      await confirmSuggestions(owner, first, entered?.location);
      assert.equal((await owner.get('/account')).body.email, 'grace@example.test', 'that of its owner');
      assert.equal((await owner.patch('/account', { name: 'Hopper' })).status, 200);
      const there = { headers: { 'Proffer-Account': further.accountId } };
      assert.equal((await owner.patch('/account', { name: 'Further' }, there)).status, 200);

      assert.equal((await open(`/setup?code=${code}`)).status, 410);
      assert.equal((await open('/setup')).status, 410);
      assert.match((await fetch(`${url}/sign-in`).then((reply) => reply.text())).toString(), /Password/);
    });

    test('a password signs in with a new token each time, and signing out ends the session', async () => {
      const password = hashCheaply('tide pool lantern');
      const person = await signIn(service(), { password, email: 'tide@example.test' });
      const form = {
        email: ' Tide@Example.test ',
        password: 'tide pool lantern',
        to: '/acc_x/quotes?page=2',
      };
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
      const fastest = (who: string) => Math.min(...(times[who] ?? []));
      // A busy machine may have to try again for a time that only the work takes.
      for (let round = 0; round < 4 || (round < 20 && fastest('unknown') <= fastest('known') / 2); round++) {
        for (const [who, address] of [
          ['known', email],
          ['unknown', 'nobody@example.test'],
        ] as const) {
          const begun = performance.now();
          const refused = await open('/sign-in', { email: address, password: 'wrong' });
          times[who]?.push(performance.now() - begun);
          assert.equal(refused.status, 401);
          // The passkey challenge differs each time.
          pages.push(refused.text.replace(address, '').replace(/ data-options="[^"]*"/, ''));
        }
      }
      assert.equal(new Set(pages).size, 1);
      const [known, unknown] = [fastest('known'), fastest('unknown')];
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

    test("a session calls the API in the account that it names, and its changes bear its person's name", async () => {
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

    test('a forged request changes nothing, from another port, subdomain, scheme or without an origin', async () => {
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

    test('a network that tries many passwords is slowed down, but a known device in it is not', async () => {
      const { clock } = service();
      clock.advance(MINUTE);
      const known = await signIn(service(), { password: hashCheaply('tide pool lantern') });
      const right = { email: known.email, password: 'tide pool lantern' };
      const device = deviceIn(await open('/sign-in', right));
      const { email } = await signIn(service(), { password: hashCheaply('unknown') });
      const attempt = () => open('/sign-in', { email, password: 'wrong' });
      await Promise.all(Array.from({ length: 29 }, attempt));
      const begun = performance.now();
      assert.equal((await attempt()).status, 401);
      assert.ok(performance.now() - begun > 490, 'the 31st try within a minute waits');

      const flood = startAttack(service().url, email, 62, () => ({}));
      try {
        await flood.firstAnswer;
        const [byDevice, other] = await Promise.all([
          open('/sign-in', right, device),
          open('/sign-in', right),
        ]);
        assert.deepEqual([byDevice.status, other.status], [303, 303], 'the persons of a network take turns');
        assert.ok(flood.statuses().includes(429), 'tries that would wait too long are refused');
      } finally {
        await flood.stop();
      }
    });

    // Hashing does not depend on the engine, so one engine is enough.
    const testOnce = isFirstEngine ? test : () => {};
    testOnce('200 concurrent hostile sign-ins from as many networks lock out no device', async () => {
      // A quarter of the real cost: still much more than a request costs otherwise.
      const password = hashCheaply('tide pool lantern', { memory: 9728 });
      const { email } = await signIn(service(), { password });
      const right = { email, password: 'tide pool lantern' };
      const device = deviceIn(await open('/sign-in', right, { 'X-Forwarded-For': '192.0.2.1' }));
      const hashMs = [await measureHash(password)];
      const attack = startAttack(service().url, email, 200, (n) => ({
        'X-Forwarded-For': `198.51.100.${n}`,
      }));
      const attempt = async (headers: Record<string, string>) => {
        const [from, before] = [performance.now(), attack.answers()];
        const { status } = await open('/sign-in', right, headers);
        return { status, ms: performance.now() - from, answersBefore: attack.answers() - before };
      };
      try {
        await attack.firstAnswer;
        const [known, fresh] = await Promise.all([
          attempt({ ...device, 'X-Forwarded-For': '192.0.2.2' }),
          attempt({ 'X-Forwarded-For': '192.0.2.3' }),
        ]);
        assert.deepEqual([known.status, fresh.status], [303, 303]);
        assert.ok(known.answersBefore <= 20, `a known device waited for ${known.answersBefore}`);
        assert.ok(fresh.answersBefore <= 220, `a new device waited for ${fresh.answersBefore}`);
        assert.deepEqual(attack.statuses(), [401], 'nobody is refused a place to wait');
        await attack.stop();
        hashMs.push(await measureHash(password));
        // The documented limit, or on a busy machine the time of twice as many hashes.
        const busyMs = 2 * Math.max(...hashMs);
        assert.ok(known.ms < Math.max(2_000, 20 * busyMs), `a known device took ${known.ms} ms`);
        assert.ok(fresh.ms < Math.max(10_000, 220 * busyMs), `a new device took ${fresh.ms} ms`);
      } finally {
        await attack.stop();
      }
    });

    test('processes share one setup link, the newest, under PUBLIC_URL, with a cookie for https only', async () => {
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
        const cookies = entered.headers.getSetCookie();
        assert.match(
          cookies.find((cookie) => cookie.includes('session')) ?? '',
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
  },
  { env: { TRUST_PROXY: 'on' } },
);

/** Returns the cookie that identifies a device. */
function deviceIn({ headers }: PageAnswer): { Cookie: string } {
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith('proffer_device='));
  assert.match(line ?? '', /; HttpOnly; SameSite=Lax; Path=\/; Max-Age=31536000$/);
  return { Cookie: line?.split(';')[0] ?? '' };
}

/** Returns milliseconds per hash, with two concurrent hashes as in the service. */
async function measureHash(hash: string): Promise<number> {
  const begun = performance.now();
  await Promise.all(Array.from({ length: 8 }, () => isPassword('how long it takes', hash)));
  return (performance.now() - begun) / 8;
}

/** Keeps this many wrong sign-ins of one person in flight. */
function startAttack(url: string, email: string, count: number, headersOf: (n: number) => object) {
  const controller = new AbortController();
  const { signal } = controller;
  const { promise: firstAnswer, resolve } = Promise.withResolvers<void>();
  const statuses: number[] = [];
  const attackers = Array.from({ length: count }, async (_, n) => {
    while (!signal.aborted) {
      const body = new URLSearchParams({ email, password: 'wrong' });
      const headers = { Origin: url, ...headersOf(n) };
      const reply = await fetch(`${url}/sign-in`, { method: 'POST', body, headers, signal }).catch(
        () => null,
      );
      if (!reply) return;
      await reply.arrayBuffer().catch(() => {});
      statuses.push(reply.status);
      resolve();
      if (reply.status === 429) return;
    }
  });
  return {
    firstAnswer,
    answers: () => statuses.length,
    statuses: () => [...new Set(statuses)],
    async stop() {
      controller.abort();
      await Promise.all(attackers);
    },
  };
}
