import { listPasskeys } from '../../store/tables/person/passkeys.ts';
import { findUserByEmail } from '../../store/tables/person/users.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('operators');

/** Whether those who may open the page of the operator can: they sign in here, with two-step verification or a passkey. */
export async function checkOperators(examined: Examined): Promise<Finding[]> {
  const { operators } = examined.config;
  const found = (await Promise.all(operators.map((email) => checkOperator(examined, email)))).flat();
  return found.length > 0 || operators.length === 0 ? found : [fine('operatorsGood')];
}

async function checkOperator({ db }: Examined, email: string): Promise<Finding[]> {
  const user = await findUserByEmail(db.read, email);
  if (!user) return [todo('operatorUnknown', { email })];
  if (user.totp !== null || (await listPasskeys(db.read, user.id)).length > 0) return [];
  return [todo('operatorOneStep', { email })];
}
