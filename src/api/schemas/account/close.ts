import type { Static } from 'typebox';
import { compileCheck } from '../check.ts';
import { Type } from '../type.ts';

export const CloseAccount = Type.Object(
  { name: Type.String({ description: 'The exact name of the account, as `GET /account` returns it' }) },
  { title: 'CloseAccount', additionalProperties: false },
);
export type CloseAccount = Static<typeof CloseAccount>;
export const checkCloseAccount = compileCheck(CloseAccount);
