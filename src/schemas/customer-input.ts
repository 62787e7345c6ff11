import { compileCheck } from './check.ts';
import { PutCustomer } from './schemas.ts';

export const checkCustomer = compileCheck(PutCustomer);
export const CUSTOMER_READ_ONLY = ['id', 'createdAt', 'updatedAt'];
