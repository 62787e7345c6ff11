import type { Migration } from './migration.ts';

/** When a person first opened the page of a link; NULL before that, and for what was opened before this column. */
export const OPENED_LINKS: Migration = () => `
ALTER TABLE links ADD COLUMN opened_at INTEGER;
`;
