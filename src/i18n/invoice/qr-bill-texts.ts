import type { Language } from '../../domain/languages.ts';

/** The labels of a Swiss QR-bill, in the wording that its guidelines prescribe, and the caption of its code on pages. */
export interface QrBillTexts {
  caption: string;
  receipt: string;
  paymentPart: string;
  payableTo: string;
  reference: string;
  additionalInformation: string;
  payableBy: string;
  payableByEmpty: string;
  currency: string;
  amount: string;
  acceptancePoint: string;
}

const en: QrBillTexts = {
  caption: 'Pay by QR-bill',
  receipt: 'Receipt',
  paymentPart: 'Payment part',
  payableTo: 'Account / Payable to',
  reference: 'Reference',
  additionalInformation: 'Additional information',
  payableBy: 'Payable by',
  payableByEmpty: 'Payable by (name/address)',
  currency: 'Currency',
  amount: 'Amount',
  acceptancePoint: 'Acceptance point',
};

const de: QrBillTexts = {
  caption: 'Zahlen mit QR-Rechnung',
  receipt: 'Empfangsschein',
  paymentPart: 'Zahlteil',
  payableTo: 'Konto / Zahlbar an',
  reference: 'Referenz',
  additionalInformation: 'Zusätzliche Informationen',
  payableBy: 'Zahlbar durch',
  payableByEmpty: 'Zahlbar durch (Name/Adresse)',
  currency: 'Währung',
  amount: 'Betrag',
  acceptancePoint: 'Annahmestelle',
};

const fr: QrBillTexts = {
  caption: 'Payer par QR-facture',
  receipt: 'Récépissé',
  paymentPart: 'Section paiement',
  payableTo: 'Compte / Payable à',
  reference: 'Référence',
  additionalInformation: 'Informations supplémentaires',
  payableBy: 'Payable par',
  payableByEmpty: 'Payable par (nom/adresse)',
  currency: 'Monnaie',
  amount: 'Montant',
  acceptancePoint: 'Point de dépôt',
};

const it: QrBillTexts = {
  caption: 'Paga con QR-fattura',
  receipt: 'Ricevuta',
  paymentPart: 'Sezione pagamento',
  payableTo: 'Conto / Pagabile a',
  reference: 'Riferimento',
  additionalInformation: 'Informazioni supplementari',
  payableBy: 'Pagabile da',
  payableByEmpty: 'Pagabile da (nome/indirizzo)',
  currency: 'Valuta',
  amount: 'Importo',
  acceptancePoint: 'Punto di accettazione',
};

/** Other languages have no prescribed wording: their documents have English labels. */
export const QR_BILL_TEXTS: Partial<Record<Language, QrBillTexts>> & { en: QrBillTexts } = { en, de, fr, it };
