import type { Deps } from '../../app/deps.ts';
import type { ConnectedApp } from '../../domain/apps/app.ts';
import { deleteGrant, listAccountGrants, listUserGrants } from '../../store/tables/apps/grants.ts';

/** Lists the apps that members have connected to the account. */
export async function listAccountApps(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
): Promise<ConnectedApp[]> {
  return (await listAccountGrants(db.read, accountId, now)).map(toConnectedApp);
}

/** Lists the apps that a person has connected, in all accounts. */
export async function listUserApps(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  now: number,
): Promise<ConnectedApp[]> {
  return (await listUserGrants(db.read, userId, now)).map(toConnectedApp);
}

/** Ends what an app may do, at once. Returns `false` if it had ended, or is not of this person if one is named. */
export function endApp(
  { db }: Pick<Deps, 'db'>,
  { accountId, id, userId }: { accountId: string; id: string; userId?: string },
): Promise<boolean> {
  return db.write((tx) => deleteGrant(tx, { account_id: accountId, id }, userId), {
    account: accountId,
    evenIfClosed: true,
    evenIfMoved: true,
  });
}

function toConnectedApp(row: Awaited<ReturnType<typeof listUserGrants>>[number]): ConnectedApp {
  const {
    account_id: accountId,
    id,
    user_id: userId,
    user_name: userName,
    name,
    host,
    resource,
    access,
  } = row;
  return {
    ...{ accountId, id, userId, userName, name, host, resource, access },
    seesCosts: row.sees_costs === 1,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.used_at === null ? null : new Date(row.used_at).toISOString(),
  };
}
