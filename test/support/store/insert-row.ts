import type { Sql } from '../../../src/store/database.ts';

type Value = string | number | null | Uint8Array;

let last = 0;

/** What a row must have, whoever reads it. */
const DEFAULTS: Record<string, () => Record<string, Value>> = {
  captured_mails: () => ({ doc: '{}', content: '{"attachments":[]}', raw: new Uint8Array() }),
  decisions: () => ({ doc: '{}' }),
  documents: () => ({
    ...{ sha256: `hash ${++last}`, file_name: 'a.pdf', standard: 'A' },
    ...{ kept: 1, used_at: 0, pdf: new Uint8Array() },
  }),
  events: () => ({ doc: '{}' }),
  feed: () => ({ id: `evt_${++last}`, recorded_at: 0, doc: '{}' }),
  links: () => ({ token_hash: `token ${++last}`, recipient: 'a@mail.example', created_at: 0 }),
  messages: () => ({
    ...{ side: 'customer', author: 'A', words: '', created_at: 0 },
    ...{ on_page: 1, awaits: 0, via: 'page', is_cut: 0 },
  }),
  outbox: () => ({
    ...{ kind: 'quote', doc: '{"message":{"messageId":""}}', state: 'waiting' },
    ...{ attempts: 0, next_at: 0, created_at: 0 },
  }),
  quote_proposals: () => ({ link_id: `lnk_${++last}`, state: 'closed', doc: '{}' }),
  received_mails: () => ({ outcome: 'reply', at: 0 }),
  revisions: () => ({ revision: 1, document_sha256: '', edition: 1, parties_sha256: '', doc: '{}' }),
  sending_recipients: () => ({ created_at: 0 }),
  sendings: () => ({
    ...{ message_id: '', recipient: 'a@mail.example', link_id: 'lnk', content_sha256: '' },
    ...{ state: 'taken', created_at: 0 },
  }),
  sent_mails: () => ({ recipient: 'a@mail.example', kind: 'quote', at: 0, state: 'sent' }),
  shown_documents: () => ({ edition: 1, link_id: '' }),
  thread_mails: () => ({ at: 0 }),
  webhook_deliveries: () => ({
    ...{ endpoint_id: 'whe_1', id: `dlv_${++last}`, event_id: '', type: 'quote.sent', state: 'waiting' },
    ...{ tries: 0, due_at: 0, doc: '{}', created_at: 0 },
  }),
};

/** Inserts a row of which only some columns matter. */
export async function insertRow(tx: Sql, table: string, values: Record<string, Value>): Promise<void> {
  const row = { ...DEFAULTS[table]?.(), ...values };
  const names = Object.keys(row);
  await tx.run(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
}
