import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventTypes, mailsOf, ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { ITEM, sentQuote } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import {
  engines,
  makeDatabase,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service/service.ts';

const NAMES = ['Ada', 'Bob', 'Eve', 'Kim'];
const signers = (orders = [1, 1, 1, 1]) =>
  NAMES.map((name, at) => ({ name, email: `${name.toLowerCase()}@example.com`, order: orders[at] }));
const OPTION = { ...ITEM, description: 'Extra', optional: true, selected: false };
const ROUNDS = 4;

for (const engine of engines()) {
  describe(`Signers at the same moment, on ${engine}`, () => {
    let place: Awaited<ReturnType<typeof makeDatabase>>;
    const services: TestService[] = [];
    let account: TestAccount;
    before(async () => {
      place = await makeDatabase(engine, { withTables: true });
      services.push(await startTestService({ engine, place }));
      // SQLite has one process, in which requests compete as well.
      if (engine === 'postgres') {
        services.push(await startTestService({ engine, place, now: services[0]?.clock() ?? 0 }));
      }
      account = await first().newAccount();
      ok(await account.patch('/account', { email: 'owner@example.com' }));
    });
    after(async () => {
      for (const service of services) await service.close();
      await place?.remove();
    });
    const first = () => services[0] as TestService;

    /** The links of a sent quote, by turns at each process. */
    async function open(more: object = {}): Promise<{ id: string; links: string[] }> {
      const { id } = await sentQuote(account, { signers: signers(), ...more });
      const { signers: invited } = ok(await account.get(`/quotes/${id}`));
      const links = invited.map(({ publicUrl }: Json, at: number) => {
        const service = services[at % services.length] as TestService;
        return publicUrl && service.url + new URL(publicUrl).pathname;
      });
      return { id, links };
    }

    async function sign(link: string, seen: object, more: object = {}): Promise<number> {
      return (await submit(link, 'accept', { name: 'Somebody', ...seen, ...more })).status;
    }

    test('all sign at once: one acceptance with every signature, and the last one twice changes nothing', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, links } = await open();
        const seen = await readSeen(links[0] as string);
        const twice = [...links, ...links.slice(-1), ...links.slice(0, 1)];
        const statuses = await Promise.all(twice.map((link) => sign(link, seen)));
        assert.deepEqual([...statuses].sort(), [303, 303, 303, 303, 409, 409]);
        const record = ok(await account.get(`/quotes/${id}/acceptance`));
        assert.deepEqual(
          record.signatures.map(({ email }: Json) => email).sort(),
          signers().map(({ email }) => email),
        );
        const types = await eventTypes(account, id);
        assert.deepEqual(types.filter((type) => type === 'accepted').length, 1);
        assert.deepEqual(types.filter((type) => type === 'signed').length, 4);
      }
    });

    test('of two selections at the same moment one is fixed, and the other is refused', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, links } = await open({ items: [ITEM, OPTION] });
        const seen = await readSeen(links[0] as string);
        const chosen = [{ choosing: '1', take1: 'on' }, { choosing: '1' }];
        const statuses = await Promise.all(links.slice(0, 2).map((link, at) => sign(link, seen, chosen[at])));
        assert.deepEqual([...statuses].sort(), [303, 409]);
        const quote = ok(await account.get(`/quotes/${id}`));
        assert.equal(quote.total, statuses[0] === 303 ? 20_000 : 10_000);
        assert.equal(quote.signers.filter(({ signedAt }: Json) => signedAt).length, 1);
      }
    });

    test('an edit and a revocation while all sign leave no signature of another content', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, links } = await open();
        const seen = await readSeen(links[0] as string);
        const edit = account.patch(`/quotes/${id}`, { title: `Round ${round}` });
        await Promise.all([...links.map((link) => sign(link, seen)), edit]);
        const quote = ok(await account.get(`/quotes/${id}`));
        const signed = quote.signers.filter(({ signedAt }: Json) => signedAt);
        assert.equal(
          signed.length,
          0,
          `${quote.status}: the edit voids those before it, and ends those after it`,
        );
        assert.ok(['SENT', 'DRAFT'].includes(quote.status));

        const other = await open();
        const latest = await readSeen(other.links[0] as string);
        const revoke = account.delete(`/quotes/${other.id}/links`);
        const statuses = await Promise.all([...other.links.map((link) => sign(link, latest)), revoke]);
        const after = ok(await account.get(`/quotes/${other.id}`));
        const done = statuses.filter((status) => status === 303).length;
        assert.equal(after.signers.filter(({ signedAt }: Json) => signedAt).length, done);
        assert.equal(after.status === 'ACCEPTED', done === 4);
        for (const link of other.links) assert.equal((await visit(link)).status, 404);
      }
    });

    test('the next order is invited once, however many sign before it at the same moment', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, links } = await open({
          signers: signers([1, 1, 1, 2]),
          title: `Order ${engine} ${round}`,
        });
        const seen = await readSeen(links[0] as string);
        await Promise.all(links.slice(0, 3).map((link) => sign(link, seen)));
        await Promise.all(services.map((service) => service.runJob('outbox')));
        const mails = await mailsOf(first(), account);
        const invited = mails.filter(
          ({ to, subject }) =>
            to[0]?.address === 'kim@example.com' && subject.endsWith(`Order ${engine} ${round}`),
        );
        assert.equal(invited.length, 1);
        const { signers: all } = ok(await account.get(`/quotes/${id}`));
        assert.ok(all[3].sentAt);
      }
    });
  });
}
