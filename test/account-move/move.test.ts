import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeForMove, reopenAccount } from '../../src/actions/account/close-account.ts';
import { deleteAccount } from '../../src/actions/account/delete-account.ts';
import { planMove, runMove, undoMove } from '../../src/actions/account/move/move-between.ts';
import { openField } from '../../src/actions/account/sealing/sealed-field.ts';
import { findMailAccountRow } from '../../src/store/tables/mail/mail-accounts.ts';
import { makeTwoInstallations, type TwoInstallations } from '../support/account-export/two-installations.ts';
import { visit } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { IS_ALL, testAll } from '../support/run/all.ts';
import { command } from '../support/service/command.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { readServiceSealing } from '../support/service/sealing.ts';
import { type Engine, everyEngine, TEST_KEY } from '../support/service/service.ts';
import { listRowsByTable } from '../support/store/find-text.ts';
import { listRowsOfOthers } from '../support/store/rows-of-others.ts';
import { until } from '../support/until.ts';

const every = everyEngine().flatMap((from) => everyEngine().map((to) => [from, to] as const));
const used = IS_ALL ? every : every.filter(([from, to]) => from !== to || every.length === 1).slice(0, 1);

for (const [from, to] of every) {
  describe(`An account is moved from ${from} to ${to}`, { skip: !isUsed(from, to) }, () => {
    it('and is in use there, with its keys, people, links and sealed values', async () => {
      await withTwo(from, to, async (two) => {
        const { account, filled } = two;
        const run = (...more: string[]) =>
          command([
            ...[
              'move',
              '--account',
              account.accountId,
              '--from',
              two.places.source,
              '--to',
              two.places.target,
            ],
            ...['--from-secret', two.files.source, '--to-secret', two.files.target, ...more],
          ]);
        const before = await readBoth(two);
        const planned = await run('--dry-run', '--json');
        assert.equal(planned.code, 0, planned.stderr);
        const plan = JSON.parse(planned.stdout);
        assert.deepEqual(
          plan.people.map(({ email, knownAs }: { email: string; knownAs?: string }) => [
            email,
            knownAs !== undefined,
          ]),
          [
            ['grace@example.test', false],
            ['alan@example.test', true],
          ],
        );
        assert.deepEqual([plan.unopened, plan.lostLinks], [{}, 2]);
        const kept = JSON.parse((await run('--dry-run', '--json', '--keep-links')).stdout);
        assert.equal(kept.lostLinks, 0);
        assert.deepEqual(await readBoth(two), before);

        const moved = await run('--json');
        assert.equal(moved.code, 0, moved.stderr);
        assert.equal(JSON.parse(moved.stdout).rows, plan.rows);
        const after = await readBoth(two);
        assert.deepEqual(omit(after.others, ['settings']), omit(before.others, ['settings']));
        const names = (rows: object[] = []) => (rows as { name: string }[]).map(({ name }) => name);
        const joined = names(after.others.settings).filter(
          (name) => !names(before.others.settings).includes(name),
        );
        assert.deepEqual(joined, [`joined ${account.accountId}`]);
        const closed = ['accounts', 'closed_accounts'];
        assert.deepEqual(omit(after.source, closed), omit(before.source, closed));
        assert.equal(after.source.closed_accounts?.length, 1);
        const again = await run();
        assert.deepEqual(
          [again.code, /moved into the target already/.test(again.stderr)],
          [1, true],
          again.stderr,
        );

        const target = await two.start('target');
        try {
          const api = target.client(account.key);
          assert.equal((await api.get('/quotes')).body.data.length, 4);
          assert.equal((await api.get('/quotes?q=Draft')).body.data.length, 1);
          for (const { id } of filled.quotes) {
            const { publicUrl } = (await api.get(`/quotes/${id}`)).body;
            if (publicUrl) assert.equal((await visit(publicUrl)).status, 200);
          }
          await createQuote(api);
          // It is older than all accounts of the target, and yet not that of its operator.
          const first = (await target.automation.get('/account')).body.id;
          assert.notEqual(first, account.accountId);
          assert.equal((await metrics(target.url, account.key)).status, 403);
          assert.equal((await metrics(target.url, TEST_KEY)).status, 200);
          // The signature of the acceptance can be checked here.
          const [decision] = after.source.decisions as { kid: string }[];
          const keys = await fetch(`${target.url}/.well-known/jwks.json`);
          assert.ok((await keys.text()).includes(decision?.kid ?? '?'));
          const mail = await findMailAccountRow(target.db.read, account.accountId);
          const sealing = await readServiceSealing(target);
          const place = { ownerId: account.accountId, field: 'mail password' } as const;
          assert.ok(filled.secrets.includes(openField({ sealing }, place, mail?.password ?? '') ?? '?'));
          const people = await target.db.read.all<object>(
            `SELECT email, password FROM memberships JOIN users ON users.id = user_id WHERE account_id = ? ORDER BY email`,
            account.accountId,
          );
          assert.deepEqual(
            people.map((person) => ({ ...person })),
            [
              { email: 'alan@example.test', password: 'at the target' },
              { email: 'grace@example.test', password: 'hers' },
            ],
          );
        } finally {
          await target.close();
        }
      });
    });

    testAll('again after it was killed anywhere, and nothing starts on the target until then', async () => {
      await withTwo(from, to, async (two) => {
        const before = await readBoth(two);
        for (const point of ['copy quotes', 'copy documents', 'verify customers', 'verify feed']) {
          const { move, close } = await two.open();
          const onProgress = ({ step, table }: { step: string; table: string }) => {
            if (`${step} ${table}` === point) throw new Error('the power went out');
          };
          await assert.rejects(runMove({ ...move, onProgress }), /power/);
          await close();
          await assert.rejects(two.start('target'), /has not ended/);
        }
        const meddled = await two.open();
        await meddled.move.to.write((tx) =>
          tx.run(`UPDATE customers SET name_key = 'x' WHERE account_id = ?`, two.account.accountId),
        );
        await assert.rejects(runMove(meddled.move), /customers is not the same in both databases/);
        await meddled.close();
        const undone = await two.open();
        const { rows } = await undoMove(undone.move);
        assert.ok(rows > 50);
        await undone.close();
        const after = await readBoth(two);
        assert.deepEqual(omit(after.source, ['accounts']), omit(before.source, ['accounts']));
        assert.deepEqual(after.others, before.others);
      });
    });

    it('and ends where it was verified, if the power goes out then', async () => {
      await withTwo(from, to, async (two) => {
        const before = await readBoth(two);
        const { move, close } = await two.open();
        const plan = await planMove(move);
        // The source stays closed once the target has been verified.
        let isVerifying = false;
        const write: typeof move.to.write = (work, hint) =>
          isVerifying ? Promise.reject(new Error('the power went out')) : move.to.write(work, hint);
        const onProgress = ({ step }: { step: string }) => (isVerifying = step === 'verify');
        await assert.rejects(runMove({ ...move, to: { ...move.to, write }, onProgress }), /power/);
        await assert.rejects(undoMove(move), /repeat the move to finish it/);
        const again = () => assert.fail('all rows were verified');
        assert.equal((await runMove({ ...move, onProgress: again })).rows, plan.rows);
        await close();
        const { others } = await readBoth(two);
        assert.deepEqual(omit(others, ['settings']), omit(before.others, ['settings']));
        await (await two.start('target')).close();
      });
    });

    testAll('and back, and away again', async () => {
      await withTwo(from, to, async (two) => {
        const { move, close } = await two.open();
        const { source, target } = move.secrets;
        const back = { ...move, from: move.to, to: move.from, secrets: { source: target, target: source } };
        const { rows } = await runMove(move);
        for (const next of [back, move]) {
          await assert.rejects(runMove(next), /already/);
          await deleteAccount({ db: next.to }, move.accountId);
          assert.equal((await runMove(next)).rows, rows);
        }
        await close();
      });
    });

    testAll('not if the target has something of it, and says what', async () => {
      await withTwo(from, to, async (two) => {
        const target = await two.start('target');
        const places = [
          '--from',
          two.places.source,
          '--to',
          two.places.target,
          '--from-secret',
          two.files.source,
        ];
        const args = ['move', '--account', two.account.accountId, ...places];
        const running = await command(args);
        assert.deepEqual(
          [running.code, /is running|is using/.test(running.stderr)],
          [1, true],
          running.stderr,
        );
        const source = await two.start('source');
        const [key] = await source.db.read.all<{ hash: string }>(
          'SELECT hash FROM keys WHERE account_id = ?',
          two.account.accountId,
        );
        await source.close();
        const other = await target.newAccount();
        await target.db.write((tx) =>
          tx.run('UPDATE keys SET hash = ? WHERE account_id = ?', key?.hash ?? '', other.accountId),
        );
        await target.close();
        const before = await readBoth(two);
        const unknown = await command(args);
        assert.deepEqual(
          [unknown.code, /--to-secret is missing/.test(unknown.stderr)],
          [2, true],
          unknown.stderr,
        );
        const wrong = await command([...args, '--to-secret', two.files.source]);
        assert.deepEqual([wrong.code, /--to-secret is not/.test(wrong.stderr)], [2, true], wrong.stderr);
        const { move, close } = await two.open();
        await assert.rejects(runMove(move), /already:\n- an API key: key_/);
        await assert.rejects(runMove({ ...move, accountId: 'acc_none' }), /no account acc_none/);
        await assert.rejects(undoMove(move), /is unfinished/);
        await close();
        assert.deepEqual(await readBoth(two), before);
      });
    });
  });
}

