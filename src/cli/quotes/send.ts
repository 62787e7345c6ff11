import { randomUUID } from 'node:crypto';
import { getAccountTime } from '../../actions/account/account-time.ts';
import { createKey, revokeKeys } from '../../actions/account/accounts.ts';
import { findQuoteByIdOrNumber } from '../../actions/quote/find-quote.ts';
import { readConfig } from '../../config.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Database } from '../../store/database.ts';
import { CliError, type Input } from '../command.ts';
import { printJson, toPrintable } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Sends a quote through the running service, which has the mail server and knows its public URL. */
export async function run({ args, text, flag }: Input): Promise<void> {
  const name = args[0] ?? '';
  const url = text('url') ?? findServiceUrl();
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const quote = await findQuoteByIdOrNumber(
      { db },
      account.id,
      name,
      await getAccountTime(db.read, account.id),
    );
    if (!quote)
      throw new CliError(`there is no quote ${toPrintable(name)} in ${account.id}. See: proffer quotes list`);
    const body = { email: text('email'), message: text('message') };
    const sent = await withTemporaryKey(db, account, (key) => send(url, key, quote, body));
    if (flag('json')) printJson(sent);
    else process.stdout.write(`${sent.number} is ${sent.status}\n`);
  });
}

function findServiceUrl(): string {
  const { host, port } = readConfig(process.env);
  const address =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${address}:${port}`;
}

/** Creates a key for one request and revokes it afterwards, even if the request fails. */
async function withTemporaryKey<T>(
  db: Database,
  account: Account,
  work: (secret: string) => Promise<T>,
): Promise<T> {
  const wanted = { name: 'proffer quotes send', scopes: 'read,write' } as const;
  const key = await db.write((tx) => createKey(tx, account, wanted, Date.now()));
  try {
    return await work(key.secret);
  } finally {
    await revokeKeys({ db }, [key.id], Date.now());
  }
}

async function send(url: string, key: string, { id }: Quote, body: object): Promise<Quote> {
  const address = `${url.replace(/\/+$/, '')}/api/v1/quotes/${id}/send`;
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  };
  const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw new CliError(
      `the service does not respond at ${url}: start it (proffer serve), or name it with --url`,
    );
  });
  const answer = (await reply.json().catch(() => ({}))) as Quote & { detail?: string };
  if (reply.ok) return answer;
  throw new CliError(
    answer.detail ?? `${url} returned status ${reply.status}: is this the URL of the service?`,
  );
}
