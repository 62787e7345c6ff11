import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';

export interface ProfferRequest {
  method: IHttpRequestMethods;
  path: string;
  query?: IDataObject;
  body?: IDataObject;
  headers?: IDataObject;
  /** Asks for the bytes of a document instead of JSON. */
  accept?: string;
}

/** Calls the API, and turns an error into one that says what the service said was wrong. */
export async function callProffer(
  context: IExecuteFunctions | IHookFunctions,
  { method, path, query, body, headers, accept }: ProfferRequest,
  itemIndex?: number,
) {
  const { url } = await context.getCredentials<{ url: string }>('profferApi', itemIndex);
  try {
    return await context.helpers.httpRequestWithAuthentication.call(context, 'profferApi', {
      method,
      url: `${url.replace(/\/+$/, '')}/api/v1${path}`,
      qs: query,
      body,
      headers: { Accept: accept ?? 'application/json', ...headers },
      ...(accept ? { encoding: 'arraybuffer' as const } : { json: true }),
    });
  } catch (error) {
    throw new NodeApiError(context.getNode(), error as JsonObject, { itemIndex, ...readProblem(error) });
  }
}

/** The response, or nothing where the resource does not exist any more. */
export function ifFound<Result>(request: Promise<Result>): Promise<Result | undefined> {
  return request.catch((error) => (isNotFound(error) ? undefined : Promise.reject(error)));
}

function isNotFound(error: unknown): boolean {
  return error instanceof NodeApiError && error.httpCode === '404';
}

/** Reads the problem details (RFC 9457) of a response, so that the person sees them instead of the status alone. */
function readProblem(error: unknown): { message?: string; description?: string } {
  const { response } = error as { response?: { data?: unknown; body?: unknown } };
  const data = response?.data ?? response?.body;
  const problem = typeof data === 'object' && data !== null ? (data as JsonObject) : undefined;
  if (typeof problem?.title !== 'string') return {};
  return {
    message: problem.title,
    description: typeof problem.detail === 'string' ? problem.detail : undefined,
  };
}
