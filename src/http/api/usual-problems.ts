import type { ProblemCode } from '../../domain/errors.ts';

/** Of every request whose body is JSON. */
export const BODY_PROBLEMS = [
  'validation_failed',
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies ProblemCode[];

/** Of every request that takes an `Idempotency-Key`. */
export const REPEAT_PROBLEMS = [
  'idempotency_mismatch',
  'idempotency_in_progress',
] as const satisfies ProblemCode[];
