import type { Migration } from './migration.ts';

/**
 * The evidence of decisions is in their rows, so that it is kept, exported and erased with them. A decision of an earlier
 * version has none until somebody asks for it.
 */
export const EVIDENCE: Migration = () => `
-- Keys of the installation that sign decisions. public_key is a JWK, and is kept for good. private_key is sealed, and null
-- once another key has taken its place.
CREATE TABLE signing_keys (
  kid TEXT NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL,
  public_key TEXT NOT NULL,
  private_key TEXT
) STRICT;

-- record is the decision as canonical JSON, jws its signature by the key kid. is_late is 1 if it was signed long after the
-- decision, because an earlier version recorded that. time_stamp is the response of the time stamp server, stamp_due_at
-- the next time to ask it, and stamp_until the time to give up. confirmation is the source_sha256 of the signed PDF with
-- the record of the acceptance. readme is what the bundle says about its parts.
ALTER TABLE decisions ADD COLUMN record TEXT;
ALTER TABLE decisions ADD COLUMN jws TEXT;
ALTER TABLE decisions ADD COLUMN kid TEXT;
ALTER TABLE decisions ADD COLUMN signed_at INTEGER;
ALTER TABLE decisions ADD COLUMN is_late INTEGER;
ALTER TABLE decisions ADD COLUMN stamp_due_at INTEGER;
ALTER TABLE decisions ADD COLUMN stamp_until INTEGER;
ALTER TABLE decisions ADD COLUMN stamp_attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE decisions ADD COLUMN confirmation TEXT;
ALTER TABLE decisions ADD COLUMN readme TEXT;
ALTER TABLE decisions ADD COLUMN time_stamp BLOB;
CREATE INDEX decisions_to_stamp ON decisions (stamp_due_at) WHERE stamp_due_at IS NOT NULL;
`;
