import type { Quote } from '../../../../domain/quote/quote.ts';
import type { DraftBody } from '../draft/to-body.ts';

export interface SaveReply {
  status: number;
  etag: string;
  /** The quote, or the problem if the request failed. */
  body: Partial<Pick<Quote, 'id' | 'number' | 'status' | 'revision'>> & {
    items?: { id?: string }[];
    code?: string;
    detail?: string;
    errors?: ApiError[];
  };
  retryAfterMs: number | null;
}

export interface ApiError {
  path: string;
  message: string;
}

export type SaveError =
  | 'incomplete'
  | 'invalid'
  | 'onPurpose'
  | 'offline'
  | 'busy'
  | 'signedOut'
  | 'refused'
  | 'forbidden'
  | 'closed'
  | 'invoiced'
  | 'gone';

const INVOICED = new Set(['quote_converted', 'partly_invoiced']);

export function findSaveError({ status, body: { code = '' } }: SaveReply): SaveError | 'conflict' {
  if (status === 412) return 'conflict';
  if (status === 400 || status === 413) return 'refused';
  if (status === 401) return 'signedOut';
  if (status === 403) return code === 'account_closed' ? 'closed' : 'forbidden';
  if (status === 404) return 'gone';
  return status === 409 && INVOICED.has(code) ? 'invoiced' : 'busy';
}

/** Adds the identifiers that the service gave to new items; those of a template have none. */
export function withItemIds(body: DraftBody, written: { id?: string }[]): DraftBody {
  return {
    ...body,
    items: body.items.map(({ id: own, ...item }, at) => {
      const id = written[at]?.id ?? own;
      return id ? { id, ...item } : item;
    }),
  };
}

export function idsByKey(keys: string[], written: { id?: string }[]): Map<string, string> {
  return new Map(keys.flatMap((key, at) => (written[at]?.id ? [[key, written[at].id] as const] : [])));
}
