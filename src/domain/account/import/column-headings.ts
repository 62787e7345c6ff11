import { CUSTOMER_FIELDS } from '../../customer/customer-fields.ts';
import type { Fields } from '../../fields.ts';

/**
 * Common column headings for each field, in the languages of documents, separated by commas. The comparison ignores
 * case, spaces, accents and punctuation. The name of the field itself always matches. `street.number` is a part of `street`.
 * A heading with `!` takes precedence over the name of the field and over other headings.
 */
export type ColumnHeadings = Readonly<Record<string, string>>;

const OF_CUSTOMERS: ColumnHeadings = {
  id: `customer id, customer code, customer number, customer no, client id, client number, account number, Kundennummer, Kunden-Nr,
    Kd-Nr, Kundenkonto, Debitor, Debitorennummer, numéro client, numéro de client, n° client, n° de client, code client,
    número de cliente, código, código de cliente, n.º cliente, codice cliente, numero cliente, codice, código do cliente,
    número do cliente, nº do cliente, klantnummer, klantnr, debiteurnummer, numer klienta, nr klienta, kundnummer, kundnr,
    顧客番号, 顧客ID, 顧客コード, 取引先コード, お客様番号, 客户编号, 客户编码, 客户代码, 客戶編號, 客戶代碼, 고객번호, 고객 ID, 고객코드,
    거래처코드, رقم العميل, المعرّف, كود العميل, מספר לקוח, מזהה לקוח, ग्राहक संख्या, ग्राहक आईडी, ग्राहक क्रमांक, รหัสลูกค้า, เลขที่ลูกค้า,
    κωδικός πελάτη, αριθμός πελάτη, κωδικός, номер клієнта, код клієнта, müşteri no, müşteri numarası, müşteri kodu`,
  name: `!third-party name, !nom du tiers, !Name des Geschäftspartners, customer, customer name, client, client name, company, company name, full name, organisation, organization, Firma,
    Firmenname, Kunde, Kundenname, nom, nom du client, raison sociale, société, entreprise, nombre, nombre del cliente,
    razón social, cliente, empresa, nome, nome cliente, ragione sociale, azienda, società, nome do cliente, razão social,
    naam, klant, klantnaam, bedrijf, bedrijfsnaam, nazwa, nazwa klienta, klient, nazwa firmy, namn, kund, kundnamn, företag,
    företagsnamn, 名前, 氏名, 顧客名, お客様, お客様名, 会社名, 取引先名, 名称, 客户, 客户名称, 公司, 公司名称, 姓名, 名稱, 客戶, 客戶名稱,
    公司名稱, 이름, 고객, 고객명, 회사명, 거래처명, 상호, الاسم, اسم العميل, العميل, الشركة, اسم الشركة, שם, לקוח, שם הלקוח, שם לקוח, חברה,
    שם החברה, नाम, ग्राहक, ग्राहक का नाम, कंपनी, ชื่อ, ลูกค้า, ชื่อลูกค้า, บริษัท, ชื่อบริษัท, όνομα, ονομασία, επωνυμία, πελάτης, εταιρεία,
    назва, ім'я, клієнт, назва клієнта, компанія, ad, adı, müşteri, müşteri adı, firma adı, unvan, ünvan, şirket`,
  email: `mail, email address, E-Mail-Adresse, Mailadresse, courriel, adresse email, adresse électronique, correo, correo
    electrónico, posta elettronica, indirizzo email, endereço de email, correio eletrónico, emailadres, mailadres, adres
    email, poczta, e-post, epost, e-postadress, mejl, メール, メールアドレス, Eメール, 电子邮件, 邮箱, 电邮, 電子郵件, 電郵, 信箱, 이메일,
    이메일 주소, 전자우편, البريد, البريد الإلكتروني, الإيميل, אימייל, דואר אלקטרוני, דוא"ל, מייל, ईमेल, ईमेल पता, อีเมล,
    ηλεκτρονικό ταχυδρομείο, електронна пошта, пошта, ел. пошта, e-posta, eposta, e-posta adresi`,
  phone: `phone number, telephone, tel, mobile, mobile phone, Telefon, Telefonnummer, Rufnummer, Mobil, Handy, téléphone,
    portable, teléfono, móvil, telefono, cellulare, telefone, telemóvel, celular, telefoon, telefoonnummer, mobiel, numer
    telefonu, komórka, telefonnummer, 電話, 電話番号, 携帯電話, 电话, 电话号码, 手机, 電話號碼, 手機, 전화, 전화번호, 연락처, 휴대폰,
    الهاتف, رقم الهاتف, الجوال, טלפון, מספר טלפון, נייד, फ़ोन, फोन, फ़ोन नंबर, मोबाइल, दूरभाष, โทรศัพท์, เบอร์โทร, เบอร์โทรศัพท์, มือถือ,
    τηλέφωνο, κινητό, телефон, номер телефону, мобільний, telefon numarası, cep telefonu`,
  address: `postal address, billing address, Adresse, Anschrift, Postanschrift, Rechnungsadresse, adresse postale, dirección,
    domicilio, indirizzo, endereço, morada, adres, adress, postadress, 住所, 所在地, 地址, 주소, العنوان, כתובת, पता, ที่อยู่,
    διεύθυνση, адреса`,
  street: `address 1, address line 1, street address, Straße, Straße und Hausnummer, Straße Nr, rue, voie, adresse 1,
    calle, dirección 1, via, rua, logradouro, straat, straatnaam, adres 1, ulica, gata, gatuadress, adress 1, 番地, 町名番地,
    街道, 街道地址, 도로명, 도로명주소, الشارع, רחוב, सड़क, गली, ถนน, οδός, вулиця, sokak, cadde, adres satırı 1, Street`,
  'street.number': `house number, street number, house no, Hausnummer, Hausnr, numéro de rue, numéro de voie, número de
    calle, número exterior, numero civico, civico, número da porta, huisnummer, huisnr, numer domu, nr domu, husnummer,
    gatunummer, 门牌号, 門牌號, 건물번호, رقم المبنى, מספר בית, मकान संख्या, บ้านเลขที่, αριθμός οδού, номер будинку, bina no`,
  street2: `address 2, address line 2, street 2, suite, apartment, building, c/o, Adresszusatz, Adresse 2, Zusatz,
    complément, complément d'adresse, dirección 2, piso, complemento, interno, indirizzo 2, toevoeging, adres 2,
    adresregel 2, adress 2, adressrad 2, lokal, 建物名, ビル名, 楼宇, 樓宇, 상세주소, العنوان 2, דירה, भवन, อาคาร,
    διεύθυνση 2, квартира, daire, adres satırı 2`,
  postalCode: `address postal code, address zip, post code, postal code, zip, zip code, PLZ, Postleitzahl, code postal, CP, código postal, CAP, codice
    postale, CEP, postcode, kod pocztowy, postnummer, postnr, 郵便番号, 邮编, 邮政编码, 郵遞區號, 郵政編碼, 우편번호, الرمز البريدي, מיקוד,
    पिन कोड, डाक कोड, รหัสไปรษณีย์, ΤΚ, ταχυδρομικός κώδικας, індекс, поштовий індекс, posta kodu`,
  city: `address city, town, city, Ort, Stadt, Wohnort, ville, commune, localité, ciudad, población, localidad, municipio, città,
    comune, località, cidade, localidade, município, plaats, woonplaats, stad, miasto, miejscowość, ort, postort, 市区町村, 市,
    城市, 市区, 縣市, 시군구, 도시, المدينة, עיר, יישוב, शहर, नगर, เมือง, อำเภอ, เขต, πόλη, місто, şehir, ilçe, il`,
  region: `address state, state, province, region, county, Bundesland, Kanton, région, département, provincia, estado, regione,
    stato, distrito, UF, provincie, województwo, län, 都道府県, 省, 省份, 시도, المنطقة, المحافظة, מחוז, राज्य, จังหวัด, νομός,
    область, eyalet, bölge`,
  country: `address country, country code, Land, Länderkürzel, Staat, pays, code pays, país, paese, nazione, landcode, kraj, landskod, 国,
    国名, 国家, 國家, 국가, 나라, البلد, الدولة, ארץ, מדינה, देश, ประเทศ, χώρα, країна, ülke`,
  taxId: `business vat id, vat, vat id, vat number, vat no, tax number, tax no, USt-Id, USt-IdNr, UID, Steuernummer, Umsatzsteuer-ID, TVA,
    numéro de TVA, n° TVA, NIF, CIF, RFC, RUC, CUIT, partita IVA, P.IVA, codice fiscale, CNPJ, CPF, NIPC,
    número fiscal, contribuinte, btw, btw-nummer, btw-id, NIP, numer VAT, momsnummer, momsregistreringsnummer, VAT-nummer,
    登録番号, 税号, 纳税人识别号, 統一編號, 稅號, 사업자등록번호, 사업자번호, الرقم الضريبي, מספר עוסק, ח.פ.,
    עוסק מורשה, GSTIN, जीएसटी, कर संख्या, เลขประจำตัวผู้เสียภาษี, ΑΦΜ, ЄДРПОУ, ІПН, податковий номер, vergi no, vergi numarası, VKN`,
  kind: `type, customer type, Art, Kundenart, Typ, type de client, tipo, tipo de cliente, tipo cliente, soort, klanttype,
    rodzaj, kundtyp, 種別, 区分, 顧客区分, 类型, 客户类型, 類型, 客戶類型, 유형, 구분, النوع, סוג, סוג לקוח, प्रकार, ประเภท, τύπος, είδος,
    тип, вид, tür, tip, müşteri türü`,
  locale: `language, default language, langue par défaut, Standardsprache, Sprache, langue, idioma, lingua, língua, taal, język, språk, 言語, 语言, 語言, 언어, اللغة, שפה, भाषा, ภาษา,
    γλώσσα, мова, dil`,
  contactName: `contact, contact person, contact name, attention, Ansprechpartner, Ansprechpartnerin, Kontakt, Kontaktperson,
    interlocuteur, personne à contacter, nom du contact, contacto, persona de contacto, persona di contatto, referente, pessoa
    de contacto, pessoa de contato, contato, contactpersoon, osoba kontaktowa, kontaktperson, referens, 担当者, 担当者名, 联系人,
    聯絡人, 담당자, 담당자명, جهة الاتصال, الشخص المسؤول, איש קשר, संपर्क व्यक्ति, ผู้ติดต่อ, υπεύθυνος επικοινωνίας, контактна особа, yetkili,
    ilgili kişi`,
  registrationNumber: `company number, company registration number, commercial register, Handelsregister, Handelsregisternummer,
    Registernummer, HRB, Firmenbuchnummer, SIREN, SIRET, numéro SIRET, registro mercantil, numero REA, REA, KvK, KvK-nummer,
    KRS, REGON, organisationsnummer, org.nr, 法人番号, 統一社會信用代碼, 统一社会信用代码, 법인등록번호, السجل التجاري, رقم السجل التجاري,
    מספר חברה, कंपनी पंजीकरण संख्या, เลขทะเบียนนิติบุคคล, αριθμός ΓΕΜΗ, ΓΕΜΗ, реєстраційний номер, ticaret sicil no, MERSIS no`,
  buyerReference: `leitweg-id, leitweg id, buyer ref, code service, service exécutant, Käuferreferenz, référence de l’acheteur,
    referencia del comprador, مرجع المشتري`,
  electronicAddress: `peppol id, peppol, endpoint id, participant id, elektronische Adresse, adresse de facturation électronique,
    dirección electrónica, العنوان الإلكتروني`,
  debtorNumber: `debtor account, Debitorenkonto, Personenkonto, compte auxiliaire, cuenta de cliente, conto cliente, رقم المدين`,
  eInvoiceFormat: `e-invoice, e-invoice format, E-Rechnung, format de facture, factura electrónica, الفاتورة الإلكترونية`,
};

