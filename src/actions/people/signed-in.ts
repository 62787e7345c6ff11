import type { Deps } from '../../app/deps.ts';
import { addToCache } from '../../domain/bounded-cache.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import type { OpenSession } from './sessions.ts';

/** Account names by id and version: an account includes its logo, and is too large to read for its name only. */
const nameCache = new Map<string, { version: number; name: string }>();
const MAX_NAMES = 10_000;

/** Adds the names of the accounts to a session, for pages. */
export async function withAccountNames({ db }: Pick<Deps, 'db'>, open: OpenSession): Promise<SignedIn> {
  const { sessionId, signedInAt, user, roles } = open;
  const accounts: SignedIn['accounts'] = [];
  for (const { accountId: id, accountVersion: version, ...entry } of roles) {
    const known = nameCache.get(id);
    const name = known?.version === version ? known.name : await readName({ db }, id);
    const { role, seesCosts, mayApprove, seenAt, access } = entry;
    accounts.push({ id, name, role, seesCosts, mayApprove, version, seenAt, access });
  }
  return { sessionId, signedInAt, user, accounts };
}

async function readName({ db }: Pick<Deps, 'db'>, id: string): Promise<string> {
  const stored = await findAccount(db.read, id);
  const name = stored?.account.name ?? '';
  addToCache(nameCache, MAX_NAMES, id, { version: stored?.version ?? 0, name });
  return name;
}
