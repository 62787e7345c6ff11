import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import { countOwnedAccounts, loadUser, putMembership } from '../../store/tables/person/users.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { createAccount, type NewAccount } from './accounts.ts';

/** Creates an account that the person owns, with nothing of their other accounts in it but their email address. */
export function createOwnAccount(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
  input: Omit<NewAccount, 'email'>,
  now: number,
  keep: Keep<Account> = keepNothing,
): Promise<Account> {
  const limit = config.accountsPerPerson;
  return db.write(async (tx) => {
    const email = await expectRoomForAnother(tx, userId, limit);
    const account = await createAccount(tx, { ...input, email }, now);
    await putMembership(tx, userId, { accountId: account.id, role: 'owner' }, now);
    return keep(tx, account);
  });
}

/** Returns the address of the person, who stays locked: of two concurrent requests, the second counts what the first created. */
async function expectRoomForAnother(tx: Sql, userId: string, limit: number): Promise<string> {
  const user = await loadUser(tx, userId);
  if (!user) throw new Problem('not_found', 'You no longer belong to any account.');
  if (limit === 0) {
    throw new Problem(
      'too_many_accounts',
      'People cannot create accounts in this installation. Ask its operator for one, who creates it with "proffer accounts create".',
    );
  }
  if ((await countOwnedAccounts(tx, userId)) >= limit) {
    throw new Problem(
      'too_many_accounts',
      `You own ${limit} accounts, and a person can own no more in this installation. Use one of them, or ask the operator to raise ACCOUNTS_PER_PERSON.`,
    );
  }
  return user.email;
}
