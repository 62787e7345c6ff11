import { compileCheck } from './check.ts';
import { Type } from './type.ts';

/** Rejects all fields, for operations without a body. */
export const checkEmptyBody = compileCheck(Type.Object({}, { additionalProperties: false }));
