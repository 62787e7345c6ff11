import { seal, unseal } from '../../actions/link/sealed-token.ts';
import type { Deps } from '../../deps.ts';
import { type ApiResponse, json } from './endpoint.ts';

const PURPOSE = 'kept response';

/** What is kept for a repeat of the request, where the response has a secret in it: nobody reads that in the database. */
export function sealedJson({ secret }: Pick<Deps, 'secret'>, status: number, value: unknown): ApiResponse {
  return json(status, seal(secret, PURPOSE, [JSON.stringify(value)]));
}

export function unsealed({ secret }: Pick<Deps, 'secret'>, response: ApiResponse): ApiResponse {
  const [body] = unseal(secret, PURPOSE, String(response.body)) ?? [];
  if (body === undefined) throw new Error('a kept response that cannot be opened');
  return { ...response, body };
}
