import {
  type AccountFilter,
  type AccountOverview,
  MAX_MEASURED_FILES,
} from '../../../domain/account/account-overview.ts';
import { formatLimit, type Sql, type SqlPart } from '../../database.ts';

interface Counts extends Pick<AccountOverview, 'people' | 'quotes' | 'invoices'> {
  seen: number | null;
  used: number | null;
  recorded: number | null;
  closed: number | null;
  files: number;
  bytes: number;
}

/** A page of all accounts with what they have, latest first. It reads no content of an account. */
export async function listAccountOverviews(
  sql: Sql,
  _operator: string,
  { search, limit, offset }: AccountFilter,
): Promise<{ accounts: AccountOverview[]; total: number }> {
  // The index has all that is searched: the rows may have logos.
  const rows = `FROM accounts ${sql.indexedBy('accounts_by_name')} WHERE`;
  const condition = matches(search);
  const slice = formatLimit(limit, offset);
  const [count, ids] = await Promise.all([
    sql.get<{ n: number }>(`SELECT count(*) AS n ${rows} ${condition.sql}`, ...condition.values),
    sql.all<{ id: string; name: string }>(
      `SELECT id, name ${rows} ${condition.sql} ORDER BY id DESC ${slice.sql}`,
      ...condition.values,
      ...slice.values,
    ),
  ]);
  const accounts = await Promise.all(ids.map((row) => readOverview(sql, row)));
  return { accounts: accounts.filter((account) => account !== undefined), total: count?.n ?? 0 };
}

/** Reads what an account has, from counters and indexes; its files are counted up to a number. */
async function readOverview(
  sql: Sql,
  { id, name }: Pick<AccountOverview, 'id' | 'name'>,
): Promise<AccountOverview | undefined> {
  const files = formatLimit(MAX_MEASURED_FILES + 1).sql;
  const [account, counts] = await Promise.all([
    sql.get<{ kind: AccountOverview['kind']; limited: number }>(
      'SELECT kind, limited FROM accounts WHERE id = ?',
      id,
    ),
    sql.get<Counts>(
      `SELECT
         (SELECT count(*) FROM memberships WHERE account_id = ?) AS people,
         (SELECT coalesce(sum(n), 0) FROM quote_counts WHERE account_id = ? AND customer_id = '') AS quotes,
         (SELECT coalesce(sum(n), 0) FROM invoice_counts WHERE account_id = ? AND customer_id = '') AS invoices,
         (SELECT max(seen_at) FROM session_accounts WHERE account_id = ?) AS seen,
         (SELECT max(last_used_at) FROM keys WHERE account_id = ?) AS used,
         (SELECT recorded_at FROM feed WHERE account_id = ? ORDER BY n DESC LIMIT 1) AS recorded,
         (SELECT closed_at FROM closed_accounts WHERE account_id = ?) AS closed,
         count(*) AS files, coalesce(sum(bytes), 0) AS bytes
       FROM (
         SELECT size AS bytes FROM attachment_files WHERE account_id = ?
         UNION ALL SELECT length(pdf) FROM documents WHERE account_id = ? ${files}
       ) AS files`,
      ...Array(9).fill(id),
    ),
  ]);
  // Deleted since it was listed.
  if (!account || !counts) return undefined;
  const { seen, used, recorded, closed, files: n, bytes, ...others } = counts;
  const lastUsed = Math.max(seen ?? 0, used ?? 0, recorded ?? 0);
  return {
    ...{ id, name, kind: account.kind, isLimited: account.limited === 1, ...others },
    files: { bytes, isAll: n <= MAX_MEASURED_FILES },
    lastActiveAt: lastUsed === 0 ? null : lastUsed,
    closedAt: closed,
  };
}

/**
 * The name contains the text, or the id begins with it. LIKE and lower() of both engines know ASCII only. A whole id finds
 * its account only: an owner may give another one this name.
 */
function matches(search: string): SqlPart {
  if (search === '') return { sql: '1 = 1', values: [] };
  if (/^acc_[0-9a-z]{26}$/.test(search)) return { sql: 'id = ?', values: [search] };
  const lower = search.toLowerCase();
  const [first = '', ...rest] = lower;
  const cases = new Set([lower, search.toUpperCase(), first.toUpperCase() + rest.join('')].map(lowerAscii));
  const pattern = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
  const names = [...cases].map((text) => `%${pattern(text)}%`);
  const isLike = (column: string) => `${column} LIKE ? ESCAPE '\\'`;
  return {
    sql: `(${[...names.map(() => isLike('lower(name)')), isLike('id')].join(' OR ')})`,
    values: [...names, `${pattern(lower)}%`],
  };
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
