import { createHmac, timingSafeEqual } from 'node:crypto';
import { encodeReplyToken } from '../../../domain/mail/reply-address.ts';
import { findSecret } from '../../sending/links/links.ts';
import type { Secrets } from '../../sending/links/sealed-token.ts';

/** The link that a reply address belongs to. */
export interface RepliedLink {
  accountId: string;
  quoteId: string;
  linkId: string;
}

/** Characters of a token that find its link. The others prove that the service made it. */
const REF_LENGTH = 8;

/** Derives the token of a reply address, like that of a link: from the secret that the id of the link names. */
export function deriveReplyToken(deps: Secrets, { accountId, quoteId, linkId }: RepliedLink): string {
  const mac = createHmac('sha256', findSecret(deps, linkId)).update(
    `reply:${accountId}:${quoteId}:${linkId}`,
  );
  return encodeReplyToken(mac.digest());
}

export function getReplyRef(token: string): string {
  return token.slice(0, REF_LENGTH);
}

export function isReplyToken(deps: Secrets, link: RepliedLink, token: string): boolean {
  const expected = Buffer.from(deriveReplyToken(deps, link));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
