import type { Migration } from './migration.ts';

export const SIGNATURES: Migration = () => `
-- What the signers of a quote have signed so far, as a JSON list, oldest first; NULL if nobody has since the last edit. It
-- is in the row of the quote so that it changes with it, and most quotes have none.
ALTER TABLE quotes ADD COLUMN signatures TEXT;

-- Address of the signer who wrote a message, in lower case: the other signers do not see it. NULL for any other message.
ALTER TABLE messages ADD COLUMN signer TEXT;
`;
