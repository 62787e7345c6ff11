import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ok, readSeen, submit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { createClient, type Json } from '../support/service/client.ts';
import { engines, makeDatabase, TEST_KEY } from '../support/service/service.ts';
import { type SpawnedService, spawnTestService } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const SIGNERS = ['Ada', 'Bob', 'Eve'].map((name, at) => ({
  ...{ name, email: `${name.toLowerCase()}@example.com`, order: at < 2 ? 1 : 2 },
}));
const QUOTES = 2;
/** Requests after which the process is killed: each round at another step of the signatures. */
const KILL_AFTER = [1, 2, 4];

for (const engine of engines()) {
  describe(`kill -9 between the steps of a signature, on ${engine}`, () => {
    test('no signature is lost or counted twice, and everybody is invited', {
      timeout: 180_000,
    }, async () => {
      const place = await makeDatabase(engine, { withTables: true });
      const env = { ...place.env, LOG_LEVEL: 'silent' };
      let service: SpawnedService | undefined;
      try {
        service = await spawnTestService(env);
        const api = () => createClient({ url: service?.url ?? '', key: TEST_KEY });
        const ids: string[] = [];
        for (let n = 0; n < QUOTES; n++) {
          ids.push((await sentQuote(api(), { customerId: 'cus_demo', signers: SIGNERS })).id);
        }
        const signed = new Set<string>();
        for (const after of [...KILL_AFTER, Number.POSITIVE_INFINITY]) {
          const { url } = service;
          const isDone = () => signed.size === QUOTES * SIGNERS.length;
          let answers = 0;
          let killed: Promise<unknown> | undefined;
          const signAll = async (id: string) => {
            for (const { email } of SIGNERS) {
              if (killed || signed.has(`${id} ${email}`)) continue;
              const link = await findLink(api(), id, email, url);
              const { status } = await submit(link, 'accept', { name: email, ...(await readSeen(link)) });
              // The response of a signature may have been lost with the process.
              assert.ok([303, 409].includes(status), `${status}`);
              signed.add(`${id} ${email}`);
              if (++answers === after) killed = service?.stop('SIGKILL');
            }
          };
          const results = await Promise.allSettled(ids.map(signAll));
          const broken = results.filter((result) => result.status === 'rejected' && !killed);
          assert.deepEqual(broken, []);
          if (!killed) break;
          await killed;
          service = await spawnTestService(env);
          for (const key of signed) {
            const [id = '', email = ''] = key.split(' ');
            const { signers } = ok(await api().get(`/quotes/${id}`));
            const own = signers.find((signer: Json) => signer.email === email);
            assert.ok(own.signedAt, 'an acknowledged signature survives');
          }
          if (isDone()) break;
        }
        for (const id of ids) {
          const quote = ok(await api().get(`/quotes/${id}`));
          assert.equal(quote.status, 'ACCEPTED');
          const { signatures } = ok(await api().get(`/quotes/${id}/acceptance`));
          assert.deepEqual(
            signatures.map(({ email }: Json) => email).sort(),
            SIGNERS.map(({ email }) => email),
          );
          const types = ok(await api().get(`/quotes/${id}/events`)).data.map(({ type }: Json) => type);
          assert.equal(types.filter((type: string) => type === 'accepted').length, 1);
          assert.equal(types.filter((type: string) => type === 'signed').length, 3);
        }
      } finally {
        await service?.stop('SIGKILL');
        await place.remove();
      }
    });
  });
}

/** Waits for the email to the signer: it is their turn, and they have a link. */
function findLink(
  api: ReturnType<typeof createClient>,
  id: string,
  email: string,
  url: string,
): Promise<string> {
  return until(async () => {
    const { signers } = ok(await api.get(`/quotes/${id}`));
    const { publicUrl } = signers.find((signer: Json) => signer.email === email);
    return publicUrl ? url + new URL(publicUrl).pathname : undefined;
  });
}
