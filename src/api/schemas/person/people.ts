import type { Static } from 'typebox';
import type { Invitation, ListedSession, Member } from '../../../domain/people/account-access.ts';
import { ROLES } from '../../../domain/people/role.ts';
import { compileCheck } from '../check.ts';
import { mailAddress, nullableString, nullableTimestamp, oneOf, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const role = oneOf(ROLES, { description: 'Permissions of the person in the account' });

const seesCosts = Type.Boolean({
  description:
    'Whether the person may see and set costs and see margins. Always for an owner, never for a reader.',
});
const mayApprove = Type.Boolean({
  description: 'Whether the person may approve quotes. Always for an owner, never for a reader.',
});

export const UserSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role,
    seesCosts,
    mayApprove,
    since: timestamp,
    lastSeenAt: nullableTimestamp('Of the last use of the console, to within ten minutes'),
    hasPassword: Type.Boolean(),
    hasSecondFactor: Type.Boolean(),
  },
  { title: 'User', additionalProperties: false },
);
true satisfies Same<Static<typeof UserSchema>, Member>;

export const USER_EXAMPLE = {
  id: 'usr_01k0a1b2c3d4e5f6g7h8j9kmnp',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'member',
  seesCosts: false,
  mayApprove: false,
  since: '2026-11-01T09:30:00.000Z',
  lastSeenAt: '2026-11-02T16:05:00.000Z',
  hasPassword: true,
  hasSecondFactor: false,
} satisfies Member;

export const PatchUser = Type.Object(
  { role: Type.Optional(role), seesCosts: Type.Optional(seesCosts), mayApprove: Type.Optional(mayApprove) },
  { title: 'UserPatch', additionalProperties: false, minProperties: 1 },
);
export type PatchUser = Static<typeof PatchUser>;
export const checkUserPatch = compileCheck(PatchUser);

export const InvitationSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    role,
    createdAt: timestamp,
    expiresAt: timestamp,
    url: Type.Optional(
      Type.String({
        description:
          'Only in the response that creates it, and only without a mail server: hand it to the person yourself',
      }),
    ),
  },
  { title: 'Invitation', additionalProperties: false },
);
true satisfies Same<Static<typeof InvitationSchema>, Invitation & { url?: string }>;

export const INVITATION_EXAMPLE = {
  id: 'ivt_01k0a1b2c3d4e5f6g7h8j9kmnp',
  email: 'grace@example.com',
  role: 'reader',
  createdAt: '2026-11-01T09:30:00.000Z',
  expiresAt: '2026-11-08T09:30:00.000Z',
} satisfies Invitation;

export const CreateInvitation = Type.Object(
  { email: mailAddress('Whom to invite'), role },
  { title: 'NewInvitation', additionalProperties: false },
);
export type CreateInvitation = Static<typeof CreateInvitation>;
export const checkNewInvitation = compileCheck(CreateInvitation);

export const SessionSchema = Type.Object(
  {
    id: Type.String(),
    userId: Type.String(),
    userName: Type.String(),
    createdAt: timestamp,
    signedInAt: timestamp,
    lastSeenAt: timestamp,
    userAgent: nullableString,
    current: Type.Boolean({ description: 'Whether it is the session that asks' }),
  },
  { title: 'Session', additionalProperties: false },
);
true satisfies Same<Static<typeof SessionSchema>, ListedSession>;

export const SESSION_EXAMPLE = {
  id: 'ses_01k0a1b2c3d4e5f6g7h8j9kmnp',
  userId: 'usr_01k0a1b2c3d4e5f6g7h8j9kmnp',
  userName: 'Ada Lovelace',
  createdAt: '2026-11-01T09:30:00.000Z',
  signedInAt: '2026-11-01T09:30:00.000Z',
  lastSeenAt: '2026-11-02T16:05:00.000Z',
  userAgent: 'Mozilla/5.0',
  current: true,
} satisfies ListedSession;
