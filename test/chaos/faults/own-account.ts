import { createAccount, createKey } from '../../../src/actions/account/accounts.ts';
import type { Database } from '../../../src/store/database.ts';

export interface OwnAccount {
  accountId: string;
  key: string;
}

/** Creates an account beside the processes, because the first key cannot do it. */
export async function createOwnAccount(
  open: () => Promise<Database>,
  { name, kind }: { name: string; kind: 'live' | 'test' },
): Promise<OwnAccount> {
  const db = await open();
  const now = Date.now();
  try {
    return await db.write(async (tx) => {
      const account = await createAccount(tx, { name, kind }, now);
      const access = { name: 'Chaos', access: 'write', seesCosts: true } as const;
      const { secret } = await createKey(tx, account, access, now);
      return { accountId: account.id, key: secret };
    });
  } finally {
    await db.close();
  }
}
