import { prefersOverJson } from '../http/headers/accept.ts';
import { contentDisposition } from '../http/headers/content-disposition.ts';
import type { ApiResponse, Call } from './endpoint.ts';

export const CSV_TYPE = 'text/csv';

/** Whether the caller requests the whole list as CSV. */
export function wantsCsv({ request }: Pick<Call, 'request'>): boolean {
  return prefersOverJson(request.headers.accept, CSV_TYPE);
}

export function createCsvResponse(name: string, bytes: AsyncIterable<Uint8Array>): ApiResponse {
  return {
    status: 200,
    headers: { ...createCsvHeaders(name), Vary: 'Authorization, Accept' },
    stream: bytes,
  };
}

/** Headers of a download whose content cannot run anything. */
export function createCsvHeaders(name: string, charset = 'utf-8'): Record<string, string> {
  return {
    'Content-Type': `${CSV_TYPE}; charset=${charset}; header=present`,
    'Content-Disposition': contentDisposition('attachment', `${name}.csv`),
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  };
}
