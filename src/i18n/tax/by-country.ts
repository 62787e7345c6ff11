import type { Language } from '../../domain/languages.ts';
import type { UntaxedCategory } from './by-language.ts';

/** Wording in the languages of the law. The first is printed for readers of other languages. */
type Wording = Partial<Record<Language | 'law', string>>;
type CountrySentences = Partial<Record<UntaxedCategory, Wording>>;

/**
 * The wording for reverse charge in the other languages of the Union: Article 226, point 11a of Directive
 * 2006/112/EC prescribes it, and each member state has it in its own law.
 */
const REVERSE_CHARGE_IN_EU: Record<string, Wording> = {
  BG: { law: 'обратно начисляване' },
  CY: { el: 'Αντίστροφη επιβάρυνση' },
  CZ: { law: 'daň odvede zákazník' },
  DK: { law: 'omvendt betalingspligt' },
  EE: { law: 'pöördmaksustamine' },
  FI: { law: 'käännetty verovelvollisuus', sv: 'Omvänd skattskyldighet' },
  GR: { el: 'Αντίστροφη επιβάρυνση' },
  HR: { law: 'prijenos porezne obveze' },
  HU: { law: 'fordított adózás' },
  LT: { law: 'Atvirkštinis apmokestinimas' },
  LV: { law: 'nodokļa apgrieztā maksāšana' },
  MT: { en: 'Reverse charge' },
  RO: { law: 'taxare inversă' },
  SI: { law: 'obrnjena davčna obveznost' },
  SK: { law: 'prenesenie daňovej povinnosti' },
};

const BELGIUM: CountrySentences = {
  exempt: {
    fr: 'Exonéré de TVA – article 44 du Code de la TVA',
    nl: 'Vrijgesteld van btw – artikel 44 van het Btw-wetboek',
    de: 'Steuerbefreit – Artikel 44 des Mehrwertsteuergesetzbuches',
  },
  small_business: {
    fr: 'Régime particulier de franchise des petites entreprises',
    nl: 'Bijzondere vrijstellingsregeling kleine ondernemingen',
    de: 'Sonderregelung der Steuerbefreiung für Kleinunternehmen',
  },
  reverse_charge: {
    fr: 'Autoliquidation',
    nl: 'Btw verlegd',
    de: 'Steuerschuldnerschaft des Leistungsempfängers',
  },
  intra_eu: {
    fr: 'Livraison intracommunautaire exonérée – article 39bis du Code de la TVA',
    nl: 'Vrijgestelde intracommunautaire levering – artikel 39bis van het Btw-wetboek',
    de: 'Steuerfreie innergemeinschaftliche Lieferung – Artikel 39bis des Mehrwertsteuergesetzbuches',
  },
  export: {
    fr: 'Exportation exonérée – article 39 du Code de la TVA',
    nl: 'Vrijgestelde uitvoer – artikel 39 van het Btw-wetboek',
    de: 'Steuerfreie Ausfuhr – Artikel 39 des Mehrwertsteuergesetzbuches',
  },
  out_of_scope: {
    fr: 'Opération non soumise à la TVA belge',
    nl: 'Niet onderworpen aan de Belgische btw',
    de: 'Unterliegt nicht der belgischen Mehrwertsteuer',
  },
};

