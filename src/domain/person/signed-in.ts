import type { Role } from './role.ts';

/** Who sits at a browser, and which accounts are theirs. */
export interface SignedIn {
  sessionId: string;
  user: { id: string; name: string; email: string; locale: string | null };
  accounts: { id: string; name: string; role: Role }[];
}
