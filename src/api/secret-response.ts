import { runOnce } from '../actions/once.ts';
import type { Repeat } from '../actions/repeat.ts';
import { seal, unseal } from '../actions/sending/links/sealed-token.ts';
import type { Deps } from '../app/deps.ts';
import type { StoredResponse } from '../store/tables/idempotency.ts';
import type { ApiResponse, Call } from './endpoint.ts';
import { readIdempotencyKey } from './idempotency.ts';

const PURPOSE = 'kept response';

/** Does the same as `respondOnce` for a response that contains a secret: what is stored for repeats is encrypted. */
export function respondSecretOnce<Result>(
  call: Call,
  respond: (result: Result) => ApiResponse,
  work: (repeat: Repeat<Result>) => Promise<Result>,
): Promise<ApiResponse> {
  const { deps } = call;
  const keyed = readIdempotencyKey(call);
  const request = keyed && {
    ...keyed,
    toStored: (response: StoredResponse) => ({
      ...response,
      body: seal(deps.secret, PURPOSE, [String(response.body)]),
    }),
    again: (stored: StoredResponse) => keyed.again(unsealResponse(deps, stored)),
  };
  return runOnce(deps, request, respond, work);
}

function unsealResponse(deps: Pick<Deps, 'secret' | 'config'>, stored: StoredResponse): StoredResponse {
  const [body] = unseal(deps, PURPOSE, String(stored.body)) ?? [];
  if (body === undefined) throw new Error('a stored response cannot be decrypted');
  return { ...stored, body };
}
