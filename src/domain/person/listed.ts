import type { Role } from './role.ts';

export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** When they came to the account. */
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

/** A key as the people of its account see it. */
export interface ListedKey {
  id: string;
  name: string;
  hint: string;
  scopes: ('read' | 'write')[];
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}
