import type { Language } from '../../domain/languages.ts';

/** Names of the number in the commercial register, in their own countries. */
const REGISTRATION_LABELS: Partial<Record<string, string>> = {
  AE: 'Trade licence',
  AT: 'FN',
  AU: 'ACN',
  BE: 'BCE/KBO',
  CA: 'Corp. No.',
  CZ: 'IČO',
  DE: 'Reg.-Nr.',
  DK: 'CVR',
  FI: 'Y-tunnus',
  FR: 'SIREN',
  GB: 'Company No.',
  IE: 'Company No.',
  IN: 'CIN',
  IT: 'REA',
  LU: 'RCS',
  NL: 'KvK-nummer',
  NO: 'Org.nr',
  PL: 'KRS',
  SE: 'Org.nr',
  SG: 'UEN',
};

const ANY_REGISTRATION: Record<Language, string> = {
  ar: 'رقم السجل التجاري',
  de: 'Registernr.',
  el: 'Αρ. μητρώου',
  en: 'Registration No.',
  es: 'N.º de registro',
  fr: 'N° d’immatriculation',
  he: 'מספר רישום',
  hi: 'पंजीकरण संख्या',
  it: 'N. di registro',
  ja: '法人番号',
  ko: '등록번호',
  nl: 'Registratienummer',
  pl: 'Nr rejestru',
  pt: 'N.º de registo',
  sv: 'Registreringsnr',
  th: 'เลขทะเบียน',
  tr: 'Sicil no',
  uk: 'Реєстраційний №',
  'zh-Hans': '注册号',
  'zh-Hant': '登記編號',
};

const TAX_NUMBER: Record<Language, string> = {
  ar: 'رقم الملف الضريبي',
  de: 'Steuernummer',
  el: 'Αριθμός φορολογικού μητρώου',
  en: 'Tax number',
  es: 'Número fiscal',
  fr: 'Numéro fiscal',
  he: 'מספר תיק במס',
  hi: 'कर संख्या',
  it: 'Numero fiscale',
  ja: '納税者番号',
  ko: '납세 번호',
  nl: 'Fiscaal nummer',
  pl: 'Numer podatkowy',
  pt: 'Número fiscal',
  sv: 'Skattenummer',
  th: 'เลขประจำตัวผู้เสียภาษี',
  tr: 'Vergi numarası',
  uk: 'Податковий номер',
  'zh-Hans': '纳税人编号',
  'zh-Hant': '納稅人編號',
};

/** Label of a registration number by the country of its owner; `null` if the number includes its own label. */
export function getRegistrationLabel(
  { country, registrationNumber }: { country: string | null; registrationNumber?: string | null },
  language: Language,
): string | null {
  const label = REGISTRATION_LABELS[country ?? ''] ?? ANY_REGISTRATION[language];
  // “HRB 1234”, “CVR 12345678”: letters in front say what it is, unlike those of “CHE-123.456.789”.
  const hasOwn = /^[\p{L}.]+\s/u.test(registrationNumber?.trim() ?? '');
  return hasOwn ? null : label;
}

export function getTaxNumberLabel(language: Language): string {
  return TAX_NUMBER[language];
}
