import { Problem } from '../domain/errors.ts';
import type { Call } from './endpoint.ts';

/**
 * `version` rises with each change, `views` with each look of the customer. Both are in the tag, so that a cached
 * answer is never stale, but a look does not spoil a change that was prepared meanwhile.
 */
export function etagOf({ version, views = 0 }: { version: number; views?: number }): string {
  return views === 0 ? `"${version}"` : `"${version}.${views}"`;
}

/** Throws 412 when the caller's `If-Match` names another version, or any while there is none. */
export function checkIfMatch({ request }: Call, version: number | undefined): void {
  const header = request.headers['if-match'];
  if (header === undefined) return;
  const isMatch = (tag: string) => tag === '*' || versionIn(tag) === String(version);
  if (version !== undefined && header.split(',').some((tag) => isMatch(tag.trim()))) return;
  throw new Problem(
    'precondition_failed',
    'The resource has changed since you read it. Read it again and repeat the change with its new ETag.',
  );
}

export function isNotModified({ request }: Call, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function versionIn(tag: string): string | undefined {
  return /^"(\d+)(?:\.\d+)?"$/.exec(tag)?.[1];
}
