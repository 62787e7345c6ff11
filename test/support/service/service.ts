import { rm } from 'node:fs/promises';
import { after, before, describe } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createAccount, createKey, type NewKey } from '../../../src/actions/account/accounts.ts';
import type { Renderer } from '../../../src/adapters/pdf/renderer.ts';
import { type Config, readConfig } from '../../../src/app/config/config.ts';
import { type Service, startService } from '../../../src/app/service.ts';
import type { AccountKind } from '../../../src/domain/account/account.ts';
import type { Database } from '../../../src/store/database.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import { withClock } from '../../../src/store/with-clock.ts';
import { ACCOUNT } from '../../fixtures/account.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { blankRenderer } from '../pdf/blank-renderer.ts';
import { sharedRenderer } from '../pdf/shared-renderer.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { type Client, createClient } from './client.ts';
import { createClock, type TestClock } from './clock.ts';
import { type Contract, loadContract } from './contract.ts';
import { newDataFolder, newFolderWithTables } from './data-folder.ts';
import { isEngineEnabled } from './engines.ts';
import { sharedScripts } from './shared-scripts.ts';

export type Engine = 'sqlite' | 'postgres';

export const TEST_KEY = 'prf_test_0123456789abcdefghijklmnopqrstuv';

export interface TestService {
  url: string;
  /** Present until the console is set up. */
  setupUrl: string | null;
  demo: Service['demo'];
  engine: Engine;
  config: Readonly<Config>;
  clock: TestClock;
  contract: Contract;
  /** A second connection to the same database, for what has no route: accounts, keys and table contents. */
  db: Database;
  /** Runs a scheduled job now. */
  runJob: Service['runJob'];
  /** Client with the key of the environment, which has no rate limit. */
  automation: Client;
  /** Creates a client, without a key unless one is given. */
  client(key?: string): Client;
  newAccount(options?: { kind?: AccountKind; name?: string }): Promise<TestAccount>;
  newKey(
    accountId: string,
    scopes: 'read' | 'draft' | 'read,write',
    limits?: Pick<NewKey, 'expiresAt' | 'addresses' | 'seesCosts'>,
  ): Promise<{ id: string; secret: string }>;
  close(): Promise<void>;
}

/** A separate account for a test, isolated from other tests. */
export interface TestAccount extends Client {
  accountId: string;
  key: string;
  keyId: string;
  customerId: string;
}

export interface TestServiceOptions {
  engine?: Engine;
  env?: Record<string, string>;
  /** Time at which its clock starts, for data that has a time already. */
  now?: number;
  /** Shorter time limits for mail servers that hang, and trusted authorities. */
  smtp?: NonNullable<Parameters<typeof startService>[1]>['smtp'];
  /** Trusted authorities and time limits of IMAP servers. */
  imap?: NonNullable<Parameters<typeof startService>[1]>['imap'];
  /** `typeset` for tests that look at documents; the others get empty pages. */
  documents?: 'typeset' | 'blank';
  /** Options of a separate typesetter, instead of the one that the services of this process share. */
  pdf?: NonNullable<Parameters<typeof startService>[1]>['pdf'];
  /** Another typesetter than the one that the services of this process share. */
  renderer?: NonNullable<Parameters<typeof startService>[1]>['renderer'];
  /** Options of webhook delivery; by default every receiver's host name is unknown. */
  webhooks?: NonNullable<Parameters<typeof startService>[1]>['webhooks'];
  /** Options of fetching the documents of apps; by default every host name is unknown. */
  appDocuments?: NonNullable<Parameters<typeof startService>[1]>['appDocuments'];
  /** Options of payment providers, such as the authority of local ones. */
  payments?: NonNullable<Parameters<typeof startService>[1]>['payments'];
  /** Options of the providers of mailboxes, such as the authority of local ones. */
  mailOAuth?: NonNullable<Parameters<typeof startService>[1]>['mailOAuth'];
  /** Time limit of a stop. */
  stopMs?: number;
  /** Language of a demo to begin, or to go on with. */
  demo?: NonNullable<Parameters<typeof startService>[1]>['demo'];
  /** Location of existing data, which are kept. */
  place?: Awaited<ReturnType<typeof makeDatabase>>;
  /** Runs before the service starts on the database. */
  prepare?(place: { env: Record<string, string>; dataDir: string }): Promise<void>;
}

/**
 * Engines that a suite runs on: one in `npm test`, and all in `npm run test:all` and where test files are named. What
 * only one engine can show asks `isEngineEnabled`, and suites of the store run on `everyEngine` always.
 */
export function engines(): Engine[] {
  return process.env.TEST_ALL ? everyEngine() : everyEngine().slice(0, 1);
}

export function everyEngine(): Engine[] {
  return (['sqlite', 'postgres'] as const).filter(isEngineEnabled);
}

