import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { addToCache } from '../../domain/bounded-cache.ts';
import type { OwnAccount, SignedIn } from '../../domain/people/signed-in.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import type { OpenSession } from './sessions.ts';

type NamedAccount = Pick<Account, 'name' | 'kind' | 'closedAt'>;

/** Account names by id and version: an account includes its logo, and is too large to read for its name only. */
const nameCache = new Map<string, { version: number; named: NamedAccount }>();
const MAX_NAMES = 10_000;

/** Adds the names of the accounts to a session, for pages. */
export async function withAccountNames({ db }: Pick<Deps, 'db'>, open: OpenSession): Promise<SignedIn> {
  const { sessionId, signedInAt, isTwoStep, user, roles } = open;
  const accounts: SignedIn['accounts'] = [];
  for (const { accountId: id, accountVersion: version, ...entry } of roles) {
    const known = nameCache.get(id);
    const named = known?.version === version ? known.named : await readName({ db }, id);
    const { role, seesCosts, mayApprove, seenAt, access } = entry;
    accounts.push({ id, ...named, role, seesCosts, mayApprove, version, seenAt, access });
  }
  return { sessionId, signedInAt, isTwoStep, user, accounts };
}

export async function listOwnAccounts(deps: Pick<Deps, 'db'>, open: OpenSession): Promise<OwnAccount[]> {
  const { accounts } = await withAccountNames(deps, open);
  return accounts.map(({ id, name, kind, role, closedAt }) => ({ id, name, kind, role, closedAt }));
}

async function readName({ db }: Pick<Deps, 'db'>, id: string): Promise<NamedAccount> {
  const stored = await findAccount(db.read, id);
  const { name, kind, closedAt }: NamedAccount = stored?.account ?? {
    name: '',
    kind: 'live',
    closedAt: null,
  };
  const named = { name, kind, closedAt };
  addToCache(nameCache, MAX_NAMES, id, { version: stored?.version ?? 0, named });
  return named;
}
