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

/** The rights that an owner can give a member in addition to the role. */
export interface Rights {
  seesCosts: boolean;
  mayApprove: boolean;
}

/** Returns the rights in effect: an owner has all, a reader none, and a member those that were given. */
export function resolveRights(role: Role, { seesCosts, mayApprove }: Rights): Rights {
  const isOwner = role === 'owner';
  return {
    seesCosts: isOwner || (role === 'member' && seesCosts),
    mayApprove: isOwner || (role === 'member' && mayApprove),
  };
}
