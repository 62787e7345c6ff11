import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { findAccessToken, sealTokens } from '../../src/actions/mail/access-token.ts';
import { createMailServer } from '../../src/actions/mail/mail-server.ts';
import { createMailOAuthProviders } from '../../src/adapters/mail/oauth/providers.ts';
import { MailOAuthError } from '../../src/domain/mail/mail-oauth.ts';
import { SignInNeeded } from '../../src/domain/mail/mail-server.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import {
  findMailAccountRow,
  type MailAccountRow,
  saveMailAccount,
} from '../../src/store/tables/mail/mail-accounts.ts';
import { type MailProvider, mailProviderEnv, startMailProvider } from '../support/mail/oauth-provider.ts';
import { HOUR, MINUTE } from '../support/service/clock.ts';
import { readServiceSealing } from '../support/service/sealing.ts';
import { engines, startTestService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const USER = 'rosa@nordlicht.example';

for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    let provider: MailProvider;
    let second: Database;
    before(async () => {
      provider = await startMailProvider();
      const env = { PROFFER_SECRET: 's'.repeat(40), ...mailProviderEnv(provider, { port: 587 }) };
      service = await startTestService({ engine, env });
      second = await openDatabase(service.config);
    });
    after(async () => {
      await second?.close();
      await service?.close();
      await provider?.close();
    });
    beforeEach(() => {
      provider.fail();
      Object.assign(provider, { refreshError: undefined, rotates: true, tokenRequests: [] });
    });

    /** What one process needs; each has a provider of its own. */
    async function createProcess(db: Database = service.db) {
      const options = { caCertificates: [provider.ca], timeoutMs: 1_000 };
      const mailOAuth = createMailOAuthProviders(service.config, options);
      return { db, sealing: await readServiceSealing(service), clock: service.clock, mailOAuth };
    }
    type Process = Awaited<ReturnType<typeof createProcess>>;

    async function connect(deps: Process, kind: 'microsoft' | 'google' = 'microsoft'): Promise<Row> {
      const { accountId } = await service.newAccount({ kind: 'live' });
      const tokens = provider.grant(USER);
      const row: MailAccountRow = {
        ...{ account_id: accountId, id: `mac_${accountId}`, kind, from_address: USER, username: USER },
        // Without a mailbox: the service would read it by itself, and refresh the tokens meanwhile.
        ...{ host: 'localhost', port: 587, imap_host: null, imap_port: null, plus_addressing: 0 },
        ...{ authserv_id: null, move_to: null, password: null, ...sealTokens(deps, accountId, tokens) },
        ...{ access_expires_at: service.clock() + HOUR, refreshing_until: null, sign_in_needed_at: null },
        ...{ last_sent_at: null, connected_by: 'usr_1', connected_at: service.clock() },
      };
      await service.db.write((tx) => saveMailAccount(tx, row));
      return read(row, kind);
    }
    async function read({ account_id }: MailAccountRow, kind: 'microsoft' | 'google' = 'microsoft') {
      const row = await findMailAccountRow(service.db.read, account_id);
      assert.ok(row);
      return { ...row, kind };
    }
    type Row = Awaited<ReturnType<typeof read>>;

    it('refreshes a token five minutes before it ends, and stores the rotated refresh token', async () => {
      const deps = await createProcess();
      for (const [kind, rotates] of [
        ['microsoft', true],
        ['google', false],
      ] as const) {
        Object.assign(provider, { rotates, tokenRequests: [] });
        const row = await connect(deps, kind);
        const first = await findAccessToken(deps, row);
        assert.ok(provider.isValid(USER, first));
        service.clock.advance(55 * MINUTE - 1);
        assert.equal(await findAccessToken(deps, row), first);
        assert.equal(provider.countRefreshes(), 0);
        service.clock.advance(1);
        const renewed = await findAccessToken(deps, row);
        assert.notEqual(renewed, first);
        assert.ok(provider.isValid(USER, renewed));
        const stored = await read(row, kind);
        assert.equal(stored.refresh_token === row.refresh_token, !rotates);
        assert.deepEqual([stored.access_expires_at, stored.refreshing_until], [service.clock() + HOUR, null]);
        assert.equal(await findAccessToken(deps, stored), renewed);
        assert.equal(await findAccessToken(deps, row), renewed, 'also for a caller with an old row');
        assert.equal(provider.countRefreshes(), 1);
        const text = JSON.stringify(stored);
        for (const token of [first, renewed]) assert.ok(!text.includes(token), 'tokens are sealed');
        service.clock.advance(HOUR);
        assert.ok(
          provider.isValid(USER, await findAccessToken(deps, stored)),
          'the stored token works again',
        );
      }
    });

    it('processes that need a token at the same time send one refresh request', async () => {
      const processes = [await createProcess(), await createProcess(second)];
      const row = await connect(await createProcess());
      service.clock.advance(HOUR);
      const release = provider.holdTokens();
      const found = [...processes, ...processes, ...processes].map((deps) => findAccessToken(deps, row));
      await until(() => provider.countRefreshes() > 0);
      release();
      const tokens = new Set(await Promise.all(found));
      assert.equal(tokens.size, 1);
      assert.equal(provider.countRefreshes(), 1);
    });

    it('a token that the mail server rejects is replaced once, also if another process was quicker', async () => {
      const [one, two] = [await createProcess(), await createProcess(second)];
      const row = await connect(one);
      const servers = [one, two].map((deps) => createMailServer(deps, row, 'smtp'));
      const logins = await Promise.all(servers.map((server) => server.login()));
      provider.endAccess();
      const again = await Promise.all(servers.map((server) => server.login({ isRefused: true })));
      const tokens = [...logins, ...again].map((login) => 'accessToken' in login && login.accessToken);
      assert.equal(tokens[0], tokens[1]);
      assert.notEqual(tokens[2], tokens[0]);
      assert.equal(tokens[3], tokens[2]);
      assert.equal(provider.countRefreshes(), 1);
    });

    it('a rejected refresh token asks for a sign-in; any other failure does not', async () => {
      const deps = await createProcess();
      const row = await connect(deps);
      service.clock.advance(HOUR);
      for (const fault of ['error', 'down', 'silent', 'cut_after', 'missing'] as const) {
        provider.fail(fault);
        await assert.rejects(findAccessToken(deps, row), (error) => {
          assert.ok(error instanceof MailOAuthError, `${fault}: ${error}`);
          assert.notEqual(error.reason, 'rejected', fault);
          return true;
        });
        assert.equal((await read(row)).refreshing_until, null, 'the next attempt need not wait');
      }
      provider.fail();
      for (const error of ['invalid_client', 'temporarily_unavailable']) {
        provider.refreshError = error;
        await assert.rejects(findAccessToken(deps, row), MailOAuthError);
      }
      for (const error of ['invalid_grant', 'interaction_required']) {
        provider.refreshError = error;
        await assert.rejects(findAccessToken(deps, row), SignInNeeded);
      }
      provider.refreshError = undefined;
      assert.ok(provider.isValid(USER, await findAccessToken(deps, row)));
    });

    it('a process that dies between the response and the write loses no refresh token', async () => {
      const deps = await createProcess();
      const row = await connect(deps);
      service.clock.advance(HOUR);
      let writes = 0;
      const db: Database = {
        ...service.db,
        // The first write claims the refresh; the process is gone before the second, with the new tokens.
        write: (work, hint) => (++writes === 1 ? service.db.write(work, hint) : new Promise(() => {})),
      };
      findAccessToken({ ...deps, db }, row).catch(() => {});
      await until(() => writes === 2);
      const waiting = findAccessToken(await createProcess(second), row);
      service.clock.advance(30_000);
      assert.ok(provider.isValid(USER, await waiting), 'another process continues with the stored token');
      const [lost, repeated] = provider.tokenRequests.map((form) => form.get('refresh_token'));
      assert.equal(repeated, lost);
      assert.equal(provider.countRefreshes(), 2);
    });

    it('an account that was connected again in the meantime keeps its new tokens', async () => {
      const deps = await createProcess();
      const row = await connect(deps);
      service.clock.advance(HOUR);
      const release = provider.holdTokens();
      const late = findAccessToken(deps, row);
      late.catch(() => {});
      await until(() => provider.countRefreshes() > 0);
      const tokens = sealTokens(deps, row.account_id, provider.grant(USER));
      const connected = { ...row, id: 'mac_new', ...tokens, access_expires_at: service.clock() + HOUR };
      await service.db.write((tx) => saveMailAccount(tx, connected));
      release();
      await assert.rejects(late, /connected again/);
      assert.deepEqual(await read(row), connected);
    });
  });
}
