import type { FieldError, Problem } from './api.ts';

/**
 * Why a call failed: a code of the service, or one of the client. `connection_failed` and `timed_out`: no response
 * came. `unexpected_response`: what came is not of the service, such as the page of a proxy.
 */
export type ErrorCode = Problem['code'] | 'connection_failed' | 'timed_out' | 'unexpected_response';

/** Everything that a call throws, except for the reason of your own `AbortSignal`. */
export class ProfferError extends Error {
  override readonly name: string = 'ProfferError';
  /** What to decide by: its meaning never changes. */
  readonly code: ErrorCode;
  /** Of the response, if one came. */
  readonly status: number | undefined;
  /** Each field that is not valid. */
  readonly errors: FieldError[];
  /** For support: the log of the service has it too. */
  readonly requestId: string | undefined;
  /** Seconds after which to try again, if the service said so. */
  readonly retryAfter: number | undefined;
  /** All that the service said. */
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

/** An error of one code. What the service itself said has a `problem`. */
export type ProfferErrorOf<Code extends ErrorCode> = ProfferError & {
  readonly code: Code;
} & (Code extends Problem['code']
    ? { readonly status: number; readonly problem: Problem; readonly requestId: string }
    : unknown);

/** Whether something that was thrown is an error of the client; with codes, whether it is one of these. */
export function isProfferError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ProfferErrorOf<Code> {
  return error instanceof ProfferError && (codes.length === 0 || codes.includes(error.code as Code));
}

/** What the response of a failure says. */
export async function errorOf(response: Response): Promise<ProfferError> {
  const { status, headers } = response;
  const retryAfter = readRetryAfter(headers.get('Retry-After'));
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

/** Seconds, or a date. */
export function readRetryAfter(text: string | null, now = Date.now()): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
