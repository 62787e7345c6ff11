import type { ProblemCode } from '../domain/errors.ts';

/** Problems of every request with a JSON body. */
export const BODY_PROBLEMS = [
  'validation_failed',
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies ProblemCode[];

/** Problems of every request that accepts an `Idempotency-Key`. */
export const REPEAT_PROBLEMS = [
  'idempotency_mismatch',
  'idempotency_in_progress',
  'customer_erased',
] as const satisfies ProblemCode[];
