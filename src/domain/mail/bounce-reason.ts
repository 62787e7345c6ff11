/** Why an email came back. */
export const BOUNCE_REASONS = {
  noMailbox: 'The address does not exist.',
  noDomain: 'The domain of the address does not exist or accepts no mail.',
  badAddress: 'The address is not valid.',
  moved: 'The mailbox has moved and has no new address.',
  disabled: 'The mailbox is disabled.',
  full: 'The mailbox is full.',
  tooLarge: 'The email is too large for the mailbox.',
  unreachable: 'The mail server of the recipient could not be reached.',
  tooLate: 'The mail server of the recipient did not accept the email in time.',
  blocked: 'The mail server of the recipient rejected the email by its rules.',
  unknown: 'The mail server of the recipient rejected the email.',
} as const;

const MAX_RESPONSE_LENGTH = 1000;

export type BounceReason = keyof typeof BOUNCE_REASONS;

/** Reasons by the last two numbers of an enhanced status code (RFC 3463 and the registry of RFC 5248). */
const BY_DETAIL = new Map<string, BounceReason>(
  Object.entries({
    '1.0': 'badAddress',
    '1.1': 'noMailbox',
    '1.2': 'noDomain',
    '1.3': 'badAddress',
    '1.6': 'moved',
    '1.10': 'noDomain',
    '2.1': 'disabled',
    '2.2': 'full',
    '2.3': 'tooLarge',
    '3.4': 'tooLarge',
    '4.7': 'tooLate',
  }),
);

/** Reasons by the middle number alone, for details that are not listed. */
const BY_SUBJECT = new Map<string, BounceReason>([
  ['4', 'unreachable'],
  ['7', 'blocked'],
]);

/** Exchange reports an unknown recipient as 5.1.10, which is a domain that accepts no mail (RFC 7505). */
const UNKNOWN_RECIPIENT = /\bRESOLVER\.ADR\.\w*(?:RecipientNotFound|RecipNotFound)\b/i;

/** Returns the reason that an enhanced status code such as `5.1.1` and the words of the server stand for. */
export function findBounceReason(status: string | null, response: string | null = null): BounceReason {
  if (response !== null && UNKNOWN_RECIPIENT.test(response.slice(0, MAX_RESPONSE_LENGTH))) return 'noMailbox';
  const [, subject = '', detail = ''] = (status ?? '').split('.');
  return BY_DETAIL.get(`${subject}.${detail}`) ?? BY_SUBJECT.get(subject) ?? 'unknown';
}
