import type { Migration } from './migration.ts';

/**
 * Which emails a person gets from an account. notify is NULL until they choose: {"kinds": […], "daily": false}. All events
 * up to notify_after are done. notify_due_at is the time of the next email once a day, 0 at once, and NULL for none.
 */
export const NOTIFICATIONS: Migration = () => `
ALTER TABLE memberships ADD COLUMN notify TEXT;
ALTER TABLE memberships ADD COLUMN notify_after INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memberships ADD COLUMN notify_due_at INTEGER;
CREATE INDEX memberships_to_notify ON memberships (notify_due_at) WHERE notify_due_at IS NOT NULL;
`;