const SWITZERLAND: CountrySentences = {
  exempt: {
    de: 'Von der Steuer ausgenommene Leistung (Art. 21 MWSTG)',
    fr: 'Prestation exclue du champ de l’impôt (art. 21 LTVA)',
    it: 'Prestazione esclusa dall’imposta (art. 21 LIVA)',
  },
  small_business: {
    de: 'Nicht mehrwertsteuerpflichtig (Art. 10 Abs. 2 MWSTG)',
    fr: 'Non assujetti à la TVA (art. 10, al. 2, LTVA)',
    it: 'Non assoggettato all’IVA (art. 10 cpv. 2 LIVA)',
  },
  reverse_charge: {
    de: 'Die Steuer schuldet die Leistungsempfängerin oder der Leistungsempfänger (Bezugsteuer)',
    fr: 'L’impôt est dû par le destinataire (impôt sur les acquisitions)',
    it: 'L’imposta è dovuta dal destinatario (imposta sull’acquisto)',
  },
  export: {
    de: 'Steuerbefreite Ausfuhr (Art. 23 MWSTG)',
    fr: 'Exportation exonérée de l’impôt (art. 23 LTVA)',
    it: 'Esportazione esente dall’imposta (art. 23 LIVA)',
  },
  out_of_scope: {
    de: 'Unterliegt nicht der schweizerischen Mehrwertsteuer',
    fr: 'Non soumis à la TVA suisse',
    it: 'Non soggetto all’IVA svizzera',
  },
};

const LUXEMBOURG: CountrySentences = {
  exempt: {
    fr: 'Exonéré de TVA – article 44 de la loi du 12 février 1979',
    de: 'Steuerbefreit – Artikel 44 des Gesetzes vom 12. Februar 1979',
  },
  small_business: {
    fr: 'Régime de franchise de TVA – article 57 de la loi du 12 février 1979',
    de: 'Steuerbefreiung für Kleinunternehmen – Artikel 57 des Gesetzes vom 12. Februar 1979',
  },
  reverse_charge: { fr: 'Autoliquidation', de: 'Steuerschuldnerschaft des Leistungsempfängers' },
  intra_eu: {
    fr: 'Livraison intracommunautaire exonérée – article 43 de la loi du 12 février 1979',
    de: 'Steuerfreie innergemeinschaftliche Lieferung – Artikel 43 des Gesetzes vom 12. Februar 1979',
  },
  export: {
    fr: 'Exportation exonérée – article 43 de la loi du 12 février 1979',
    de: 'Steuerfreie Ausfuhr – Artikel 43 des Gesetzes vom 12. Februar 1979',
  },
  out_of_scope: {
    fr: 'Opération non soumise à la TVA luxembourgeoise',
    de: 'Unterliegt nicht der luxemburgischen Mehrwertsteuer',
  },
};

