import type { Migration } from './dialect.ts';

/** Tax categories, prices that include tax, and the stored split of payment schedules. */
export const TAXES_IN_DETAIL: readonly Migration[] = [
  // JSON of `StageSplit`; `NULL` without a payment schedule, and in rows that an earlier version stored.
  ({ text }) => [`ALTER TABLE quotes ADD COLUMN stage_split ${text}`],

  // The JSON of the catalogue has no shape and is sent unchanged. A quotation mark inside a text is escaped, so the key
  // matches only that of the object itself.
  () => [
    `UPDATE catalogue_items SET doc = replace(doc, ',"createdAt":', ',"taxCategory":null,"taxReason":null,"createdAt":')
     WHERE doc NOT LIKE '%,"taxCategory":%'`,
  ],
];
