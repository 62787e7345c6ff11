import { earlierOr, type RepeatableRequest } from '../../actions/idempotency/once.ts';
import { seal, unseal } from '../../actions/link/sealed-token.ts';
import type { Deps } from '../../deps.ts';
import type { ApiResponse, Call } from './endpoint.ts';
import { idempotencyOf } from './idempotency.ts';

const PURPOSE = 'kept response';

/** As `earlierOr`, where the response has a secret in it: what is kept of it is `sealed`. */
export async function earlierSecretOr(
  call: Call,
  work: (repeatable: RepeatableRequest<ApiResponse> | undefined) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const repeatable = idempotencyOf(call);
  return unsealed(call.deps, await earlierOr(call.deps, repeatable, () => work(repeatable)));
}

/** What is kept for a repeat of the request, where the response has a secret in it: nobody reads that in the database. */
export function sealed({ secret }: Pick<Deps, 'secret'>, response: ApiResponse): ApiResponse {
  return { ...response, body: seal(secret, PURPOSE, [String(response.body)]) };
}

function unsealed({ secret }: Pick<Deps, 'secret'>, response: ApiResponse): ApiResponse {
  const [body] = unseal(secret, PURPOSE, String(response.body)) ?? [];
  if (body === undefined) throw new Error('a kept response that cannot be opened');
  return { ...response, body };
}
