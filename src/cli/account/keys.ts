import { createKey, listKeyRows, revokeKeys } from '../../actions/account/accounts.ts';
import type { KeyRow } from '../../store/tables/account/keys.ts';
import { CliError, type Input } from '../command.ts';
import { formatTable, formatTime, printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

export async function create({ text, flag }: Input): Promise<void> {
  const now = Date.now();
  const name = parseKeyName(text('name') ?? `Created ${formatTime(now)}`);
  const scopes = flag('read-only') ? 'read' : 'read,write';
  await withDatabase(async (db) => {
    const { account, key } = await db.write(async (tx) => {
      const account = await requireAccount(tx, text('account'));
      return { account, key: await createKey(tx, account, { name, scopes }, now) };
    });
    if (flag('json')) {
      printJson({ id: key.id, accountId: account.id, name, scopes: scopes.split(','), secret: key.secret });
      return;
    }
    process.stderr.write(
      `Key ${key.id} "${name}" (${scopes}) of ${account.name}. Keep it: it is not shown again.\n`,
    );
    process.stdout.write(`${key.secret}\n`);
  });
}

export async function list({ text, flag }: Input): Promise<void> {
  await withDatabase(async (db) => {
    const wanted = text('account');
    if (wanted !== undefined) await requireAccount(db.read, wanted);
    const keys = await listKeyRows({ db }, wanted);
    if (flag('json')) printJson(keys.map(toPublicKey));
    else if (keys.length === 0) process.stdout.write('No keys. Create one: proffer keys create\n');
    else process.stdout.write(formatTable(HEADING, keys.map(toCells)));
  });
}

export async function revoke({ args, flag }: Input): Promise<void> {
  const now = Date.now();
  await withDatabase(async (db) => {
    const known = new Map((await listKeyRows({ db })).map((key) => [key.id, key]));
    const unknown = args.filter((id) => !known.has(id));
    // Masks a secret that was passed by mistake, so that it does not appear on the screen.
    const named = unknown.map((id) =>
      id.startsWith('prf_') ? `${id.slice(0, 13)}… (that is a secret)` : id,
    );
    if (unknown.length > 0) throw new CliError(`no such key: ${named.join(', ')}. See: proffer keys list`);
    const results = await revokeKeys({ db }, args, now);
    if (flag('json')) printJson(results);
    else
      for (const { id, revoked } of results) {
        process.stdout.write(
          `${id} "${known.get(id)?.name}" ${revoked ? 'revoked' : 'was revoked already'}\n`,
        );
      }
  });
}

function parseKeyName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || [...trimmed].length > 100 || /\p{Cc}/u.test(trimmed)) {
    throw new CliError('--name must have 1 to 100 characters on one line');
  }
  return trimmed;
}

const HEADING = ['ID', 'NAME', 'KEY', 'SCOPES', 'ACCOUNT', 'CREATED (UTC)', 'LAST USED', 'REVOKED'];

function toCells(key: KeyRow): string[] {
  const { id, name, hint, scopes, account_id, created_at, last_used_at, revoked_at } = key;
  return [
    id,
    name,
    hint,
    scopes,
    account_id,
    formatTime(created_at),
    formatTime(last_used_at),
    formatTime(revoked_at),
  ];
}

function toPublicKey(key: KeyRow) {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: key.id,
    accountId: key.account_id,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes.split(','),
    createdAt: iso(key.created_at),
    lastUsedAt: iso(key.last_used_at),
    revokedAt: iso(key.revoked_at),
  };
}
