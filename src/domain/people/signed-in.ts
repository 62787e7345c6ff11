import type { Account } from '../account/account.ts';
import type { Rights, Role } from './role.ts';

/** An account of a person, as they choose among them. */
export interface OwnAccount extends Pick<Account, 'id' | 'name' | 'kind' | 'closedAt'> {
  role: Role;
}

/** A signed-in user and the accounts they belong to. */
export interface SignedIn {
  sessionId: string;
  /** When the user last authenticated. */
  signedInAt: number;
  /** Whether the sign-in used two-step verification or a passkey. */
  isTwoStep: boolean;
  user: { id: string; name: string; email: string; locale: string | null };
  /** `version` is the version of the account's settings. */
  accounts: (OwnAccount & {
    version: number;
    /** When the session last used this account. */
    seenAt: number | null;
    access: 'open' | 'ended' | 'two-step';
  } & Rights)[];
}
