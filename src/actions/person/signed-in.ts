import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../domain/person/signed-in.ts';
import { accountVersions, findAccount } from '../../store/tables/account/accounts.ts';
import type { OpenSession } from './sessions.ts';

/** By account, as of a version: an account holds its logo, and is not read again for a name. */
const names = new Map<string, { version: number; name: string }>();
const MAX_NAMES = 10_000;

/** The session with the names of the accounts, for pages. */
export async function withAccountNames({ db }: Pick<Deps, 'db'>, open: OpenSession): Promise<SignedIn> {
  const { sessionId, signedInAt, user, roles } = open;
  const versions = await accountVersions(
    db.read,
    roles.map(({ accountId }) => accountId),
  );
  const accounts: SignedIn['accounts'] = [];
  for (const { accountId: id, role } of roles) {
    accounts.push({ id, name: await nameOf({ db }, id, versions.get(id) ?? 0), role });
  }
  return { sessionId, signedInAt, user, accounts };
}

async function nameOf({ db }: Pick<Deps, 'db'>, id: string, version: number): Promise<string> {
  const known = names.get(id);
  if (known?.version === version) return known.name;
  const stored = await findAccount(db.read, id);
  const name = stored?.account.name ?? '';
  if (names.size >= MAX_NAMES) names.clear();
  names.set(id, { version: stored?.version ?? 0, name });
  return name;
}
