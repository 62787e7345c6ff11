import { type IdempotentRequest, replayOr } from '../actions/once.ts';
import { seal, unseal } from '../actions/sending/links/sealed-token.ts';
import type { Deps } from '../app/deps.ts';
import type { ApiResponse, Call } from './endpoint.ts';
import { readIdempotencyKey } from './idempotency.ts';

const PURPOSE = 'kept response';

/** Does the same as `replayOr` for a response that contains a secret: the stored response is encrypted. */
export async function replaySecretOr(
  call: Call,
  work: (repeatable: IdempotentRequest<ApiResponse> | undefined) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const repeatable = readIdempotencyKey(call);
  return unsealResponse(call.deps, await replayOr(call.deps, repeatable, () => work(repeatable)));
}

/** Encrypts a response that is stored for a repeat of the request, so that the database does not reveal its secret. */
export function sealResponse({ secret }: Pick<Deps, 'secret'>, response: ApiResponse): ApiResponse {
  return { ...response, body: seal(secret, PURPOSE, [String(response.body)]) };
}

function unsealResponse(deps: Pick<Deps, 'secret' | 'config'>, response: ApiResponse): ApiResponse {
  const [body] = unseal(deps, PURPOSE, String(response.body)) ?? [];
  if (body === undefined) throw new Error('a stored response cannot be decrypted');
  return { ...response, body };
}
