import type { Account } from '../domain/account/account.ts';
import type { Language } from '../domain/languages.ts';

/** The seller's country decides the kind of tax, the reader's language its name. */
type TaxKind = 'vat' | 'gst' | 'sales' | 'consumption' | 'tax';

const VAT = `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK GB IM NO CH LI IS MC UA TR IL
  MD RS BA ME MK AL GE AM AZ BY KZ RU UZ KG ZA SA AE BH OM EG MA TN DZ KE NG GH UG TZ ZM RW SN CI CM TH KR CN TW PH VN ID BD
  LK NP KH LA MX AR CL CO PE UY EC BO PY VE CR DO GT HN NI SV PA`;

const KINDS = new Map<string, TaxKind>([
  ...VAT.split(/\s+/).map((country) => [country, 'vat'] as const),
  ...['AU', 'NZ', 'IN', 'SG', 'CA', 'MV', 'PG', 'FJ'].map((country) => [country, 'gst'] as const),
  ...['US', 'PR', 'PK', 'MY'].map((country) => [country, 'sales'] as const),
  ['JP', 'consumption'],
]);

/**
 * In the order of the kinds above. The last one is for sellers without a country or in a country with several
 * taxes.
 */
const NAMES: Record<Language, [vat: string, gst: string, sales: string, consumption: string, tax: string]> = {
  ar: ['ضريبة القيمة المضافة', 'ضريبة السلع والخدمات', 'ضريبة المبيعات', 'ضريبة الاستهلاك', 'الضريبة'],
  de: ['MwSt.', 'GST', 'Verkaufssteuer', 'Verbrauchsteuer', 'Steuer'],
  el: ['ΦΠΑ', 'GST', 'Φόρος πωλήσεων', 'Φόρος κατανάλωσης', 'Φόρος'],
  en: ['VAT', 'GST', 'Sales tax', 'Consumption tax', 'Tax'],
  es: ['IVA', 'GST', 'Impuesto sobre las ventas', 'Impuesto al consumo', 'Impuesto'],
  fr: ['TVA', 'TPS', 'Taxe de vente', 'Taxe à la consommation', 'Taxe'],
  he: ['מע״מ', 'GST', 'מס מכירה', 'מס צריכה', 'מס'],
  hi: ['वैट', 'जीएसटी', 'बिक्री कर', 'उपभोग कर', 'कर'],
  it: ['IVA', 'GST', 'Imposta sulle vendite', 'Imposta sui consumi', 'Imposta'],
  ja: ['付加価値税', 'GST', '売上税', '消費税', '税'],
  ko: ['부가세', 'GST', '판매세', '소비세', '세금'],
  nl: ['Btw', 'GST', 'Verkoopbelasting', 'Verbruiksbelasting', 'Belasting'],
  pl: ['VAT', 'GST', 'Podatek od sprzedaży', 'Podatek konsumpcyjny', 'Podatek'],
  pt: ['IVA', 'GST', 'Imposto sobre vendas', 'Imposto sobre o consumo', 'Imposto'],
  sv: ['Moms', 'GST', 'Försäljningsskatt', 'Konsumtionsskatt', 'Skatt'],
  th: ['ภาษีมูลค่าเพิ่ม', 'ภาษีสินค้าและบริการ', 'ภาษีการขาย', 'ภาษีการบริโภค', 'ภาษี'],
  tr: ['KDV', 'GST', 'Satış vergisi', 'Tüketim vergisi', 'Vergi'],
  uk: ['ПДВ', 'GST', 'Податок з продажу', 'Споживчий податок', 'Податок'],
  'zh-Hans': ['增值税', '商品及服务税', '销售税', '消费税', '税'],
  'zh-Hant': ['增值稅', '商品及服務稅', '銷售稅', '消費稅', '稅'],
};
const ORDER: readonly TaxKind[] = ['vat', 'gst', 'sales', 'consumption', 'tax'];

/** Names of tax numbers in their own countries. */
const LABELS: Record<string, string> = {
  AE: 'TRN',
  AR: 'CUIT',
  AT: 'UID',
  AU: 'ABN',
  BE: 'N° TVA / Btw-nr.',
  BR: 'CNPJ',
  CA: 'GST/HST No.',
  CH: 'UID',
  CL: 'RUT',
  CO: 'NIT',
  CZ: 'DIČ',
  DE: 'USt-IdNr.',
  DK: 'CVR',
  ES: 'NIF',
  FR: 'N° TVA',
  GB: 'VAT No.',
  GR: 'ΑΦΜ',
  HU: 'Adószám',
  IE: 'VAT No.',
  IN: 'GSTIN',
  IT: 'P. IVA',
  LU: 'N° TVA',
  MX: 'RFC',
  NL: 'Btw-nummer',
  NO: 'Org.nr',
  NZ: 'GST No.',
  PE: 'RUC',
  PL: 'NIP',
  PT: 'NIF',
  SE: 'Momsnr',
  SG: 'GST Reg. No.',
  TR: 'VKN',
  US: 'EIN',
  ZA: 'VAT No.',
};

/**
 * Labels in a non-Latin script, for readers of that language. Other readers see the generic name in their
 * language.
 */
const OWN_LABELS: Partial<Record<Language, Record<string, string>>> = {
  he: { IL: 'מספר עוסק' },
  ja: { JP: '登録番号' },
  ko: { KR: '사업자등록번호' },
  uk: { UA: 'ІПН / ЄДРПОУ' },
  'zh-Hant': { TW: '統一編號' },
};

const ANY_LABEL: Record<Language, string> = {
  ar: 'الرقم الضريبي',
  de: 'Steuernummer',
  el: 'Φορολογικός αριθμός',
  en: 'Tax ID',
  es: 'N.º fiscal',
  fr: 'N° fiscal',
  he: 'מספר מס',
  hi: 'कर पहचान संख्या',
  it: 'N. fiscale',
  ja: '税務番号',
  ko: '납세자 번호',
  nl: 'Belastingnummer',
  pl: 'Nr podatkowy',
  pt: 'N.º fiscal',
  sv: 'Skattenr',
  th: 'เลขผู้เสียภาษี',
  tr: 'Vergi no',
  uk: 'Податковий номер',
  'zh-Hans': '税号',
  'zh-Hant': '稅務編號',
};

/** Names in countries with several languages, for readers of one of them. */
const LOCAL_LABELS: Partial<Record<string, Partial<Record<Language, string>>>> = {
  BE: { de: 'MwSt.-Nr.', en: 'VAT No.', fr: 'N° TVA', nl: 'Btw-nummer' },
  LU: { de: 'MwSt.-Nr.', en: 'VAT No.', fr: 'N° TVA' },
};

/** The account's own name for the tax, or the one of its country. */
export function getTaxName(seller: Pick<Account, 'country' | 'taxName'>, language: Language): string {
  const kind = KINDS.get(seller.country ?? '') ?? 'tax';
  return seller.taxName ?? NAMES[language][ORDER.indexOf(kind)] ?? NAMES[language][4];
}

/** Label of a tax number by the country of its owner; `null` if the number includes its own label. */
export function getTaxIdLabel(
  party: { country: string | null; taxId: string | null; taxIdLabel?: string | null },
  language: Language,
): string | null {
  const key = party.country ?? '';
  const local = OWN_LABELS[language]?.[key] ?? LOCAL_LABELS[key]?.[language];
  const label = party.taxIdLabel ?? local ?? LABELS[key] ?? ANY_LABEL[language];
  return party.taxId?.trim().toLowerCase().startsWith(label.toLowerCase()) ? null : label;
}
