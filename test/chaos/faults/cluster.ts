import { EventEmitter } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../../src/app/config/config.ts';
import type { Database } from '../../../src/store/database.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import { startTills, type Tills } from '../../support/payments/tills.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres/postgres.ts';
import { type Client, createClient } from '../../support/service/client.ts';
import { newDataFolder } from '../../support/service/data-folder.ts';
import { makeDatabase } from '../../support/service/service.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import type { Random } from '../random.ts';
import { type Subscriber, subscribe } from '../subscriber.ts';
import { type LossyNetwork, startLossyNetwork } from './lossy-network.ts';
import { createOwnAccount } from './own-account.ts';
import { type OwnMailServer, startOwnMailServer } from './own-mail-server.ts';
import { createReplica, type Replica } from './replica.ts';

export interface ChaosAccount {
  name: string;
  key: string;
}

/** The processes of the service on one database, and their clients. */
export interface Cluster {
  /** Returns the environment of another process on the same data; `name` is its HELO name. */
  environment(name: string): Record<string, string>;
  /** Opens the database directly, without the lossy network. */
  openDatabase(): Promise<Database>;
  /** The mail server of the installation, and one that an account can name. */
  mailbox: Mailbox;
  ownMailServer: OwnMailServer;
  replicas: Replica[];
  accounts: ChaosAccount[];
  subscriber: Subscriber;
  /** The payment providers that the processes call. */
  tills: Tills;
  /** Says when an `erasure` has been requested, and when an `own email` is under way. */
  moments: EventEmitter;
  /** Periods without a database. */
  outages: { from: number; to: number }[];
  close(): Promise<void>;
}

export interface PostgresCluster extends Cluster {
  postgres: TestPostgres;
  databaseUrl: string;
  /** The network between the processes and the database. */
  network: LossyNetwork;
}

type Parts = (() => Promise<void>)[];

const FIRST_KEY = 'prf_live_chaos_0123456789abcdefghijklmnop';
/** Seals the keys of the payment provider. */
const SECRET = 'chaos'.repeat(8);
const REPLICAS = 3;

export interface PostgresClusterOptions {
  replicas?: number;
  /** Uses the shared server and tables of the test run, so PostgreSQL is not restarted. */
  isShared?: boolean;
}

/** Starts processes concurrently on their own empty and durable PostgreSQL. */
export function startPostgresCluster(
  random: Random,
  { replicas = REPLICAS, isShared = false }: PostgresClusterOptions = {},
): Promise<PostgresCluster> {
  return withParts(async (parts) => {
    const postgres = await startPostgres(isShared ? { shared: true } : { durable: true });
    parts.push(postgres.stop);
    const databaseUrl = await (isShared ? postgres.createWithTables() : postgres.createDatabase());
    const network = await startLossyNetwork(databaseUrl, random);
    parts.push(network.close);
    const cluster = await startReplicas(
      parts,
      random,
      replicas,
      { DATABASE_URL: network.url },
      { DATABASE_URL: databaseUrl },
    );
    return { ...cluster, postgres, databaseUrl, network };
  });
}

/** Starts one process on an empty SQLite database. */
export function startSqliteCluster(random: Random): Promise<Cluster> {
  return withParts(async (parts) => {
    const { env, remove } = await makeDatabase('sqlite', { withTables: true });
    parts.push(remove);
    return await startReplicas(parts, random, 1, env, env);
  });
}

/** Stops the parts already started, last first, if a later one fails to start. */
async function withParts<T>(start: (parts: Parts) => Promise<T>): Promise<T> {
  const parts: Parts = [];
  try {
    return await start(parts);
  } catch (error) {
    await closeAll(parts);
    throw error;
  }
}

async function closeAll(parts: Parts): Promise<void> {
  for (const end of parts.reverse()) await end();
}

async function startReplicas(
  parts: Parts,
  random: Random,
  count: number,
  wayOfReplicas: Record<string, string>,
  ownWay: Record<string, string>,
): Promise<Cluster> {
  const mailbox = await openMailbox();
  parts.push(mailbox.close);
  const moments = new EventEmitter();
  const ownMailServer = await startOwnMailServer(random, () => moments.emit('own email'));
  parts.push(ownMailServer.close);
  const { tills, trust } = await startProviders(parts, ownMailServer.ca);
  const environment = (name: string) => ({
    ...wayOfReplicas,
    PROFFER_API_KEY: FIRST_KEY,
    PROFFER_SECRET: SECRET,
    PUBLIC_URL: 'http://proffer.example',
    SMTP_URL: `${mailbox.url}?name=${name}`,
    PDF_WORKERS: '1',
    RATE_LIMIT_WRITES: '0',
    SEND_LIMIT_QUOTE: '0',
    SEND_LIMIT_RECIPIENT: '0',
    MAIL_PRIVATE_HOSTS: ownMailServer.host,
    LOG_LEVEL: 'silent',
    WEBHOOKS_PRIVATE: 'on',
    ...tills.env,
    NODE_EXTRA_CA_CERTS: trust,
  });
  const replicas = Array.from({ length: count }, (_, index) =>
    createReplica(`replica-${index + 1}`, environment),
  );
  parts.push(async () => void (await Promise.all(replicas.map((replica) => replica.kill()))));
  await Promise.all(replicas.map((replica) => replica.start()));
  const openOwn = () => openDatabase(readConfig(ownWay));
  const second = await createOwnAccount(openOwn, { name: 'Second', kind: 'live' });
  const accounts = [
    { name: 'first', key: FIRST_KEY },
    { name: 'second', key: second.key },
  ];
  for (const account of accounts) await setUpAccount(createClientFor(replicas[0], account));
  const subscriber = await subscribe(openOwn, replicas[0]?.url ?? '', random);
  parts.push(subscriber.close);
  const close = () => closeAll(parts);
  return {
    ...{ environment, openDatabase: openOwn, mailbox, ownMailServer, tills, moments },
    ...{ replicas, accounts, subscriber, outages: [], close },
  };
}

/** Starts local providers, and writes their certificate, and another one, to a file for the processes. */
async function startProviders(parts: Parts, otherCa: string): Promise<{ tills: Tills; trust: string }> {
  const tills = await startTills(Date.now);
  parts.push(tills.close);
  const folder = await newDataFolder('proffer-provider-');
  parts.push(() => rm(folder, { recursive: true, force: true }));
  const trust = join(folder, 'authority.pem');
  await writeFile(trust, [tills.ca, otherCa].join('\n'));
  return { tills, trust };
}

export function createClientFor(
  target: { url: string | undefined } | undefined,
  { key }: ChaosAccount,
): Client {
  return createClient({ url: target?.url ?? '', key });
}

async function setUpAccount(api: Client): Promise<void> {
  const replies = [
    await api.patch('/account', { email: 'owner@business.example' }),
    await api.put('/customers/cus_a', { name: 'Customer A', email: 'a@customer.example' }),
    await api.put('/customers/cus_b', { name: 'Customer B', email: 'b@customer.example' }),
  ];
  for (const { status, text } of replies) if (status >= 300) throw new Error(text);
}
