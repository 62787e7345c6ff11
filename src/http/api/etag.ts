import type { ExpectVersion } from '../../actions/expect-version.ts';
import { Problem } from '../../domain/errors.ts';
import { plainTag } from '../headers/content-coding.ts';
import type { ApiResponse, Call } from './endpoint.ts';

/**
 * `version` rises with each change, `views` with each look of the customer. Both are in the tag, so that a cached
 * response is never stale, but a look does not spoil a change that was prepared meanwhile.
 */
export function etagOf({ version, views = 0 }: { version: number; views?: number }): string {
  return views === 0 ? `"${version}"` : `"${version}.${views}"`;
}

/** What a change asks of the version that it finds. */
export function ifMatch(call: Call): ExpectVersion {
  return (version) => checkIfMatch(call, version);
}

/** Throws 412 when the caller's `If-Match` names another version, or any while there is none. */
function checkIfMatch({ request }: Call, version: number | undefined): void {
  const header = request.headers['if-match'];
  if (header === undefined) return;
  const isMatch = (tag: string) => tag === '*' || versionIn(tag) === String(version);
  if (version !== undefined && header.split(',').some((tag) => isMatch(tag.trim()))) return;
  throw new Problem(
    'precondition_failed',
    'The resource has changed since you read it. Read it again and repeat the change with its new ETag.',
  );
}

/** 304 when the caller has it already, in whatever coding, with the tag by which he knows it. */
export function notModified({ request }: Call, etag: string): ApiResponse | undefined {
  const header = request.headers['if-none-match'];
  if (header === undefined) return undefined;
  for (const part of header.split(',')) {
    const tag = part.trim().replace(/^W\//, '');
    if (tag === '*') return { status: 304, headers: { ETag: etag } };
    if (plainTag(tag) === etag) return { status: 304, headers: { ETag: tag } };
  }
  return undefined;
}

function versionIn(tag: string): string | undefined {
  return /^"(\d+)(?:\.\d+)?"$/.exec(plainTag(tag))?.[1];
}
