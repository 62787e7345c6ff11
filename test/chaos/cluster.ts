import { createAccount, createKey } from '../../src/actions/accounts.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { type Client, createClient } from '../support/client.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type LossyNetwork, startLossyNetwork } from './lossy-network.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import type { Random } from './random.ts';
import { createReplica, type Replica } from './replica.ts';

export interface ChaosAccount {
  name: string;
  key: string;
}

export interface Cluster {
  postgres: TestPostgres;
  databaseUrl: string;
  /** The way of the replicas to the database. */
  network: LossyNetwork;
  /** Of one more process on the same data; `name` is what it calls itself when it sends mail. */
  environment(name: string): Record<string, string>;
  mailbox: Mailbox;
  replicas: Replica[];
  accounts: ChaosAccount[];
  /** When there was no database. */
  outages: { from: number; to: number }[];
  close(): Promise<void>;
}

const FIRST_KEY = 'prf_live_chaos_0123456789abcdefghijklmnop';
const REPLICAS = 3;

/** Three processes of the service that start at once on an empty, durable PostgreSQL. */
export async function startCluster(random: Random): Promise<Cluster> {
  const parts: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of parts.reverse()) await end();
  };
  try {
    const postgres = await startPostgres({ durable: true });
    parts.push(postgres.stop);
    const mailbox = await openMailbox();
    parts.push(mailbox.close);
    const databaseUrl = await postgres.createDatabase();
    const network = await startLossyNetwork(databaseUrl, random);
    parts.push(network.close);
    const environment = (name: string) => ({
      DATABASE_URL: network.url,
      PROFFER_API_KEY: FIRST_KEY,
      PUBLIC_URL: 'http://proffer.example',
      SMTP_URL: `${mailbox.url}?name=${name}`,
      PDF_WORKERS: '1',
      RATE_LIMIT_WRITES: '0',
      SEND_LIMIT_QUOTE: '0',
      LOG_LEVEL: 'silent',
    });
    const replicas = Array.from({ length: REPLICAS }, (_, index) =>
      createReplica(`replica-${index + 1}`, environment),
    );
    parts.push(async () => void (await Promise.all(replicas.map((replica) => replica.kill()))));
    await Promise.all(replicas.map((replica) => replica.start()));
    const accounts = [{ name: 'first', key: FIRST_KEY }, await secondAccount(databaseUrl)];
    for (const account of accounts) await setUpAccount(clientOf(replicas[0], account));
    return { postgres, databaseUrl, network, environment, mailbox, replicas, accounts, outages: [], close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function clientOf(target: { url: string | undefined } | undefined, { key }: ChaosAccount): Client {
  return createClient({ url: target?.url ?? '', key });
}

async function secondAccount(databaseUrl: string): Promise<ChaosAccount> {
  const db = await openPostgres(databaseUrl);
  try {
    const now = Date.now();
    return await db.write(async (tx) => {
      const account = await createAccount(tx, { name: 'Second', kind: 'live' }, now);
      const { secret } = await createKey(tx, account, { name: 'Chaos', scopes: 'read,write' }, now);
      return { name: 'second', key: secret };
    });
  } finally {
    await db.close();
  }
}

async function setUpAccount(api: Client): Promise<void> {
  const replies = [
    await api.patch('/account', { email: 'owner@business.example' }),
    await api.put('/customers/cus_a', { name: 'Customer A', email: 'a@customer.example' }),
    await api.put('/customers/cus_b', { name: 'Customer B', email: 'b@customer.example' }),
  ];
  for (const { status, text } of replies) if (status >= 300) throw new Error(text);
}
