import type { Role } from './role.ts';

/** Who sits at a browser, and which accounts are theirs. */
export interface SignedIn {
  sessionId: string;
  /** When they last showed that it is them. */
  signedInAt: number;
  user: { id: string; name: string; email: string; locale: string | null };
  /** `version` is that of the account's settings. */
  accounts: {
    id: string;
    name: string;
    role: Role;
    version: number;
    /** When the session was last seen there. */
    seenAt: number | null;
    access: 'open' | 'ended' | 'two-step';
  }[];
}
