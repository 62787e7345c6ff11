import type { ColumnHeadings } from '../import/column-headings.ts';

/** Headings of the columns in the CSV files of banks, mostly of German, Swiss, Austrian, French, Italian and Dutch ones. */
export const STATEMENT_HEADINGS: ColumnHeadings = {
  date: `booking date, posting date, transaction date, entry date, Buchungstag, Buchungsdatum, Buchung, Datum, Valutadatum,
    Valuta, value date, Wertstellung, date de comptabilisation, date d'écriture, date comptable, date d'opération, date
    opération, fecha, fecha operación, data, data contabile, data operazione, data di registrazione, boekdatum, bogføringsdato,
    data księgowania, data operacji, bokföringsdag, bokföringsdatum`,
  amount: `transaction amount, Betrag, Umsatz, Betrag in CHF, Betrag in EUR, Betrag (EUR), Betrag (€), Betrag EUR, montant,
    importe, importo, bedrag, kwota, belopp, valor, sum`,
  credit: `credit amount, paid in, money in, Gutschrift, Gutschrift in CHF, Gutschrift in EUR, Haben, Eingang, Einzahlung,
    crédit, crédit en CHF, abono, accredito, accredito in CHF, entrate, avere, bij, crédito, haber`,
  debit: `debit amount, paid out, money out, Lastschrift, Lastschrift in CHF, Lastschrift in EUR, Belastung, Soll, Ausgang,
    débit, débit en CHF, cargo, addebito, addebito in CHF, uscite, dare, af, débito, debe`,
  currency: `Währung, Whg, Waehrung, devise, monnaie, moneda, divisa, valuta del conto, munt, muntsoort, waluta, valuta`,
  reference: `creditor reference, payment reference, Referenz, Referenznummer, QR-Referenz, Zahlungsreferenz, Kundenreferenz,
    référence, référence de paiement, referencia, riferimento, betalingskenmerk, kenmerk, referens, tytuł referencji`,
  text: `description, details, remittance information, booking text, memo, narrative, Verwendungszweck, Buchungstext, Mitteilung,
    Mitteilungen, Avisierungstext, Beschreibung, Beschreibung 1, Zahlungszweck, Text, Zweck, libellé, communication, communications,
    motif, texte de notification, concepto, descripción, causale, descrizione, testo di avviso, omschrijving, mededelingen,
    tytuł, opis, meddelande, descrição`,
  payer: `payer, debtor, counterparty, name, Auftraggeber, Auftraggeber/Begünstigter, Begünstigter/Zahlungspflichtiger, Zahler,
    Zahlungspflichtiger, Name Zahlungsbeteiligter, Beguenstigter/Zahlungspflichtiger, Partnername, débiteur, donneur d'ordre,
    nom, ordenante, ordinante, controparte, naam tegenpartij, nadawca, avsändare`,
  bankReference: `transaction id, transaction number, bank reference, Transaktions-Nr, Transaktionsnummer, Transaktions-ID,
    Buchungsnummer, Bankreferenz, numéro de transaction, n° de transaction, ID transazione, numero transazione, transactiereferentie,
    transactie-id, volgnr, numer transakcji`,
};
