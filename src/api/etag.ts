import type { ExpectVersion } from '../actions/expect-version.ts';
import { Problem } from '../domain/errors.ts';
import { toPlainEtag } from '../http/headers/content-coding.ts';
import type { StoredInvoice } from '../store/tables/invoice/invoices.ts';
import type { ApiResponse, Call } from './endpoint.ts';

/**
 * Formats the ETag. `version` increases with each change and `views` with each view of the customer. Both are in the ETag,
 * so that a cached response is never stale, but `If-Match` compares only the version: a view does not fail a change.
 */
export function formatEtag({ version, views = 0 }: { version: number; views?: number }): string {
  return views === 0 ? `"${version}"` : `"${version}.${views}"`;
}

/** Formats the ETag of an invoice, which for a draft also names the version of the customer that it shows. */
export function formatInvoiceEtag({
  version,
  views,
  hasCurrentParties,
  customerVersion,
}: Pick<StoredInvoice, 'version' | 'views' | 'hasCurrentParties' | 'customerVersion'>): string {
  return formatEtag({ version, views: hasCurrentParties ? customerVersion : views });
}

/** Returns the check of `If-Match` that a change runs on the stored version. */
export function createIfMatchCheck(call: Call): ExpectVersion {
  return (version) => checkIfMatch(call, version);
}

/** Like `createIfMatchCheck`, for a change that must name the version that the caller has seen. */
export function createRequiredIfMatchCheck(call: Call): ExpectVersion {
  const header = call.request.headers['if-match'];
  const isNamed = header !== undefined && header.trim() !== '*';
  return (version) => {
    if (isNamed) return checkIfMatch(call, version);
    throw new Problem(
      'precondition_required',
      'Say in If-Match which version you have seen: the ETag of the quote as you read it.',
    );
  };
}

/** Throws 412 if `If-Match` names another version, or any version of a resource that does not exist. */
function checkIfMatch({ request }: Call, version: number | undefined): void {
  const header = request.headers['if-match'];
  if (header === undefined) return;
  const isMatch = (tag: string) => tag === '*' || parseVersion(tag) === String(version);
  if (version !== undefined && header.split(',').some((tag) => isMatch(tag.trim()))) return;
  throw new Problem(
    'precondition_failed',
    'The resource has changed since you read it. Read it again and repeat the change with its new ETag.',
  );
}

/** Returns 304 if the caller has this version already, compressed or not, with the ETag that the caller sent. */
export function toNotModified({ request }: Call, etag: string): ApiResponse | undefined {
  const header = request.headers['if-none-match'];
  if (header === undefined) return undefined;
  for (const part of header.split(',')) {
    const tag = part.trim().replace(/^W\//, '');
    if (tag === '*') return { status: 304, headers: { ETag: etag } };
    if (toPlainEtag(tag) === etag) return { status: 304, headers: { ETag: tag } };
  }
  return undefined;
}

function parseVersion(tag: string): string | undefined {
  return /^"(\d+)(?:\.\d+)?"$/.exec(toPlainEtag(tag))?.[1];
}
