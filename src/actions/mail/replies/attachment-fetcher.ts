import { Problem } from '../../../domain/errors.ts';
import type { AttachmentFetcher } from '../../../domain/mail/incoming-mail.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';
import { type FetchDeps, fetchAttachment } from './fetch-attachment.ts';

/** Fetches in progress: each holds a connection and up to `MAX_MAIL_BYTES` in memory. */
const MAX_PER_ACCOUNT = 2;
const MAX_AT_ONCE = 6;
const RETRY_AFTER_SECONDS = 5;

/** Returns `fetchAttachment` with a limit of fetches in progress. */
export function createAttachmentFetcher(deps: FetchDeps): AttachmentFetcher {
  const acquireOwn = limitConcurrency(MAX_PER_ACCOUNT, () => createLimited('of this account'));
  const acquireAny = limitConcurrency(MAX_AT_ONCE, () => createLimited('on this service'));
  return async (accountId, place, index) => {
    const releaseOwn = acquireOwn(accountId);
    try {
      const releaseAny = acquireAny('all');
      return await fetchAttachment(deps, accountId, place, index).finally(releaseAny);
    } finally {
      releaseOwn();
    }
  };
}

function createLimited(where: string): Problem {
  return new Problem(
    'rate_limited',
    `Too many attachments ${where} are being fetched from a mailbox at the same time. Try again in a few seconds.`,
    { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
  );
}
