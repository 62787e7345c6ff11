import { isSameAddress } from './mail-address.ts';

/** Whether an owner has named another address for replies than that of the mailbox: none of them arrives there then. */
export function areRepliesElsewhere(replyTo: string | null, mailbox: string): boolean {
  return replyTo !== null && !isSameAddress(replyTo, mailbox);
}

/** 130 bits. */
const REPLY_TOKEN_LENGTH = 26;

const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567';
const TOKEN = /^[a-z2-7]{26}$/;
const MAX_LOCAL_PART_LENGTH = 64;
/** A mail can name any number of recipients; ours is among the first. */
const MAX_RECIPIENTS = 200;

/** Encodes bytes in lower-case base 32 (RFC 4648): mail servers may change the case of an address. */
export function encodeReplyToken(bytes: Uint8Array): string {
  let token = '';
  for (let place = 0; token.length < REPLY_TOKEN_LENGTH; place += 5) {
    const pair = ((bytes[place >> 3] ?? 0) << 8) | (bytes[(place >> 3) + 1] ?? 0);
    token += BASE_32[(pair >> (11 - (place & 7))) & 31];
  }
  return token;
}

/** Adds the token to the address of the mailbox; `undefined` if the local part would be too long. */
export function formatReplyAddress(mailbox: string, token: string): string | undefined {
  const at = mailbox.lastIndexOf('@');
  const local = `${mailbox.slice(0, at)}+${token}`;
  if (new TextEncoder().encode(local).length > MAX_LOCAL_PART_LENGTH) return undefined;
  return `${local}${mailbox.slice(at)}`;
}

/** Finds what may be tokens in the addresses that a mail was sent to. Whether they are signed is not known yet. */
export function findReplyTokens(recipients: readonly string[]): string[] {
  const tokens = recipients.slice(0, MAX_RECIPIENTS).flatMap((address) => {
    const local = address.slice(0, Math.max(0, address.lastIndexOf('@')));
    const plus = local.lastIndexOf('+');
    const token = local.slice(plus + 1).toLowerCase();
    return plus > 0 && TOKEN.test(token) ? [token] : [];
  });
  return [...new Set(tokens)];
}
