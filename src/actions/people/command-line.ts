import type { Deps } from '../../app/deps.ts';
import { findUserByEmail, listMemberships } from '../../store/tables/person/users.ts';
import { findSetting } from '../../store/tables/settings.ts';

export async function findPerson(
  { db }: Pick<Deps, 'db'>,
  email: string,
): Promise<{ id: string; name: string; accountIds: string[] } | undefined> {
  const user = await findUserByEmail(db.read, email);
  if (!user) return undefined;
  const accountIds = (await listMemberships(db.read, user.id)).map(({ accountId }) => accountId);
  return { id: user.id, name: user.name, accountIds };
}

/** Returns the secret of the service; `undefined` before its first start. */
export async function readInstallationSecret({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Promise<string | undefined> {
  return config.secret ?? findSetting(db.read, 'secret');
}
