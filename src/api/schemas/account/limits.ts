import { Type } from '../type.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const limit = count('As many as the account may have');
const used = count('As many as it has now');

const use = (title: string, description: string) =>
  Type.Object({ limit, used }, { title, additionalProperties: false, description });

/** What the operator allows the account; absent without limits. */
export const limits = Type.Object(
  {
    quotes: Type.Optional(use('QuoteLimit', 'Quotes created in this calendar month (UTC)')),
    storage: Type.Optional(use('StorageLimit', 'Bytes of attachments and PDFs')),
    people: Type.Optional(use('PeopleLimit', 'Members and open invitations')),
    requests: Type.Optional(
      Type.Object(
        { limit },
        {
          title: 'RequestLimit',
          additionalProperties: false,
          description: 'Requests per minute of all keys and apps together',
        },
      ),
    ),
  },
  {
    title: 'AccountLimits',
    additionalProperties: false,
    description: 'Limits that the operator of the installation has set; absent if there are none. Read-only',
  },
);
