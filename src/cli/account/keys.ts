import { createKey, getKeyAccess, listKeyRows, revokeKeys } from '../../actions/account/accounts.ts';
import { endOfDay, isCalendarDate } from '../../domain/calendar.ts';
import { MAX_ADDRESS_RANGES, parseAddressRange } from '../../domain/people/address-ranges.ts';
import { listScopes } from '../../domain/people/key-scopes.ts';
import type { KeyRow } from '../../store/tables/account/keys.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { printJsonList } from '../terminal/json-list.ts';
import { formatTable, formatTime, printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

export async function create({ text, flag }: Input): Promise<void> {
  const now = Date.now();
  const name = parseKeyName(text('name') ?? `Created ${formatTime(now)}`);
  if (flag('read-only') && flag('draft')) throw new UsageError('use either --read-only or --draft');
  const access = flag('read-only') ? 'read' : flag('draft') ? 'draft' : 'write';
  const scopes = listScopes(access);
  const limits = {
    seesCosts: flag('costs'),
    expiresAt: parseExpiry(text('expires'), now),
    addresses: parseAddresses(text('from')),
  };
  await withDatabase(async (db) => {
    const { account, key } = await db.write(async (tx) => {
      const account = await requireAccount(tx, text('account'));
      return { account, key: await createKey(tx, account, { name, access, ...limits }, now) };
    });
    if (flag('json')) {
      const { seesCosts } = limits;
      printJson({ id: key.id, accountId: account.id, name, scopes, seesCosts, secret: key.secret });
      return;
    }
    process.stderr.write(
      `Key ${key.id} "${name}" (${scopes.join(', ')}) of ${account.name}. Keep it: it is not shown again.\n`,
    );
    process.stdout.write(`${key.secret}\n`);
  });
}

export async function list({ text, flag }: Input): Promise<void> {
  await withDatabase(async (db) => {
    const wanted = text('account');
    if (wanted !== undefined) await requireAccount(db.read, wanted);
    const keys = await listKeyRows({ db }, wanted);
    if (flag('json')) printJsonList(keys.map(toPublicKey));
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
    if (flag('json')) printJsonList(results);
    else
      for (const { id, revoked } of results) {
        process.stdout.write(
          `${id} "${known.get(id)?.name}" ${revoked ? 'revoked' : 'was revoked already'}\n`,
        );
      }
  });
}

/** Returns the end of the day; `null` without one. */
function parseExpiry(date: string | undefined, now: number): number | null {
  if (date === undefined) return null;
  const end = isCalendarDate(date) ? endOfDay(date, 'UTC') : 0;
  if (end <= now) throw new UsageError('--expires must be a date such as 2027-06-30 that is not over yet');
  return end;
}

function parseAddresses(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const ranges = text.split(/[\s,]+/).filter((range) => range !== '');
  if (ranges.length === 0 || ranges.length > MAX_ADDRESS_RANGES || !ranges.every(parseAddressRange)) {
    throw new UsageError('--from must be IP addresses or ranges such as 203.0.113.0/24, separated by commas');
  }
  return ranges;
}

function parseKeyName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || [...trimmed].length > 100 || /\p{Cc}/u.test(trimmed)) {
    throw new UsageError('--name must have 1 to 100 characters on one line');
  }
  return trimmed;
}

const HEADING = [
  'ID',
  'NAME',
  'KEY',
  'SCOPES',
  'ACCOUNT',
  'CREATED (UTC)',
  'LAST USED',
  'EXPIRES',
  'REVOKED',
];

function toCells(key: KeyRow): string[] {
  const { id, name, hint, account_id, created_at, last_used_at, expires_at, revoked_at } = key;
  return [
    id,
    name,
    hint,
    [...listScopes(getKeyAccess(key)), ...(key.sees_costs === 1 ? ['costs'] : [])].join(','),
    account_id,
    formatTime(created_at),
    formatTime(last_used_at),
    formatTime(expires_at),
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
    scopes: listScopes(getKeyAccess(key)),
    seesCosts: key.sees_costs === 1,
    expiresAt: iso(key.expires_at),
    addresses: key.addresses === null ? null : JSON.parse(key.addresses),
    createdAt: iso(key.created_at),
    lastUsedAt: iso(key.last_used_at),
    revokedAt: iso(key.revoked_at),
  };
}
