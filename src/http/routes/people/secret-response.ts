import { seal, unseal } from '../../../actions/link/sealed-token.ts';
import type { Deps } from '../../../deps.ts';
import { type ApiResponse, json } from '../../api/endpoint.ts';

const PURPOSE = 'kept response';

/** What is kept for a repeat of the request, where the response has a secret in it: nobody reads that in the database. */
export function sealedCreation(
  { secret }: Pick<Deps, 'secret'>,
  location: string,
  value: unknown,
): ApiResponse {
  return json(201, seal(secret, PURPOSE, [JSON.stringify(value)]), { Location: location });
}

export function unsealed({ secret }: Pick<Deps, 'secret'>, response: ApiResponse): ApiResponse {
  const [body] = unseal(secret, PURPOSE, String(response.body)) ?? [];
  if (body === undefined) throw new Error('a kept response that cannot be opened');
  return { ...response, body };
}
