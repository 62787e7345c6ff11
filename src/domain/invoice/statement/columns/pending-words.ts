import { normalizeHeading } from '../../../account/import/guess-columns.ts';

const PENDING = new Set(
  `vorgemerkt, umsatz vorgemerkt, vormerkung, offen, nicht gebucht, pending, processing, authorised, authorized, unposted, not booked, declined, failed, reverted,
   cancelled, canceled, rejected, abgelehnt, storniert, fehlgeschlagen, en attente, en cours, refusé, annulé, à venir, pendiente, rechazado, cancelado, in sospeso, in attesa,
   non contabilizzato, rifiutato, annullato, in behandeling, gereserveerd, geweigerd, oczekująca, w toku, pendente, väntande, reserverat`
    .split(',')
    .map((word) => word.trim()),
);
/** Words that are no text of a person. */
const PENDING_TEXTS = new Set([
  'vorgemerkt',
  'umsatz vorgemerkt',
  'vormerkung',
  'nicht gebucht',
  'unposted',
  'not booked',
]);
const MAX_STATUS_LENGTH = 40;

/** Whether a cell, as a whole, says that the money has not arrived: the booking is pending, or was declined or reverted. */
export function isPendingStatus(cell: string): boolean {
  return cell.length <= MAX_STATUS_LENGTH && PENDING.has(cell.trim().toLowerCase());
}

/** Whether a cell of a text says so: some banks have no other column for it. */
export function isPendingText(cell: string): boolean {
  return cell.length <= MAX_STATUS_LENGTH && PENDING_TEXTS.has(cell.trim().toLowerCase());
}

/** What banks write in a text of rows that are no bookings. */
const BALANCES = new Set(
  `saldo, saldo anterior, saldo inicial, saldo final, saldo del día, saldo do dia, opening balance, closing balance, balance brought forward, balance carried forward,
   brought forward, carried forward, balance b/f, balance c/f, start balance, end balance, anfangssaldo, endsaldo, kontostand, alter kontostand, neuer kontostand, likutis pradžiai,
   likutis pabaigai, apyvarta, sākuma atlikums, beigu atlikums, apgrozījums, algsaldo, lõppsaldo, käive, turnover, ingående saldo, utgående saldo, solde précédent, solde initial, solde final,
   nouveau solde, saldo iniziale, saldo finale, beginsaldo, eindsaldo, saldo początkowe, saldo końcowe, počáteční zůstatek, konečný zůstatek, nyitó egyenleg, záró egyenleg, sold inițial,
   sold final, devreden bakiye, входящий остаток, исходящий остаток, вхідний залишок, вихідний залишок, 期初余额, 期末余额, 繰越, 前月繰越, saldo awal, saldo akhir, yesterday balance`
    .split(',')
    .map(normalizeHeading),
);

/** Whether a cell of a text, as a whole, says that the row is a balance or a total. */
export function isBalanceText(cell: string): boolean {
  return cell.length <= MAX_STATUS_LENGTH && BALANCES.has(normalizeHeading(cell));
}
