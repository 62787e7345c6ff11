import type { Migration } from './dialect.ts';

/**
 * Invoice PDFs from before shown documents were recorded: the one used last stays the document of the invoice. They are
 * identified by their quote and by the start of their name; if quote and invoice have the same number, they cannot be
 * told apart.
 */
export const INVOICE_DOCUMENTS: readonly Migration[] = [
  () => [
    `INSERT INTO shown_documents (account_id, subject_id, edition, link_id, source_sha256)
     SELECT d.account_id, i.id, 0, '', d.source_sha256
     FROM documents AS d
     JOIN invoices AS i ON i.account_id = d.account_id AND i.quote_id = d.quote_id
     JOIN quotes AS q ON q.account_id = i.account_id AND q.id = i.quote_id
     WHERE d.accepted_at IS NULL AND q.number <> i.number
       AND substr(d.file_name, 1, length(i.number) + 1) = replace(i.number, '/', '-') || ' '
     ORDER BY d.used_at DESC, d.source_sha256
     ON CONFLICT (account_id, subject_id, edition, link_id) DO NOTHING`,
    `UPDATE documents SET kept = 1 WHERE kept = 0 AND EXISTS
       (SELECT 1 FROM shown_documents AS s JOIN invoices AS i ON i.account_id = s.account_id AND i.id = s.subject_id
        WHERE s.account_id = documents.account_id AND s.source_sha256 = documents.source_sha256)`,
  ],
];
