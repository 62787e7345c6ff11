import type { Static } from 'typebox';
import { ROLES } from '../../../domain/people/role.ts';
import type { OwnAccount } from '../../../domain/people/signed-in.ts';
import { compileCheck } from '../check.ts';
import { nullableTimestamp, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { AccountSchema } from './account.ts';

const { name, country, currency, locale, timeZone } = AccountSchema.properties;
const kind = oneOf(['live', 'test'], { description: 'A `test` account never sends real emails' });

export const CreateAccount = Type.Object(
  {
    name,
    kind: Type.Optional(kind),
    country: Type.Optional(country),
    currency: Type.Optional(currency),
    locale: Type.Optional(locale),
    timeZone: Type.Optional(timeZone),
  },
  { title: 'NewAccount', additionalProperties: false },
);
export type CreateAccount = Static<typeof CreateAccount>;
export const checkNewAccount = compileCheck(CreateAccount);

export const OwnAccountSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind,
    role: oneOf(ROLES, { description: 'Permissions of the person in the account' }),
    closedAt: nullableTimestamp('When an owner closed it; `null` while it is open'),
  },
  { title: 'OwnAccount', additionalProperties: false },
);
true satisfies Same<Static<typeof OwnAccountSchema>, OwnAccount>;

export const OWN_ACCOUNT_EXAMPLE = {
  id: 'acc_01k0a1b2c3d4e5f6g7h8j9kmnp',
  name: 'Studio Lindqvist',
  kind: 'live',
  role: 'owner',
  closedAt: null,
} satisfies OwnAccount;
