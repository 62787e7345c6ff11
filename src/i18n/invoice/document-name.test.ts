import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleInvoice, sampleQuote, sampleStageInvoice } from '../../../test/fixtures/documents.ts';
import { SCHEDULE } from '../../../test/fixtures/payment-schedule.ts';
import { COUNTRY_CODES } from '../../domain/account/country-codes.ts';
import type { DocumentSource, InvoiceSource } from '../../domain/document.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { formatDocumentName } from './document-name.ts';

const staged = { quote: { paymentSchedule: SCHEDULE } };
const invoice = sampleInvoice({});

function creditNote(of: InvoiceSource): InvoiceSource {
  const { number, issueDate } = of.invoice;
  const credit = { ...of.invoice, kind: 'CREDIT_NOTE' as const, creditedInvoiceId: 'inv_1' };
  return { ...of, invoice: credit, creditedInvoice: { number, issueDate } };
}

function untaxed(source: InvoiceSource): InvoiceSource {
  const taxes = [{ rate: 0, net: 100, tax: 0, category: 'exempt' as const }];
  return { ...source, invoice: { ...source.invoice, taxAmount: 0, taxes } };
}

/** Every kind of document, in the order of the columns of `TITLES`. */
const SOURCES: DocumentSource[] = [
  sampleQuote(),
  invoice,
  sampleStageInvoice(staged, 0, []),
  sampleStageInvoice(staged, 1, [0]),
  sampleStageInvoice(staged, 2, [0, 1]),
  creditNote(invoice),
];

type Titles = [
  quote: string,
  invoice: string,
  deposit: string,
  partial: string,
  final: string,
  credit: string,
];
const TITLES: Record<Language, Titles> = {
  ar: ['عرض سعر', 'فاتورة', 'فاتورة دفعة مقدمة', 'فاتورة مرحلية', 'فاتورة ختامية', 'إشعار دائن'],
  de: [
    'Angebot',
    'Rechnung',
    'Anzahlungsrechnung',
    'Abschlagsrechnung',
    'Restrechnung',
    'Rechnungskorrektur',
  ],
  el: [
    'Προσφορά',
    'Τιμολόγιο',
    'Τιμολόγιο προκαταβολής',
    'Τμηματικό τιμολόγιο',
    'Τελικό τιμολόγιο',
    'Πιστωτικό τιμολόγιο',
  ],
  en: ['Quote', 'Invoice', 'Deposit invoice', 'Partial invoice', 'Final invoice', 'Credit note'],
  es: [
    'Presupuesto',
    'Factura',
    'Factura de anticipo',
    'Factura parcial',
    'Factura final',
    'Factura rectificativa',
  ],
  fr: ['Devis', 'Facture', 'Facture d’acompte', 'Facture intermédiaire', 'Facture de solde', 'Avoir'],
  he: ['הצעת מחיר', 'חשבונית', 'חשבונית מקדמה', 'חשבונית חלקית', 'חשבונית סופית', 'חשבונית זיכוי'],
  hi: ['कोटेशन', 'इनवॉइस', 'अग्रिम इनवॉइस', 'आंशिक इनवॉइस', 'अंतिम इनवॉइस', 'क्रेडिट नोट'],
  it: [
    'Preventivo',
    'Fattura',
    'Fattura di acconto',
    'Fattura parziale',
    'Fattura a saldo',
    'Nota di credito',
  ],
  ja: ['見積書', '請求書', '前払金請求書', '中間金請求書', '最終請求書', '返還請求書'],
  ko: ['견적서', '청구서', '선금 청구서', '중도금 청구서', '최종 청구서', '크레디트 노트'],
  nl: ['Offerte', 'Factuur', 'Aanbetalingsfactuur', 'Deelfactuur', 'Eindfactuur', 'Creditnota'],
  pl: [
    'Oferta',
    'Faktura',
    'Faktura zaliczkowa',
    'Faktura częściowa',
    'Faktura końcowa',
    'Faktura korygująca',
  ],
  pt: ['Orçamento', 'Fatura', 'Fatura de adiantamento', 'Fatura parcial', 'Fatura final', 'Nota de crédito'],
  sv: ['Offert', 'Faktura', 'Förskottsfaktura', 'Delfaktura', 'Slutfaktura', 'Kreditfaktura'],
  th: ['ใบเสนอราคา', 'ใบแจ้งหนี้', 'ใบแจ้งหนี้เงินมัดจำ', 'ใบแจ้งหนี้บางส่วน', 'ใบแจ้งหนี้งวดสุดท้าย', 'ใบลดหนี้'],
  tr: ['Teklif', 'Fatura', 'Avans faturası', 'Ara fatura', 'Son fatura', 'Alacak dekontu'],
  uk: [
    'Комерційна пропозиція',
    'Рахунок',
    'Рахунок на аванс',
    'Проміжний рахунок',
    'Остаточний рахунок',
    'Кредит-нота',
  ],
  'zh-Hans': ['报价单', '发票', '预付款发票', '进度款发票', '尾款发票', '贷项通知单'],
  'zh-Hant': ['報價單', '發票', '預付款發票', '進度款發票', '尾款發票', '貸項通知單'],
};
const CREDIT = 5;