/** Registers the suite once per engine, with one service for all its tests. */
export function describeService(
  suite: (service: () => TestService, isFirstEngine: boolean) => void,
  options: Omit<TestServiceOptions, 'engine'> = {},
  used = engines(),
): void {
  for (const [index, engine] of used.entries()) {
    describe(engine, () => {
      let service: TestService | undefined;
      before(async () => {
        service = await startTestService({ ...options, engine });
      });
      after(() => service?.close());
      suite(() => {
        if (!service) throw new Error('the service has not started yet');
        return service;
      }, index === 0);
    });
  }
}

/**
 * Like `describeService`, for what is decided before or after the database is used, such as the checks of a body or the
 * content of a page: its statements run on both engines in other suites.
 */
export function describeOnOneEngine(
  suite: (service: () => TestService) => void,
  options: Parameters<typeof describeService>[1] = {},
): void {
  describeService(suite, options, engines().slice(0, 1));
}

/** Like `describeService`, for tests that look at documents. */
export function describeWithDocuments(
  suite: Parameters<typeof describeService>[0],
  options: Parameters<typeof describeService>[1] = {},
): void {
  describeService(suite, { ...options, documents: 'typeset' });
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { engine = 'sqlite', env = {} } = options;
  const place = options.place ?? (await makeDatabase(engine, { withTables: !options.prepare }));
  try {
    await options.prepare?.(place);
  } catch (error) {
    // A PostgreSQL that is still in use would keep the process of the test from ending.
    if (!options.place) await place.remove();
    throw error;
  }
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PROFFER_API_KEY: TEST_KEY,
    ...place.env,
    ...env,
  });
  const clock = createClock(options.now);
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => {
    const results = await Promise.allSettled(opened.reverse().map((part) => part.close()));
    if (!options.place) await place.remove();
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  try {
    const service: Service = await startService(config, {
      clock,
      warmUp: false,
      smtp: options.smtp,
      imap: options.imap,
      pdf: options.pdf,
      payments: options.payments,
      mailOAuth: options.mailOAuth,
      stopMs: options.stopMs,
      demo: options.demo,
      webhooks: { find: async () => [], ...options.webhooks },
      appDocuments: { find: async () => [], ...options.appDocuments },
      renderer: options.renderer ?? findRenderer(options),
      scripts: await sharedScripts(),
    });
    opened.push(service);
    const db = withTurns(withClock(await openDatabase(config), clock));
    opened.push(db);
    const contract = await loadContract(service.url);
    const client = (key?: string) => createClient({ url: service.url, key, contract });
    const newKey: TestService['newKey'] = (accountId, scopes, limits) => {
      const access = scopes === 'read,write' ? 'write' : scopes;
      const kind = { id: accountId, kind: 'test' } as const;
      return db.write((tx) => createKey(tx, kind, { name: 'Test', access, ...limits }, clock()));
    };
    return {
      url: service.url,
      setupUrl: service.setupUrl,
      demo: service.demo,
      engine,
      config,
      clock,
      contract,
      db,
      runJob: service.runJob,
      automation: client(TEST_KEY),
      client,
      newKey,
      newAccount: async ({ kind = 'test', name = ACCOUNT.name } = {}) => {
        const { accountId, keyId, secret } = await db.write(async (tx) => {
          const { id } = await createAccount(tx, { name, kind }, clock());
          const key = await createKey(tx, { id, kind: 'test' }, { name: 'Test', access: 'write' }, clock());
          return { accountId: id, keyId: key.id, secret: key.secret };
        });
        const api = client(secret);
        const customerId = 'cus_test';
        await api.put(`/customers/${customerId}`, { name: CUSTOMER.name, email: CUSTOMER.email });
        return { ...api, accountId, key: secret, keyId, customerId };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Waits for the next turn of the event loop after each write: the service reads from one snapshot per turn, which ends
 * with its own commits, not with those of this second connection.
 */
function withTurns(db: Database): Database {
  return {
    ...db,
    async write(work, hint) {
      const result = await db.write(work, hint);
      await setImmediate();
      return result;
    },
  };
}

function findRenderer({ pdf, documents }: TestServiceOptions): Renderer | undefined {
  if (pdf) return undefined;
  return documents === 'typeset' ? sharedRenderer() : blankRenderer();
}

/** Creates the database of one service, which is deleted when it is removed: empty, unless tables may exist already. */
export async function makeDatabase(
  engine: Engine,
  { withTables = false } = {},
): Promise<{ env: Record<string, string>; dataDir: string; remove(): Promise<void> }> {
  const isCopied = withTables && engine === 'sqlite';
  const dataDir = await (isCopied ? newFolderWithTables : newDataFolder)('proffer-test-');
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { env: { DATA_DIR: dataDir }, dataDir, remove: removeFolder };
  const postgres = await startPostgres({ shared: true });
  const url = await (withTables ? postgres.createWithTables() : postgres.createDatabase());
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    dataDir,
    async remove() {
      await postgres.stop();
      await removeFolder();
    },
  };
}
