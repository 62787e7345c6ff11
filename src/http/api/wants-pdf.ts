import type { Call } from './endpoint.ts';

/** Whether the caller asks for the document itself. */
export function wantsPdf({ request }: Call): boolean {
  const accept = request.headers.accept ?? '';
  return /application\/pdf/i.test(accept) && !/application\/json/i.test(accept);
}
