import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, type Language } from '../../languages.ts';
import { CATALOGUE_HEADINGS, CUSTOMER_HEADINGS } from './column-headings.ts';
import { findAddressPart, guessColumns, listFieldNames, normalizeHeading } from './guess-columns.ts';

const guess = (line: string, words = CUSTOMER_HEADINGS) => guessColumns(line.split(';'), words);
const CUSTOMER = ['id', 'name', 'email', 'phone', 'street', 'postalCode', 'city', 'country', 'taxId'];
const ITEM = ['sku', 'description', 'unitPrice', 'unit', 'currency', 'taxRate'];

/**
 * Headings per language. Customers: number, name, email, phone, street, post code, town, country, tax number.
 * Catalogue: number, text, price, unit, currency, tax.
 */
const HEADINGS: Record<Language, [customers: string, catalogue: string]> = {
  en: [
    'Customer No.;Company;E-mail;Phone;Street;Post code;Town;Country;VAT number',
    'SKU;Item;Price;Unit;Currency;VAT',
  ],
  de: [
    'Kundennummer;Firma;E-Mail;Telefon;Straße;PLZ;Ort;Land;USt-IdNr.',
    'Artikel-Nr.;Bezeichnung;Preis;Einheit;Währung;MwSt %',
  ],
  fr: [
    'N° client;Raison sociale;Courriel;Téléphone;Rue;Code postal;Ville;Pays;N° TVA',
    'Réf.;Désignation;Prix HT;Unité;Devise;TVA',
  ],
  es: [
    'Número de cliente;Razón social;Correo electrónico;Teléfono;Calle;Código postal;Ciudad;País;NIF',
    'Referencia;Concepto;Precio;Unidad;Moneda;IVA',
  ],
  it: [
    'Codice cliente;Ragione sociale;E-mail;Telefono;Via;CAP;Città;Paese;Partita IVA',
    'Codice;Descrizione;Prezzo;Unità di misura;Valuta;IVA',
  ],
  pt: [
    'Código do cliente;Nome;E-mail;Telefone;Rua;CEP;Cidade;País;CNPJ',
    'Código;Descrição;Preço;Unidade;Moeda;IVA',
  ],
  nl: [
    'Klantnummer;Bedrijf;E-mailadres;Telefoon;Straat;Postcode;Plaats;Land;Btw-nummer',
    'Artikelcode;Omschrijving;Prijs;Eenheid;Valuta;Btw',
  ],
  pl: [
    'Numer klienta;Nazwa firmy;E-mail;Numer telefonu;Ulica;Kod pocztowy;Miasto;Kraj;NIP',
    'Kod;Usługa;Cena netto;Jednostka;Waluta;Stawka VAT',
  ],
  sv: [
    'Kundnummer;Företag;E-post;Telefon;Gatuadress;Postnummer;Ort;Land;Momsnummer',
    'Artikelnr;Benämning;À-pris;Enhet;Valuta;Moms',
  ],
  ja: [
    '顧客番号;会社名;メールアドレス;電話番号;番地;郵便番号;市区町村;国;登録番号',
    '品番;品名;単価;単位;通貨;税率',
  ],
  'zh-Hans': ['客户编号;客户名称;邮箱;电话;街道;邮编;城市;国家;税号', '货号;商品名称;单价;单位;货币;税率'],
  'zh-Hant': [
    '客戶編號;客戶名稱;電子郵件;電話;街道;郵遞區號;城市;國家;統一編號',
    '貨號;說明;單價;單位;幣別;稅率',
  ],
  ko: [
    '고객번호;회사명;이메일;전화번호;도로명;우편번호;시군구;국가;사업자등록번호',
    '품번;품명;단가;단위;통화;세율',
  ],
  ar: [
    'رقم العميل;العميل;البريد;الهاتف;الشارع;الرمز البريدي;المدينة;البلد;الرقم الضريبي',
    'رقم الصنف;الوصف;السعر;الوحدة;العملة;الضريبة',
  ],
  he: ['מספר לקוח;שם הלקוח;דוא"ל;טלפון;רחוב;מיקוד;עיר;מדינה;ח.פ.', 'מק"ט;תיאור;מחיר;יחידה;מטבע;מע"מ'],
  hi: ['ग्राहक संख्या;कंपनी;ईमेल;फ़ोन;सड़क;पिन कोड;शहर;देश;GSTIN', 'उत्पाद कोड;विवरण;मूल्य;इकाई;मुद्रा;कर दर'],
  th: [
    'รหัสลูกค้า;ชื่อบริษัท;อีเมล;โทรศัพท์;ถนน;รหัสไปรษณีย์;เมือง;ประเทศ;เลขประจำตัวผู้เสียภาษี',
    'รหัสสินค้า;รายการ;ราคา;หน่วย;สกุลเงิน;ภาษี',
  ],
  el: [
    'Κωδικός πελάτη;Επωνυμία;E-mail;Τηλέφωνο;Οδός;Τ.Κ.;Πόλη;Χώρα;ΑΦΜ',
    'Κωδικός;Περιγραφή;Τιμή;Μονάδα;Νόμισμα;ΦΠΑ',
  ],
  uk: [
    'Код клієнта;Назва;Електронна пошта;Телефон;Вулиця;Індекс;Місто;Країна;ЄДРПОУ',
    'Артикул;Найменування;Ціна;Одиниця;Валюта;ПДВ',
  ],
  tr: [
    'Müşteri no;ŞİRKET;E-posta;Telefon;Cadde;Posta kodu;Şehir;Ülke;Vergi no',
    'ÜRÜN KODU;Açıklama;Birim fiyat;Birim;Para birimi;KDV',
  ],
};

