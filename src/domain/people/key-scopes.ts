export const KEY_SCOPES = ['read', 'draft', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A key reads, and may also prepare drafts (`draft`) or do everything that a program may do (`write`). */
export type KeyAccess = 'read' | 'draft' | 'write';

/** Returns the widest access that the scopes name. */
export function findAccess(scopes: readonly KeyScope[]): KeyAccess {
  if (scopes.includes('write')) return 'write';
  return scopes.includes('draft') ? 'draft' : 'read';
}

export function listScopes(access: KeyAccess): KeyScope[] {
  return access === 'read' ? ['read'] : ['read', access];
}
