/** The roles of a person in an account, from most to least permissions. */
export const ROLES = ['owner', 'member', 'reader'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role has at least the permissions of another. */
export function hasRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(required);
}

export function isRole(text: unknown): text is Role {
  return ROLES.includes(text as Role);
}
