import type { Deps } from '../../app/deps.ts';
import type { AccountOverview, QueueCounts } from '../../domain/account/account-overview.ts';
import { LIMIT_NAMES, type LimitName, type LimitUses } from '../../domain/account/limits/account-limits.ts';
import type { Database } from '../../store/database.ts';
import { readList } from '../../store/lists/read-list.ts';
import { findLimits, type LimitsRow } from '../../store/tables/account/account-limits.ts';
import { findUser } from '../../store/tables/person/users.ts';
import { readLimitUses } from '../account/limits/account-limits.ts';

/** Whether a person with this address may open the page of the operator. */
export function isOperator({ config }: Pick<Deps, 'config'>, email: string): boolean {
  return config.operators.includes(email);
}

export interface ListedAccount extends AccountOverview {
  limits: Partial<Record<LimitName, number>>;
}

/** Lists accounts, latest first. On SQLite a thread reads them. */
export async function listAllOverviews(
  { db }: Pick<Deps, 'db'>,
  { search, page, pageSize }: { search: string; page: number; pageSize: number },
): Promise<{ accounts: ListedAccount[]; total: number }> {
  const filter = { search, limit: pageSize, offset: (page - 1) * pageSize };
  const { accounts, total } = await readList(db, 'accounts', '', filter);
  const withLimits = accounts.map(async (account) => ({
    ...account,
    limits: account.isLimited ? pickLimits(await findLimits(db.read, account.id)) : {},
  }));
  return { accounts: await Promise.all(withLimits), total };
}

export interface OverviewWithLimits extends AccountOverview {
  uses: LimitUses;
  /** The last change of limits; `by` is `null` for the command line, and `''` for somebody who is deleted. */
  changed: { at: number; by: string | null } | undefined;
}

/** Reads what the operator sees of one account. */
export async function readOverview(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
): Promise<OverviewWithLimits | undefined> {
  const { db } = deps;
  const { accounts } = await readList(db, 'accounts', '', { search: accountId, limit: 1, offset: 0 });
  const [account] = accounts;
  if (account?.id !== accountId) return undefined;
  const row = await findLimits(db.read, accountId);
  const by = row?.changed_by && ((await findUser(db.read, row.changed_by))?.email ?? '');
  return {
    ...account,
    uses: await readLimitUses(deps, accountId),
    changed: row && { at: row.changed_at, by: by ?? null },
  };
}

/** Reads what waits in the queues, and which database it is. */
export async function readState({
  db,
}: Pick<Deps, 'db'>): Promise<{ engine: Database['engine']; queues: QueueCounts }> {
  return { engine: db.engine, queues: await readList(db, 'queues', '') };
}

function pickLimits(row: LimitsRow | undefined): ListedAccount['limits'] {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => (row && row[name] !== null ? [[name, row[name]]] : [])),
  );
}
