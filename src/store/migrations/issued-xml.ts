import type { Migration } from './migration.ts';

/** The last column, so that what reads or changes an invoice passes over its XML. */
export const ISSUED_XML: Migration = () => `
-- The electronic invoice as it was issued; NULL for drafts, for Factur-X, which is in the PDF, and for what is not electronic.
ALTER TABLE invoices ADD COLUMN issued_xml TEXT;
`;
