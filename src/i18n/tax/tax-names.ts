import type { Account } from '../../domain/account/account.ts';
import type { Customer } from '../../domain/customer/customer.ts';
import type { Language } from '../../domain/languages.ts';
import type { TaxNames } from '../../domain/money/printed-taxes.ts';
import type { TaxGroup } from '../../domain/money/tax-group.ts';
import type { UntaxedCategory } from '../../domain/tax/tax-category.ts';
import { findDocumentSplit } from '../../domain/tax/tax-parts.ts';
import { getTaxName } from '../tax-labels.ts';

type CategoryNames = Record<UntaxedCategory, string>;

/** Short names of the reasons for a tax of 0, before the rate: “Reverse charge 0%”. */
const CATEGORY_NAMES: Record<Language, CategoryNames> = {
  ar: name(
    'نسبة الصفر',
    'معفى',
    'إعفاء المنشآت الصغيرة',
    'احتساب عكسي',
    'توريد داخل الاتحاد الأوروبي',
    'تصدير',
    'خارج نطاق الضريبة',
  ),
  de: name(
    'Nullsatz',
    'Steuerfrei',
    'Kleinunternehmen',
    'Reverse Charge',
    'Innergemeinschaftliche Lieferung',
    'Ausfuhr',
    'Nicht steuerbar',
  ),
  el: name(
    'Μηδενικός συντελεστής',
    'Απαλλασσόμενα',
    'Μικρή επιχείρηση',
    'Αντίστροφη επιβάρυνση',
    'Ενδοκοινοτική παράδοση',
    'Εξαγωγή',
    'Εκτός πεδίου φόρου',
  ),
  en: name(
    'Zero-rated',
    'Exempt',
    'Small business',
    'Reverse charge',
    'Intra-Community supply',
    'Export',
    'Outside the scope of tax',
  ),
  es: name(
    'Tipo cero',
    'Exento',
    'Régimen de franquicia',
    'Inversión del sujeto pasivo',
    'Entrega intracomunitaria',
    'Exportación',
    'No sujeto',
  ),
  fr: name(
    'Taux zéro',
    'Exonéré',
    'Franchise en base',
    'Autoliquidation',
    'Livraison intracommunautaire',
    'Exportation',
    'Hors champ',
  ),
  he: name(
    'שיעור אפס',
    'פטור',
    'עסק קטן',
    'חיוב הפוך',
    'אספקה בתוך האיחוד האירופי',
    'יצוא',
    'מחוץ לתחולת המס',
  ),
  hi: name(
    'शून्य दर',
    'कर-मुक्त',
    'लघु व्यवसाय',
    'रिवर्स चार्ज',
    'यूरोपीय संघ के भीतर आपूर्ति',
    'निर्यात',
    'कर के दायरे से बाहर',
  ),
  it: name(
    'Aliquota zero',
    'Esente',
    'Piccola impresa',
    'Inversione contabile',
    'Cessione intracomunitaria',
    'Esportazione',
    'Fuori campo',
  ),
  ja: name(
    'ゼロ税率',
    '非課税',
    '小規模事業者の免税',
    'リバースチャージ',
    'EU域内供給',
    '輸出免税',
    '課税対象外',
  ),
  ko: name('영세율', '면세', '소규모 사업자 면세', '매입자 납부', 'EU 역내 공급', '수출', '과세 대상 아님'),
  nl: name(
    'Nultarief',
    'Vrijgesteld',
    'Kleine onderneming',
    'Verlegd',
    'Intracommunautaire levering',
    'Uitvoer',
    'Niet belastbaar',
  ),
  pl: name(
    'Stawka zerowa',
    'Zwolnione',
    'Zwolnienie podmiotowe',
    'Odwrotne obciążenie',
    'Dostawa wewnątrzwspólnotowa',
    'Eksport',
    'Nie podlega',
  ),
  pt: name(
    'Taxa zero',
    'Isento',
    'Regime de isenção',
    'Autoliquidação',
    'Transmissão intracomunitária',
    'Exportação',
    'Não sujeito',
  ),
  sv: name(
    'Nollsats',
    'Undantaget',
    'Små företag',
    'Omvänd betalningsskyldighet',
    'Unionsintern leverans',
    'Export',
    'Utanför tillämpningsområdet',
  ),
  th: name(
    'อัตราศูนย์',
    'ยกเว้นภาษี',
    'กิจการขนาดเล็ก',
    'ผู้ซื้อเป็นผู้ชำระภาษี',
    'การส่งสินค้าภายในสหภาพยุโรป',
    'ส่งออก',
    'นอกขอบเขตภาษี',
  ),
  tr: name(
    'Sıfır oran',
    'İstisna',
    'Küçük işletme',
    'Ters yükümlülük',
    'AB içi teslim',
    'İhracat',
    'Kapsam dışı',
  ),
  uk: name(
    'Нульова ставка',
    'Звільнено',
    'Мале підприємство',
    'Зворотне нарахування',
    'Постачання в межах ЄС',
    'Експорт',
    'Не оподатковується',
  ),
  'zh-Hans': name('零税率', '免税', '小企业免税', '反向征收', '欧盟内部供货', '出口', '不征税'),
  'zh-Hant': name('零稅率', '免稅', '小型企業免稅', '反向徵收', '歐盟內部供貨', '出口', '不課稅'),
};

function name(
  ...[zero, exempt, small_business, reverse_charge, intra_eu, exported, out_of_scope]: [
    zero: string,
    exempt: string,
    smallBusiness: string,
    reverseCharge: string,
    intraEu: string,
    exported: string,
    outOfScope: string,
  ]
): CategoryNames {
  return { zero, exempt, small_business, reverse_charge, intra_eu, export: exported, out_of_scope };
}

/** Returns the names for the lines of the taxes of a document. */
export function getTaxNames(
  content: { taxes: readonly TaxGroup[]; kind?: string },
  parties: {
    account: Pick<Account, 'country' | 'taxName' | 'region' | 'taxId'>;
    customer: Pick<Customer, 'country' | 'region' | 'taxId'>;
  },
  language: Language,
): TaxNames {
  return {
    tax: getTaxName(parties.account, language),
    categories: CATEGORY_NAMES[language],
    split: findDocumentSplit(content, parties),
  };
}
