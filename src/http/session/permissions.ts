import type { Caller } from '../../actions/account/callers.ts';
import { isRecent } from '../../actions/people/sessions.ts';
import type { Endpoint } from '../../api/endpoint.ts';
import { Problem } from '../../domain/errors.ts';

/** Throws `forbidden` if the key or the role does not allow it, or `sign_in_again` if the sign-in was too long ago. */
export function requirePermission(
  endpoint: Pick<Endpoint, 'scope' | 'for' | 'needsRecentSignIn'>,
  caller: Caller,
  now: number,
): void {
  const { scope, for: whom } = endpoint;
  if (caller.isApp) {
    requireAppPermission(endpoint, caller);
    return;
  }
  if (caller.role === 'key') {
    if (whom === 'person') {
      throw new Problem('forbidden', 'API keys cannot do this. A person can, signed in to the console.');
    }
    if (whom === 'approver') {
      throw new Problem(
        'forbidden',
        'API keys cannot do this. A person who may approve can, signed in to the console.',
      );
    }
    if (whom === 'owner') {
      throw new Problem('forbidden', 'API keys cannot do this. An owner can, signed in to the console.');
    }
    if (scope === 'write' && !caller.canWrite) {
      throw new Problem(
        'forbidden',
        caller.canDraft
          ? 'This key may only prepare drafts. Use a key with the "write" scope, or do this in the console.'
          : 'This key is read-only. Use a key with the "write" scope.',
      );
    }
    if (scope === 'draft' && !caller.canDraft) {
      throw new Problem('forbidden', 'This key is read-only. Use a key with the "draft" or "write" scope.');
    }
    return;
  }
  if (whom !== 'person') requireRole(endpoint, caller);
  if (endpoint.needsRecentSignIn && !(caller.visitor && isRecent(caller.visitor, now))) {
    throw new Problem(
      'sign_in_again',
      'You signed in more than 15 minutes ago. Sign in again, then repeat the request.',
    );
  }
}

function requireRole({ scope, for: whom }: Pick<Endpoint, 'scope' | 'for'>, caller: Caller): void {
  if (whom === 'approver' && !caller.mayApprove) {
    throw new Problem('forbidden', 'Only an owner, or a member who may approve quotes, can do this.');
  }
  if (whom !== undefined && whom !== 'approver' && caller.role !== 'owner') {
    throw new Problem('forbidden', 'Only an owner of the account can do this.');
  }
  if (scope !== 'read' && !caller.canWrite) {
    throw new Problem(
      'forbidden',
      'Only a member or an owner of the account can do this, and your role is reader. Ask an owner for another role.',
    );
  }
}

/** Apps have no access to settings, whatever the role of the person: the person can change them in the console. */
function requireAppPermission({ scope, for: whom }: Pick<Endpoint, 'scope' | 'for'>, caller: Caller): void {
  if (whom !== undefined) {
    throw new Problem('forbidden', 'Connected apps cannot do this. A person can, signed in to the console.');
  }
  if ({ read: true, draft: caller.canDraft, write: caller.canWrite }[scope]) return;
  throw new Problem(
    'forbidden',
    `This needs the scope "${scope}", and a person who may do it. Connect the app again to allow more.`,
    { headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="read ${scope}"` } },
  );
}
