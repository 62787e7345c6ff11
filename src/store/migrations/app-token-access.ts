import type { Migration } from './migration.ts';

export const APP_TOKEN_ACCESS: Migration = () => `
-- Access of a token that was requested with less than its grant has; NULL for that of the grant.
ALTER TABLE app_tokens ADD COLUMN access TEXT CHECK (access IN ('read', 'draft', 'write'));
`;
