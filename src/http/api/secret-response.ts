import { seal, unseal } from '../../actions/link/sealed-token.ts';
import type { Deps } from '../../deps.ts';
import type { ApiResponse } from './endpoint.ts';

const PURPOSE = 'kept response';

/** What is kept for a repeat of the request, where the response has a secret in it: nobody reads that in the database. */
export function sealed({ secret }: Pick<Deps, 'secret'>, response: ApiResponse): ApiResponse {
  return { ...response, body: seal(secret, PURPOSE, [String(response.body)]) };
}

export function unsealed({ secret }: Pick<Deps, 'secret'>, response: ApiResponse): ApiResponse {
  const [body] = unseal(secret, PURPOSE, String(response.body)) ?? [];
  if (body === undefined) throw new Error('a kept response that cannot be opened');
  return { ...response, body };
}