const SENTENCES: Record<string, CountrySentences> = {
  AE: {
    zero: {
      en: 'Zero-rated supply (Article 45 of Federal Decree-Law No. 8 of 2017)',
      ar: 'توريد خاضع لنسبة الصفر (المادة 45 من المرسوم بقانون اتحادي رقم 8 لسنة 2017)',
    },
    exempt: {
      en: 'Exempt supply (Article 46 of Federal Decree-Law No. 8 of 2017)',
      ar: 'توريد معفى (المادة 46 من المرسوم بقانون اتحادي رقم 8 لسنة 2017)',
    },
    reverse_charge: {
      en: 'The recipient is required to account for the tax (Article 48 of Federal Decree-Law No. 8 of 2017)',
      ar: 'يلتزم المتلقي باحتساب الضريبة (المادة 48 من المرسوم بقانون اتحادي رقم 8 لسنة 2017)',
    },
    export: {
      en: 'Zero-rated export (Article 45 of Federal Decree-Law No. 8 of 2017)',
      ar: 'تصدير خاضع لنسبة الصفر (المادة 45 من المرسوم بقانون اتحادي رقم 8 لسنة 2017)',
    },
    out_of_scope: {
      en: 'Outside the scope of UAE VAT',
      ar: 'خارج نطاق ضريبة القيمة المضافة في دولة الإمارات',
    },
  },
  AT: {
    exempt: { de: 'Umsatzsteuerfrei gemäß § 6 UStG 1994' },
    small_business: {
      de: 'Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung gemäß § 6 Abs. 1 Z 27 UStG 1994',
    },
    reverse_charge: { de: 'Steuerschuldnerschaft des Leistungsempfängers (Übergang der Steuerschuld)' },
    intra_eu: { de: 'Steuerfreie innergemeinschaftliche Lieferung gemäß Art. 6 Abs. 1 UStG 1994' },
    export: { de: 'Steuerfreie Ausfuhrlieferung gemäß § 7 UStG 1994' },
    out_of_scope: { de: 'In Österreich nicht steuerbarer Umsatz' },
  },
  AU: {
    zero: { en: 'GST-free supply' },
    exempt: { en: 'Input-taxed supply: no GST' },
    small_business: { en: 'No GST charged: the supplier is not registered for GST' },
    export: { en: 'GST-free export' },
    out_of_scope: { en: 'Not subject to Australian GST' },
  },
  BE: BELGIUM,
  CA: {
    zero: { en: 'Zero-rated supply', fr: 'Fourniture détaxée' },
    exempt: { en: 'Exempt supply: no GST/HST', fr: 'Fourniture exonérée de TPS/TVH' },
    small_business: {
      en: 'No GST/HST charged: small supplier (section 148 of the Excise Tax Act)',
      fr: 'TPS/TVH non facturée : petit fournisseur (article 148 de la Loi sur la taxe d’accise)',
    },
    export: { en: 'Zero-rated export', fr: 'Exportation détaxée' },
    out_of_scope: { en: 'Not subject to GST/HST', fr: 'Non assujetti à la TPS/TVH' },
  },
  CH: SWITZERLAND,
  DE: {
    zero: { de: 'Steuersatz 0 % (§ 12 Abs. 3 UStG)' },
    exempt: { de: 'Umsatzsteuerfrei nach § 4 UStG' },
    small_business: { de: 'Umsatzsteuerfrei nach § 19 UStG (Steuerbefreiung für Kleinunternehmer)' },
    reverse_charge: { de: 'Steuerschuldnerschaft des Leistungsempfängers' },
    intra_eu: { de: 'Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b, § 6a UStG)' },
    export: { de: 'Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1 Buchst. a, § 6 UStG)' },
    out_of_scope: { de: 'In Deutschland nicht steuerbarer Umsatz' },
  },
  ES: {
    exempt: { es: 'Operación exenta de IVA (artículo 20 de la Ley 37/1992)' },
    reverse_charge: { es: 'Inversión del sujeto pasivo' },
    intra_eu: { es: 'Entrega intracomunitaria exenta de IVA (artículo 25 de la Ley 37/1992)' },
    export: { es: 'Exportación exenta de IVA (artículo 21 de la Ley 37/1992)' },
    out_of_scope: { es: 'Operación no sujeta a IVA' },
  },
  FR: {
    exempt: { fr: 'Exonération de TVA, article 261 du CGI' },
    small_business: { fr: 'TVA non applicable, art. 293 B du CGI' },
    reverse_charge: { fr: 'Autoliquidation' },
    intra_eu: { fr: 'Exonération de TVA, article 262 ter, I du CGI' },
    export: { fr: 'Exonération de TVA, article 262, I du CGI' },
    out_of_scope: { fr: 'Opération non soumise à la TVA française' },
  },
  GB: {
    exempt: { en: 'Exempt from VAT (VAT Act 1994, Schedule 9)' },
    small_business: { en: 'No VAT charged: the supplier is not registered for VAT' },
    reverse_charge: { en: 'Reverse charge: customer to account for the VAT' },
    export: { en: 'Zero-rated export (VAT Act 1994, section 30)' },
    out_of_scope: { en: 'Outside the scope of UK VAT' },
  },
  IE: {
    exempt: { en: 'Exempt from VAT (VAT Consolidation Act 2010, Schedule 1)' },
    small_business: { en: 'No VAT charged: the supplier is not registered for VAT' },
    reverse_charge: { en: 'Reverse charge: customer to account for the VAT' },
    intra_eu: { en: 'Zero-rated intra-Community supply (VAT Consolidation Act 2010, Schedule 2)' },
    export: { en: 'Zero-rated export (VAT Consolidation Act 2010, Schedule 2)' },
    out_of_scope: { en: 'Outside the scope of Irish VAT' },
  },
  IN: {
    small_business: { en: 'Composition taxable person, not eligible to collect tax on supplies' },
    reverse_charge: { en: 'Tax is payable on reverse charge basis: Yes' },
    export: {
      en: 'Supply meant for export under bond or letter of undertaking without payment of integrated tax',
    },
  },
  IT: {
    exempt: { it: 'Operazione esente IVA ai sensi dell’art. 10 del D.P.R. 633/1972' },
    small_business: {
      it: 'Operazione senza applicazione dell’IVA ai sensi dell’art. 1, commi da 54 a 89, della L. 190/2014 (regime forfettario)',
    },
    reverse_charge: { it: 'Inversione contabile' },
    intra_eu: { it: 'Operazione non imponibile ai sensi dell’art. 41 del D.L. 331/1993' },
    export: { it: 'Operazione non imponibile ai sensi dell’art. 8 del D.P.R. 633/1972' },
    out_of_scope: { it: 'Operazione non soggetta a IVA' },
  },
  JP: {
    exempt: { ja: '非課税（消費税法第6条）' },
    small_business: { ja: '免税事業者（消費税法第9条）' },
    export: { ja: '輸出免税（消費税法第7条）' },
  },
  LU: LUXEMBOURG,
  NL: {
    exempt: { nl: 'Vrijgesteld van btw (artikel 11 Wet op de omzetbelasting 1968)' },
    small_business: {
      nl: 'Vrijgesteld van omzetbelasting op grond van artikel 25 van de Wet op de omzetbelasting 1968 (kleineondernemersregeling)',
    },
    reverse_charge: { nl: 'Btw verlegd' },
    intra_eu: { nl: 'Intracommunautaire levering, 0% btw (tabel II, a.6, Wet op de omzetbelasting 1968)' },
    export: { nl: 'Uitvoer, 0% btw (tabel II, a.2, Wet op de omzetbelasting 1968)' },
    out_of_scope: { nl: 'Niet onderworpen aan Nederlandse btw' },
  },
  PL: {
    exempt: { pl: 'Zwolnione z VAT na podstawie art. 43 ust. 1 ustawy o VAT' },
    small_business: { pl: 'Zwolnione z VAT na podstawie art. 113 ust. 1 ustawy o VAT' },
    reverse_charge: { pl: 'Odwrotne obciążenie' },
    intra_eu: { pl: 'Wewnątrzwspólnotowa dostawa towarów, stawka 0% (art. 42 ustawy o VAT)' },
    export: { pl: 'Eksport towarów, stawka 0% (art. 41 ust. 4 ustawy o VAT)' },
    out_of_scope: { pl: 'Nie podlega opodatkowaniu VAT na terytorium Polski' },
  },
  PT: {
    exempt: { pt: 'Isento de IVA – artigo 9.º do CIVA' },
    small_business: { pt: 'IVA – regime de isenção' },
    reverse_charge: { pt: 'IVA – autoliquidação' },
    intra_eu: { pt: 'Isento de IVA – artigo 14.º do RITI' },
    export: { pt: 'Isento de IVA – artigo 14.º do CIVA' },
    out_of_scope: { pt: 'Não sujeito a IVA – artigo 6.º do CIVA' },
  },
  SE: {
    small_business: { sv: 'Skattebefrielse för små företag enligt 18 kap. mervärdesskattelagen' },
    reverse_charge: { sv: 'Omvänd betalningsskyldighet' },
  },
};

export const SENTENCES_BY_COUNTRY: ReadonlyMap<string, CountrySentences> = new Map(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(REVERSE_CHARGE_IN_EU).map(([country, wording]) => [
        country,
        { reverse_charge: wording },
      ]),
    ),
    ...SENTENCES,
  }),
);
