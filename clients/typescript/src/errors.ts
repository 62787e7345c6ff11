import type { FieldError, Problem } from './api.ts';

/**
 * Why a call failed: a code of the service, or one of the client. `connection_failed` and `timed_out` mean that there
 * was no response. `unexpected_response` means that the response is not from the service, such as the page of a proxy.
 */
export type ErrorCode = Problem['code'] | 'connection_failed' | 'timed_out' | 'unexpected_response';

/** Thrown by every call that fails, except that an aborted call throws the reason of its `AbortSignal`. */
export class ProfferError extends Error {
  override readonly name: string = 'ProfferError';
  /** The code to check. Its meaning never changes. */
  readonly code: ErrorCode;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** The invalid fields. */
  readonly errors: FieldError[];
  /** The request ID for support; it is also in the log of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which to retry, if the service sent them. */
  readonly retryAfter: number | undefined;
  /** The complete error body of the service. */
  readonly problem: Problem | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      status?: number;
      problem?: Problem;
      requestId?: string;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.problem = more.problem;
    this.errors = more.problem?.errors ?? [];
    this.requestId = more.problem?.requestId ?? more.requestId;
    this.retryAfter = more.retryAfter;
  }
}

/** An error with one of these codes. Codes of the service come with a `problem`. */
export type ProfferErrorOf<Code extends ErrorCode> = ProfferError & {
  readonly code: Code;
} & (Code extends Problem['code']
    ? { readonly status: number; readonly problem: Problem; readonly requestId: string }
    : unknown);

/** Returns whether a thrown value is an error of the client, and has one of the codes if any are given. */
export function isProfferError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ProfferErrorOf<Code> {
  return error instanceof ProfferError && (codes.length === 0 || codes.includes(error.code as Code));
}

/** Parses the response of a failed request. */
export async function parseError(response: Response): Promise<ProfferError> {
  const { status, headers } = response;
  const retryAfter = parseRetryAfter(headers.get('Retry-After'));
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const problem = await readProblem(response);
  if (problem)
    return new ProfferError(problem.code, problem.detail, { status, problem, requestId, retryAfter });
  const said = `The response is not one of Proffer: ${status} ${response.statusText}`.trimEnd();
  return new ProfferError('unexpected_response', `${said}. Is the url right?`, {
    status,
    requestId,
    retryAfter,
  });
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('Content-Type')?.startsWith('application/problem+json')) {
    await response.body?.cancel();
    return undefined;
  }
  const problem = (await response.json()) as Partial<Problem>;
  return typeof problem.code === 'string' ? (problem as Problem) : undefined;
}

/** Parses seconds or a date. */
export function parseRetryAfter(text: string | null, now = Date.now()): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
