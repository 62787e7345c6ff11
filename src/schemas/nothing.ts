import { compileCheck } from './check.ts';
import { Type } from './type.ts';

/** For an operation that takes no body: whoever sends fields hears that it has none. */
export const checkNothing = compileCheck(Type.Object({}, { additionalProperties: false }));
