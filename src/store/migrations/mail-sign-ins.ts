import type { Migration } from './dialect.ts';

/** Sign-ins at the provider of a mailbox that an owner has begun and not finished. */
export const MAIL_SIGN_INS: readonly Migration[] = [
  ({ integer, text, strict }) => [
    `CREATE TABLE mail_sign_ins (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      state_hash ${text} NOT NULL,
      kind ${text} NOT NULL CHECK (kind IN ('microsoft', 'google')),
      session_id ${text} NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (account_id, state_hash)
    ) ${strict}`,
  ],
];
