import type {
  Invitation,
  InvitationList,
  Key,
  KeyList,
  NewInvitation,
  NewKey,
  SessionList,
  User,
  UserList,
  UserPatch,
} from '../api.ts';
import type { Caller, CallOptions, PostOptions } from '../call.ts';

/** The users of the account. Requires the session of an owner; keys are not allowed. */
export function createUsersApi({ json }: Caller) {
  return {
    list: (options?: CallOptions): Promise<UserList> => json('listUsers', {}, options),
    /** Changes the role. */
    update: (id: string, patch: UserPatch, options?: CallOptions): Promise<User> =>
      json('updateUser', { path: { id }, body: patch }, options),
    remove: (id: string, options?: CallOptions): Promise<void> =>
      json('removeUser', { path: { id } }, options),
  };
}

/** Open invitations. Requires the session of an owner; keys are not allowed. */
export function createInvitationsApi({ json }: Caller) {
  return {
    list: (options?: CallOptions): Promise<InvitationList> => json('listInvitations', {}, options),
    create: (invitation: NewInvitation, options?: PostOptions): Promise<Invitation> =>
      json('createInvitation', { body: invitation }, options),
    withdraw: (id: string, options?: CallOptions): Promise<void> =>
      json('withdrawInvitation', { path: { id } }, options),
  };
}

/** Sessions of signed-in users. Requires the session of an owner; keys are not allowed. */
export function createSessionsApi({ json }: Caller) {
  return {
    list: (options?: CallOptions): Promise<SessionList> => json('listSessions', {}, options),
    end: (id: string, options?: CallOptions): Promise<void> => json('endSession', { path: { id } }, options),
  };
}

/** API keys. Requires the session of an owner; keys are not allowed. */
export function createKeysApi({ json }: Caller) {
  return {
    list: (options?: CallOptions): Promise<KeyList> => json('listKeys', {}, options),
    /** Creates a key. Only this response contains its secret. */
    create: (key: NewKey, options?: PostOptions): Promise<Key> => json('createKey', { body: key }, options),
    revoke: (id: string, options?: CallOptions): Promise<void> =>
      json('revokeKey', { path: { id } }, options),
  };
}