export const CUSTOMER_HEADINGS = addFieldNames(OF_CUSTOMERS, CUSTOMER_FIELDS);

export const CATALOGUE_HEADINGS: ColumnHeadings = {
  sku: `article, article number, item number, item code, product code, product number, code, Artikelnummer, Artikel-Nr, Art-Nr,
    référence, réf, référence produit, code article, referencia, ref, código, código de artículo, codice, codice articolo,
    riferimento, referência, código do artigo, artikelcode, productcode, kod, numer artykułu, indeks, symbol, artikelnr, 品番,
    商品コード, 商品番号, 型番, 编号, 货号, 商品编号, 產品編號, 貨號, 料號, 품번, 품목코드, 상품코드, 상품번호, رقم الصنف, كود الصنف, رمز المنتج, מק"ט,
    קוד פריט, मद कोड, उत्पाद कोड, वस्तु कोड, รหัสสินค้า, κωδικός, κωδικός είδους, артикул, код товару, код, ürün kodu, stok kodu`,
  description: `!label, !libellé, !etiqueta, !titolo, name, item, item name, product, product name, service, title, Beschreibung, Bezeichnung, Artikel,
    Artikelbezeichnung, Leistung, Produkt, désignation, description, libellé, article, produit, prestation, descripción,
    concepto, producto, servicio, descrizione, articolo, prodotto, servizio, descrição, artigo, produto, serviço,
    omschrijving, beschrijving, dienst, opis, nazwa, usługa, beskrivning, benämning, produkt, tjänst, 品名, 品目, 品目・内容,
    内容, 商品名, 摘要, 名称, 品名, 项目, 项目说明, 描述, 商品名称, 項目, 項目說明, 說明, 商品名稱, 내용, 품명, 품목, 품목명, 상품명, 설명, الوصف, الصنف,
    المنتج, البيان, תיאור, פריט, שם פריט, מוצר, विवरण, वस्तु, उत्पाद, मद, सेवा, รายละเอียด, รายการ, สินค้า, ชื่อสินค้า, περιγραφή, είδος,
    προϊόν, υπηρεσία, опис, назва, товар, послуга, найменування, açıklama, ürün, ürün adı, hizmet`,
  unitPrice: `!unit price (excl.), !selling price (net), !selling price (excl. tax), !prix unitaire HT, !prix de vente HT,
    !Stückpreis (netto), !precio base, !prezzo unitario (netto), !stuksprijs (excl.), !cena jednostkowa (wył.), price, net price, rate, amount, Preis, Einzelpreis, Stückpreis, Nettopreis,
    Preis netto, Netto, Netto-Preis, Einzelpreis netto, Nettoeinzelpreis, Stückpreis netto, Verkaufspreis, Verkaufspreis netto, VK, VK-Preis,
    VK netto, Preis exkl. MwSt, Preis ohne MwSt, price net, unit price net, price excl. tax, price excl. VAT, selling price, sales
    price, list price, prix net, prix unitaire net, prix hors taxes, prix de vente, precio neto, precio sin IVA, precio de venta, prezzo netto,
    prezzo IVA esclusa, prezzo di vendita, preço líquido, preço sem IVA, preço de venda, prijs excl. btw, nettoprijs, verkoopprijs, cena
    jednostkowa netto, cena sprzedaży, pris exkl. moms, nettopris, prix, prix unitaire, prix HT, PU, PU
    HT, precio, precio unitario, importe, prezzo, prezzo unitario, preço, preço unitário, prijs, prijs per stuk, stukprijs,
    eenheidsprijs, cena, cena netto, cena jednostkowa, pris, à-pris, styckpris, 単価, 価格, 单价, 价格, 單價, 價格, 단가, 가격,
    السعر, سعر الوحدة, מחיר, מחיר ליחידה, मूल्य, इकाई मूल्य, दर, कीमत, ราคา, ราคาต่อหน่วย, τιμή, τιμή μονάδας, ціна, ціна за одиницю, fiyat,
    birim fiyat, birim fiyatı`,
  cost: `unit cost, cost price, purchase price, Kosten, Einkaufspreis, EK, EK-Preis, Selbstkosten, coût, coût unitaire, prix
    d’achat, prix de revient, coste, costo, precio de coste, precio de compra, costo unitario, prezzo d’acquisto, custo, preço
    de custo, kostprijs, inkoopprijs, koszt, cena zakupu, kostnad, inköpspris, 原価, 仕入価格, 成本, 成本價, 成本价, 원가, التكلفة, سعر التكلفة,
    עלות, लागत, ต้นทุน, κόστος, собівартість, maliyet`,
  unit: `uom, unit of measure, Einheit, Mengeneinheit, ME, unité, unidad, unità, unità di misura, UM, unidade, eenheid,
    jednostka, jm, enhet, 単位, 单位, 單位, 단위, الوحدة, יחידה, יחידת מידה, इकाई, หน่วย, μονάδα, μονάδα μέτρησης, одиниця, одиниця виміру,
    од. вим., birim`,
  currency: `currency code, Währung, devise, monnaie, moneda, divisa, valuta, moeda, waluta, 通貨, 货币, 币种, 貨幣, 幣別, 통화,
    العملة, מטבע, मुद्रा, สกุลเงิน, νόμισμα, валюта, para birimi, döviz`,
  taxRate: `tax, vat, vat rate, sales tax, Steuer, Steuersatz, MwSt, MwSt-Satz, USt, TVA, taux de TVA, taux TVA, taxe, IVA, tipo
    de IVA, impuesto, tasa IVA, aliquota, aliquota IVA, imposta, imposto, taxa de IVA, taxa IVA, alíquota, btw, btw-tarief, btw-percentage,
    stawka VAT, podatek, moms, momssats, 税率, 消費税, 消費税率, 税, 增值税, 稅率, 營業稅, 세율, 부가세, 부가세율, الضريبة, نسبة الضريبة, מע"מ,
    שיעור מע"מ, कर, कर दर, जीएसटी, GST, ภาษี, อัตราภาษี, ΦΠΑ, συντελεστής ΦΠΑ, ПДВ, ставка ПДВ, податок, KDV, KDV oranı`,
  taxCategory: `tax type, tax code, tax category, vat category, vat code, Steuerkategorie, Steuerart, Steuerschlüssel,
    Umsatzsteuerkategorie, catégorie de TVA, régime de TVA, categoría de impuesto, categoría de IVA, categoria IVA, regime IVA,
    natura IVA, categoria do imposto, categoria de IVA, btw-categorie, btw-soort, kategoria VAT, kategoria podatku,
    momskategori, momskod, 税区分, 課税区分, 税种, 税收分类, 稅別, 課稅別, 과세구분, 과세유형, فئة الضريبة, نوع الضريبة, קטגוריית מס, סוג מס,
    कर श्रेणी, ประเภทภาษี, κατηγορία ΦΠΑ, категорія ПДВ, vergi kategorisi, vergi türü`,
  taxReason: `tax note, exemption reason, tax exemption reason, vat exemption reason, Steuerhinweis, Steuerbefreiungsgrund,
    Befreiungsgrund, Grund der Steuerbefreiung, motif d'exonération, mention de TVA, motivo de exención, causa de exención,
    motivo esenzione, motivo di esenzione, motivo de isenção, motivo da isenção, reden vrijstelling, btw-vrijstelling,
    podstawa zwolnienia, przyczyna zwolnienia, skäl till undantag, momsundantag, 免税理由, 非課税理由, 免税原因, 免稅原因, 면세 사유,
    سبب الإعفاء, סיבת פטור, छूट का कारण, เหตุผลการยกเว้น, λόγος απαλλαγής, підстава звільнення, muafiyet sebebi, istisna sebebi`,
  archived: `archive, inactive, archiviert, archivé, archivado, archiviato, arquivado, gearchiveerd, zarchiwizowany, arkiverad,
    アーカイブ, アーカイブ済み, 已归档, 已封存, 보관됨, مؤرشف, בארכיון, संग्रहीत, เก็บถาวร, αρχειοθετημένο, архівовано, arşivlendi`,
};

/** Adds the fields that have no headings but their names. */
function addFieldNames(headings: ColumnHeadings, fields: Fields): ColumnHeadings {
  const others = Object.keys(fields).filter((name) => !(name in headings));
  return { ...headings, ...Object.fromEntries(others.map((name) => [name, name])) };
}
