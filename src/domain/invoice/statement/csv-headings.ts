/** What a column of a statement holds. `balance` only shows how amounts are written. */
export type StatementField =
  | 'date'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'direction'
  | 'currency'
  | 'reference'
  | 'text'
  | 'payer'
  | 'bankReference'
  | 'balance'
  | 'account'
  | 'status';

/**
 * Headings of the columns in the CSV files of banks, mostly of German, Swiss, Austrian, French, Italian, Dutch and English ones, the
 * preferred one of a field first: the day of booking goes before the day of value. Currencies are left out.
 */
export const STATEMENT_HEADINGS: Readonly<Record<StatementField, string>> = {
  date: `booking date, booked at, posting date, post date, posted date, Buchungstag, Buchungsdatum, Buchung, date de comptabilisation,
    date d'écriture, date comptable, fecha contable, fecha operación, data contabile, data di registrazione, boekdatum, bogføringsdato,
    data księgowania, bokföringsdag, bokföringsdatum, completed date, date completed, settlement date, entry date, transaction date, date d'opération,
    date de l'opération, date opération, operation date, data operazione, data operacji, date, Datum, fecha, data, value date, valuta date,
    date de valeur, date de la valeur, Valutadatum, Valuta, Wertstellung, Wertstellungsdatum, Wert, started date`,
  amount: `amount, transaction amount, credit/debit amount, Betrag, Umsatz, montant, importe, importo, bedrag, transactiebedrag, kwota, belopp, valor,
    sum, total amount, montant total`,
  credit: `credit, credit amount, credits, paid in, money in, deposit, deposits, Gutschrift, Gutschriften, Haben, Eingang, Einzahlung, crédit,
    abono, accredito, entrate, avere, bij, crédito, haber`,
  debit: `debit, debit amount, debits, paid out, money out, withdrawal, withdrawals, Lastschrift, Belastung, Belastungen, Soll, Ausgang, débit, cargo,
    addebito, uscite, dare, af, débito, debe`,
  direction: `af bij, af/bij, bij/af, Soll/Haben, S/H, Soll-Haben-Kennzeichen, credit/debit, debit/credit, dr/cr, cr/dr, debit/credit indicator,
    credit debit indicator, sens`,
  currency: `currency, payment currency, Währung, Whg, Waehrung, devise, monnaie, moneda, divisa, valuta del conto, munt, muntsoort, waluta, valuta`,
  reference: `creditor reference, payment reference, reference, Referenz, Referenznummer, QR-Referenz, Zahlungsreferenz, Kundenreferenz,
    end-to-end reference, référence, référence de paiement, referencia, riferimento, betalingskenmerk, kenmerk, referens, tytuł referencji`,
  text: `text, description, details, remittance information, booking text, memo, narrative, particulars, message, note, Verwendungszweck, Buchungstext,
    Mitteilung, Mitteilungen, Avisierungstext, Beschreibung, Beschreibung 1, Beschreibung 2, Beschreibung 3, description 1, description 2,
    description 3, Zahlungszweck, Zahlungsgrund, Betreff, Zweck, Buchungsdetails, Bemerkung, libellé, communication, communications,
    description 1, motif, texte de notification, concepto, descripción, causale, descrizione, testo di avviso, omschrijving, omschrijving-1,
    omschrijving-2, omschrijving-3, mededelingen, tytuł, opis, meddelande, descrição`,
  payer: `payer, debtor, counterparty, counterparty name, partner name, payee, payer name, Auftraggeber, Auftraggeber/Empfänger, Auftraggeber/Begünstigter,
    Begünstigter/Auftraggeber, Begünstigter/Zahlungspflichtiger, Beguenstigter/Zahlungspflichtiger, Name Zahlungsbeteiligter, Zahler, Zahlungspflichtiger, Partnername, débiteur,
    Empfänger, donneur d'ordre, nom de la contrepartie, ordenante, ordinante, controparte, naam tegenpartij, nadawca, avsändare, name, nom, naam/omschrijving`,
  bankReference: `bankReference, transaction id, transaction number, bank reference, reference no, Transaktions-Nr, Transaktionsnummer, Transaktions-ID,
    Buchungsnummer, Buchungsreferenz, Bankreferenz, numéro de transaction, n° de transaction, ID transazione, numero transazione, transactiereferentie,
    transactie-id, volgnr, numer transakcji, id`,
  balance: `balance, running balance, Saldo, Saldo nach Buchung, Kontostand, solde, saldo contabile`,
  account: `IBAN Auftragskonto, Auftragskonto, account iban`,
  status: `status, state, Info, statut, stato, estado`,
};

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

const SIDES: Readonly<Record<string, 'credit' | 'debit'>> = {
  ...Object.fromEntries(
    'h,haben,c,cr,crdt,credit,bij,by,+,gutschrift,crédit'.split(',').map((word) => [word, 'credit']),
  ),
  ...Object.fromEntries(
    's,soll,d,dr,dbit,debit,af,-,lastschrift,débit'.split(',').map((word) => [word, 'debit']),
  ),
};

/** Reads a cell that says on which side an amount without a sign is. */
export function findSide(cell: string): 'credit' | 'debit' | undefined {
  return SIDES[cell.trim().toLowerCase().slice(0, MAX_STATUS_LENGTH)];
}
