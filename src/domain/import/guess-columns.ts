/** What people call a column, in the languages of the console; compared without case, spaces and marks. */
export type ColumnNames = Readonly<Record<string, readonly string[]>>;

export const CUSTOMER_COLUMNS: ColumnNames = {
  id: [
    'id',
    'customernumber',
    'customerno',
    'kundennummer',
    'kundennr',
    'kdnr',
    'numeroclient',
    'numerodeclient',
    'codeclient',
    'numerodecliente',
    'codigo',
    'رقمالعميل',
  ],
  name: [
    'name',
    'customer',
    'company',
    'companyname',
    'fullname',
    'firma',
    'firmenname',
    'kunde',
    'kundenname',
    'nom',
    'raisonsociale',
    'client',
    'societe',
    'entreprise',
    'nombre',
    'razonsocial',
    'cliente',
    'empresa',
    'الاسم',
    'العميل',
    'الشركة',
  ],
  email: [
    'email',
    'mail',
    'emailaddress',
    'emailadresse',
    'courriel',
    'adresseemail',
    'correo',
    'correoelectronico',
    'البريد',
    'البريدالإلكتروني',
  ],
  phone: [
    'phone',
    'telephone',
    'tel',
    'mobile',
    'telefon',
    'mobil',
    'handy',
    'telefono',
    'movil',
    'portable',
    'الهاتف',
    'الجوال',
  ],
  address: [
    'address',
    'postaladdress',
    'street',
    'adresse',
    'anschrift',
    'strasse',
    'direccion',
    'domicilio',
    'العنوان',
  ],
  country: ['country', 'countrycode', 'land', 'pays', 'pais', 'البلد', 'الدولة'],
  taxId: [
    'taxid',
    'vat',
    'vatid',
    'vatnumber',
    'taxnumber',
    'ustid',
    'ustidnr',
    'steuernummer',
    'tva',
    'numerodetva',
    'nif',
    'cif',
    'الرقمالضريبي',
  ],
  kind: ['kind', 'type', 'art', 'tipo', 'النوع'],
  locale: ['locale', 'language', 'sprache', 'langue', 'idioma', 'اللغة'],
};

export const CATALOGUE_COLUMNS: ColumnNames = {
  sku: [
    'sku',
    'article',
    'articlenumber',
    'itemnumber',
    'productcode',
    'code',
    'artikelnummer',
    'artikelnr',
    'artnr',
    'reference',
    'ref',
    'referencia',
    'codigo',
    'رقمالصنف',
  ],
  description: [
    'description',
    'name',
    'item',
    'product',
    'service',
    'title',
    'beschreibung',
    'bezeichnung',
    'artikel',
    'leistung',
    'designation',
    'libelle',
    'article',
    'produit',
    'descripcion',
    'concepto',
    'producto',
    'الوصف',
    'الصنف',
  ],
  unitPrice: [
    'unitprice',
    'price',
    'netprice',
    'rate',
    'amount',
    'preis',
    'einzelpreis',
    'nettopreis',
    'prix',
    'prixunitaire',
    'prixht',
    'precio',
    'preciounitario',
    'importe',
    'السعر',
  ],
  unit: ['unit', 'uom', 'einheit', 'unite', 'unidad', 'الوحدة'],
  currency: ['currency', 'waehrung', 'wahrung', 'devise', 'moneda', 'العملة'],
  taxRate: [
    'taxrate',
    'tax',
    'vat',
    'vatrate',
    'steuer',
    'steuersatz',
    'mwst',
    'ust',
    'tva',
    'taxe',
    'iva',
    'impuesto',
    'الضريبة',
  ],
  archived: ['archived', 'archiviert', 'archive', 'archivado', 'مؤرشف'],
};

/** The field of each column, none twice; `null` where no name fits. */
export function guessColumns(headings: readonly string[], names: ColumnNames): (string | null)[] {
  const taken = new Set<string>();
  return headings.map((heading) => {
    const plain = plainName(heading);
    const field = Object.keys(names).find((name) => !taken.has(name) && names[name]?.includes(plain));
    if (field === undefined) return null;
    taken.add(field);
    return field;
  });
}

/** `Tax ID`, `tax_id` and `taxId` are the same column; so are `Straße` and `Strasse`. */
function plainName(heading: string): string {
  return heading
    .slice(0, MAX_NAME)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const MAX_NAME = 100;
