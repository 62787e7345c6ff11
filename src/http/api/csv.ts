import { prefersToJson } from '../headers/accept.ts';
import { contentDisposition } from '../headers/content-disposition.ts';
import type { ApiResponse, Call } from './endpoint.ts';

export const CSV_TYPE = 'text/csv';

/** Whether the caller requests the whole list as CSV. */
export function wantsCsv({ request }: Pick<Call, 'request'>): boolean {
  return prefersToJson(request.headers.accept, CSV_TYPE);
}

export function csvResponse(name: string, bytes: AsyncIterable<Uint8Array>): ApiResponse {
  return { status: 200, headers: { ...csvHeaders(name), Vary: 'Authorization, Accept' }, stream: bytes };
}

/** Headers of a download whose content cannot run anything. */
export function csvHeaders(name: string): Record<string, string> {
  return {
    'Content-Type': `${CSV_TYPE}; charset=utf-8; header=present`,
    'Content-Disposition': contentDisposition('attachment', `${name}.csv`),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  };
}
