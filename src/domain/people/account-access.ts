import type { KeyScope } from './key-scopes.ts';
import type { Rights, Role } from './role.ts';

export interface Member extends Rights {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** When the person joined the account. */
  since: string;
  lastSeenAt: string | null;
  hasPassword: boolean;
  hasSecondFactor: boolean;
}

export interface ListedSession {
  id: string;
  userId: string;
  userName: string;
  createdAt: string;
  signedInAt: string;
  lastSeenAt: string;
  userAgent: string | null;
  current: boolean;
}

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  createdAt: string;
  expiresAt: string;
}

/** An API key as it is listed, without its secret. */
export interface ListedKey {
  id: string;
  name: string;
  hint: string;
  scopes: KeyScope[];
  seesCosts: boolean;
  /** Time from which the key is rejected. */
  expiresAt: string | null;
  /** Address ranges that the key works from; `null` for all. */
  addresses: string[] | null;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}
