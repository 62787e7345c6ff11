import { Problem, type ProblemCode } from '../domain/errors.ts';
import { RenderError, type RenderFailure } from '../pdf/render-error.ts';
import { DatabaseUnavailable } from '../store/database.ts';

/** An error as it goes to another thread, where its class would be lost. */
export type PackedError =
  | ({ kind: 'problem'; code: ProblemCode; message: string } & Pick<Problem, 'errors' | 'extra' | 'headers'>)
  | { kind: 'render'; reason: RenderFailure; message: string }
  | { kind: 'database'; message: string }
  | { kind: 'other'; message: string; more: { stack?: string; code?: string; syscall?: string } };

export function packError(error: unknown): PackedError {
  const { message, stack, code, syscall }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error));
  if (error instanceof Problem) {
    const { code, errors, extra, headers } = error;
    return { kind: 'problem', code, message, errors, extra, headers };
  }
  if (error instanceof RenderError) return { kind: 'render', reason: error.reason, message };
  if (error instanceof DatabaseUnavailable) return { kind: 'database', message };
  return { kind: 'other', message, more: { stack, code, syscall } };
}

export function unpackError(packed: PackedError): Error {
  switch (packed.kind) {
    case 'problem':
      return new Problem(packed.code, packed.message, packed);
    case 'render':
      return new RenderError(packed.reason, packed.message);
    case 'database':
      return new DatabaseUnavailable(packed.message);
    case 'other':
      return Object.assign(new Error(packed.message), packed.more);
  }
}