const TAX_INVOICE_COUNTRIES = ['AE', 'AU', 'BH', 'IN', 'OM', 'SA', 'SG'];
const TAX_INVOICE: Partial<Record<Language, string>> = {
  en: 'Tax invoice',
  ar: 'فاتورة ضريبية',
  hi: 'टैक्स इनवॉइस',
};
const TAX_CREDIT_NOTE: Record<string, Partial<Record<Language, string>>> = {
  AE: { en: 'Tax credit note', ar: 'إشعار دائن ضريبي' },
  AU: { en: 'Credit note / Adjustment note' },
};

/** The word of the kind; in China and Taiwan that for an invoice is reserved. */
function getPlainTitle(country: string, language: Language, kind: number): string {
  const word = TITLES[language][kind] ?? '';
  const isReserved = ['CN', 'TW'].includes(country);
  return isReserved ? word.replace('发票', '账单').replace('發票', '請款單') : word;
}

/** The title of a taxed document of a seller with a tax identifier. */
function expectTitle(country: string, language: Language, kind: number): string {
  const word = getPlainTitle(country, language, kind);
  if (kind === 0) return word;
  const words = kind === CREDIT ? TAX_CREDIT_NOTE[country] : TAX_INVOICE;
  const isWanted = kind === CREDIT ? words !== undefined : TAX_INVOICE_COUNTRIES.includes(country);
  return isWanted ? (words?.[language] ?? `${word} / ${words?.en}`) : word;
}

function title(source: DocumentSource, country: string, language: Language, taxId: string | null = '1') {
  return formatDocumentName({ ...source, account: { ...source.account, country, taxId } }, language);
}

function* everyTitle() {
  for (const country of COUNTRY_CODES) {
    for (const language of LANGUAGES) {
      for (const [kind, source] of SOURCES.entries()) yield { country, language, kind, source };
    }
  }
}

describe('the title of a document', () => {
  test('is that of its kind, in every country and language', () => {
    for (const { country, language, kind, source } of everyTitle()) {
      const name = `${country} ${language} ${kind}`;
      assert.equal(title(source, country, language), expectTitle(country, language, kind), name);
    }
  });

  test('is the plain word of its kind for a seller without a tax identifier', () => {
    for (const { country, language, kind, source } of everyTitle()) {
      assert.equal(title(source, country, language, null), getPlainTitle(country, language, kind), country);
    }
  });

  test('of a credit note is the same if nothing on it is taxed', () => {
    const credit = untaxed(creditNote(invoice));
    for (const country of COUNTRY_CODES) {
      for (const language of LANGUAGES)
        assert.equal(title(credit, country, language), expectTitle(country, language, CREDIT), country);
    }
    assert.equal(title(untaxed(invoice), 'IN', 'de'), 'Rechnung / Bill of supply');
  });
});

test('in China and Taiwan no document has the name of an official tax invoice', () => {
  for (const source of SOURCES) {
    assert.doesNotMatch(title(source, 'CN', 'zh-Hans'), /发票/);
    assert.doesNotMatch(title(source, 'TW', 'zh-Hant'), /發票/);
  }
  assert.deepEqual(
    [title(invoice, 'CN', 'zh-Hans'), title(invoice, 'TW', 'zh-Hant'), title(invoice, 'HK', 'zh-Hant')],
    ['账单', '請款單', '發票'],
  );
});
