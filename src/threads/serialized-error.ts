import { Problem, type ProblemCode } from '../domain/errors.ts';
import { DatabaseUnavailable, type Outage } from '../domain/outage.ts';
import { RenderError, type RenderFailure } from '../domain/render-error.ts';

/** Error fields that are logged or shown at startup, besides the message. */
interface Details {
  stack?: string | undefined;
  code?: unknown;
  syscall?: unknown;
  errcode?: unknown;
  errstr?: unknown;
}

/** An error in a form that can be sent to another thread, where its class would be lost. */
export interface SerializedError {
  kind:
    | ({ name: 'problem'; code: ProblemCode } & Pick<Problem, 'errors' | 'extra' | 'headers'>)
    | { name: 'render'; cause: Details | undefined; reason: RenderFailure }
    | { name: 'database'; cause: Details; reason: Outage }
    | { name: 'other'; details: Details };
  message: string;
  stack: string | undefined;
}

export function serializeError(error: unknown): SerializedError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: serializeKind(error), message, stack };
}

function serializeKind(error: unknown): SerializedError['kind'] {
  if (error instanceof Problem) {
    const { code, errors, extra, headers } = error;
    return { name: 'problem', code, errors, extra, headers };
  }
  if (error instanceof RenderError) {
    const cause = error.cause === undefined ? undefined : pickDetails(error.cause);
    return { name: 'render', cause, reason: error.reason };
  }
  if (error instanceof DatabaseUnavailable) {
    return { name: 'database', cause: pickDetails(error.cause), reason: error.reason };
  }
  return { name: 'other', details: pickDetails(error) };
}

function pickDetails(error: unknown): Details {
  const { code, syscall, errcode, errstr } = (error ?? {}) as Details;
  return Object.fromEntries(
    Object.entries({ code, syscall, errcode, errstr }).filter(([, value]) => value !== undefined),
  );
}

export function deserializeError({ kind, message, stack }: SerializedError): Error {
  return Object.assign(createError(kind, message), { stack });
}

function createError(kind: SerializedError['kind'], message: string): Error {
  switch (kind.name) {
    case 'problem':
      return new Problem(kind.code, message, kind);
    case 'render':
      return new RenderError(kind.reason, message, kind.cause && { cause: kind.cause });
    case 'database':
      return new DatabaseUnavailable(message, kind);
    case 'other':
      return Object.assign(new Error(message), kind.details);
  }
}