describe('guessColumns', () => {
  for (const language of LANGUAGES) {
    it(`knows the headings of ${language}`, () => {
      const [customers, catalogue] = HEADINGS[language];
      assert.deepEqual(guess(customers), CUSTOMER);
      assert.deepEqual(guess(catalogue, CATALOGUE_HEADINGS), ITEM);
    });
  }

  it('uses no field twice and prefers exact field names', () => {
    assert.deepEqual(guess('tax_id;Tax ID;name;NAME'), ['taxId', null, 'name', null]);
    assert.deepEqual(guess('price;unitPrice;SKU;Code', CATALOGUE_HEADINGS), [null, 'unitPrice', 'sku', null]);
  });

  it('keeps the fields that the user chose', () => {
    const keep = (line: string, named: (string | null)[]) =>
      guessColumns(line.split(';'), CUSTOMER_HEADINGS, named);
    assert.deepEqual(keep('Firma;Wer', [null, 'name']), [null, 'name']);
    assert.deepEqual(
      keep('Wo;Ort', ['address', null]),
      ['address', 'city'],
      'also an address next to a town',
    );
    assert.deepEqual(
      keep('a;Anschrift', ['address', null]),
      ['address', 'address'],
      'several columns form it',
    );
    assert.deepEqual(keep('a;Straße', ['street', null]), ['street', 'street']);
  });

  it('takes an address next to a town for the street, and keeps a whole address', () => {
    assert.deepEqual(guess('Firma;Adresse;PLZ;Ort'), ['name', 'street', 'postalCode', 'city']);
    assert.deepEqual(guess('Firma;Adresse;PLZ'), ['name', 'street', 'postalCode']);
    assert.deepEqual(guess('Firma;Adresse;Ort'), ['name', 'street', 'city']);
    assert.deepEqual(guess('Firma;Adresse;Land'), ['name', 'address', 'country']);
    assert.deepEqual(guess('name;address;street;city'), ['name', 'address', 'street', 'city']);
    assert.deepEqual(guess('Firma;Straße;Hausnummer;Ort'), ['name', 'street', 'street', 'city']);
  });

  it('knows the exports of Stripe and Dolibarr', () => {
    assert.deepEqual(
      guess(
        'id;Description;Email;Name;Created (UTC);Card Address City;Card Address Zip;Currency;Business Vat ID;Address Line1;Address City;Address Country;Address Postal Code',
      ),
      [
        'id',
        null,
        'email',
        'name',
        ...[null, null, null, null],
        'taxId',
        'street',
        'city',
        'country',
        'postalCode',
      ],
    );
    assert.deepEqual(guess('Customer;Third-party name;Zip Code;City;Default language'), [
      ...[null, 'name', 'postalCode', 'city', 'locale'],
    ]);
    const items = (line: string) => guess(line, CATALOGUE_HEADINGS);
    assert.deepEqual(items('Ref.;Description;Label;Unit price;Unit price (excl.);Tax Rate'), [
      ...['sku', null, 'description', null, 'unitPrice', 'taxRate'],
    ]);
    assert.deepEqual(items('Réf.;Libellé;Description;Prix unitaire TTC;Prix unitaire HT;Taux TVA'), [
      ...['sku', 'description', null, null, 'unitPrice', 'taxRate'],
    ]);
    assert.deepEqual(items('Ref.;Label;Selling price (inc. tax);Selling price (net);VAT Rate'), [
      ...['sku', 'description', null, 'unitPrice', 'taxRate'],
    ]);
  });

  it('finds words between punctuation and ignores unknown headings', () => {
    assert.deepEqual(guess('Firma (Kunde);Ort/Stadt;Anmerkung'), ['name', 'city', null]);
    assert.deepEqual(guess(`${'x'.repeat(1e6)};`), [null, null]);
  });
});

describe('findAddressPart', () => {
  it('knows which part of an address a heading names', () => {
    const parts = ['Straße', 'Hausnummer', 'street2', 'PLZ', 'Ort', 'region', 'Anschrift', 'Etwas', ''];
    assert.deepEqual(
      parts.map((heading) => findAddressPart(heading, CUSTOMER_HEADINGS)),
      ['street', 'number', 'street2', 'postalCode', 'city', 'region', undefined, undefined, undefined],
    );
  });
});

describe('listFieldNames', () => {
  it('lists a field that several columns form once', () => {
    const names = listFieldNames(CUSTOMER_HEADINGS);
    assert.deepEqual([names.indexOf('street') >= 0, new Set(names).size], [true, names.length]);
    assert.ok(!names.includes('street.number'));
  });
});

describe('normalizeHeading', () => {
  it('ignores case, accents, punctuation and what is too long to be a heading', () => {
    assert.equal(normalizeHeading('Tax_ID (№ 5)'), 'taxidno5');
    assert.equal(normalizeHeading('GROẞE Straße'), 'grossestrasse');
    assert.equal(normalizeHeading('Łódź, Iğdır'), 'lodzigdir');
    assert.equal(normalizeHeading('x'.repeat(101)).length, 100);
  });
});
