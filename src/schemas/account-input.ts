import { compileCheck } from './check.ts';
import { PatchAccount } from './schemas.ts';

export const checkAccount = compileCheck(PatchAccount);
export const ACCOUNT_READ_ONLY = ['id', 'kind', 'createdAt', 'updatedAt'];