describe('A move from a database that services use', { skip: !isEngineEnabled('postgres') }, () => {
  it('has every write that was acknowledged, and rejects the others, by whichever process', async () => {
    await withTwo('postgres', everyEngine()[0] ?? 'postgres', async (two) => {
      const [first, second] = [await two.start('source'), await two.start('source')];
      const acknowledged: string[] = [];
      const statuses = new Set<number>();
      let isOver = false;
      const writers = [first, second, first, second].map(async (service) => {
        const api = service.client(two.account.key);
        while (!isOver) {
          const { status, body } = await api.post('/customers', { name: 'Written meanwhile' });
          statuses.add(status);
          if (status === 201) acknowledged.push(body.id);
        }
      });
      const { move, close } = await two.open();
      try {
        await until(() => acknowledged.length > 20);
        // A process that was killed after the source was closed leaves it closed; taking it back reopens it.
        await closeForMove({ db: move.from }, move.accountId, Date.now());
        await until(() => statuses.has(403));
        assert.deepEqual(await undoMove(move), { rows: 0 });
        // So does a move that fails.
        const fail = () => {
          throw new Error('the power went out');
        };
        await assert.rejects(runMove({ ...move, onProgress: fail }), /power/);
        const before = acknowledged.length;
        await until(() => acknowledged.length > before + 10);
        statuses.clear();
        await undoMove(move);
        await runMove(move);
        isOver = true;
        await Promise.all(writers);
        assert.deepEqual([...statuses].sort(), [201, 403]);
        const rows = await move.to.read.all<{ id: string }>(
          'SELECT id FROM customers WHERE account_id = ?',
          move.accountId,
        );
        const moved = new Set(rows.map(({ id }) => id));
        assert.deepEqual(
          acknowledged.filter((id) => !moved.has(id)),
          [],
        );
        await assert.rejects(
          reopenAccount({ db: move.from }, move.accountId, Date.now()),
          /moved to another installation/,
        );
        const revoked = await first.client(two.account.key).delete(`/keys/${two.account.keyId}`);
        assert.equal(revoked.status, 403);
      } finally {
        isOver = true;
        await Promise.allSettled(writers);
        await close();
        await Promise.all([first.close(), second.close()]);
      }
    });
  });
});

function metrics(url: string, key: string): Promise<Response> {
  return fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${key}` } });
}

function isUsed(from: Engine, to: Engine): boolean {
  return used.some(([a, b]) => a === from && b === to);
}

async function withTwo(from: Engine, to: Engine, work: (two: TwoInstallations) => Promise<void>) {
  const two = await makeTwoInstallations(from, to);
  try {
    await work(two);
  } finally {
    await two.remove();
  }
}

function omit(rows: Record<string, object[]>, tables: readonly string[]): Record<string, object[]> {
  return Object.fromEntries(Object.entries(rows).filter(([table]) => !tables.includes(table)));
}

/** All rows of the account in the source, and of all others in the target. */
async function readBoth(two: TwoInstallations) {
  const { move, close } = await two.open();
  try {
    return {
      source: await listRowsByTable(move.from, move.accountId),
      others: await listRowsOfOthers(move.to, move.accountId),
    };
  } finally {
    await close();
  }
}
