import type { XmlFormat } from '../../../domain/account/particulars/einvoice.ts';
import { FORMAT_IDS } from '../formats.ts';
import type { EInvoice, EInvoiceLine, EInvoiceTax } from '../terms/einvoice.ts';
import type { EInvoiceParty } from '../terms/parties.ts';
import { formatXml, type XmlElement } from './xml.ts';

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd';

/** Writes a UBL 2.1 invoice or credit note. */
export function formatUbl(invoice: EInvoice, format: Exclude<XmlFormat, 'cii'>): string {
  const { specification, process } = FORMAT_IDS[format];
  const isCredit = invoice.typeCode === '381';
  const name = isCredit ? 'CreditNote' : 'Invoice';
  const money: FormatMoney = (tag, amount) => [tag, amount, { currencyID: invoice.currency }];
  const { period } = invoice;
  return formatXml([
    name,
    [
      ['cbc:CustomizationID', specification],
      ['cbc:ProfileID', process],
      ['cbc:ID', invoice.number],
      ['cbc:IssueDate', invoice.issueDate],
      isCredit ? null : ['cbc:DueDate', invoice.dueDate],
      [`cbc:${name}TypeCode`, invoice.typeCode],
      ...listNotes(invoice, format).map((note): XmlElement => ['cbc:Note', note]),
      ['cbc:DocumentCurrencyCode', invoice.currency],
      ['cbc:TaxCurrencyCode', invoice.taxCurrency],
      ['cbc:BuyerReference', invoice.buyerReference],
      toPeriod(period),
      ['cac:OrderReference', [['cbc:ID', invoice.orderReference]]],
      ...invoice.precedingInvoices.map(toBillingReference),
      ['cac:AccountingSupplierParty', [toParty(invoice.seller)]],
      ['cac:AccountingCustomerParty', [toParty(invoice.buyer)]],
      [
        'cac:Delivery',
        [
          ['cbc:ActualDeliveryDate', invoice.deliveryDate],
          ['cac:DeliveryLocation', [invoice.deliverTo && toAddress('cac:Address', invoice.deliverTo)]],
        ],
      ],
      toPaymentMeans(invoice),
      ['cac:PaymentTerms', [['cbc:Note', invoice.paymentTerms]]],
      ...invoice.allowances.map((allowance) =>
        toAllowance(
          allowance.reason,
          money('cbc:Amount', allowance.amount),
          toTaxCategory('cac:TaxCategory', allowance),
        ),
      ),
      toTaxTotal(invoice, format, money),
      invoice.taxCurrency === null
        ? null
        : ['cac:TaxTotal', [['cbc:TaxAmount', '0.00', { currencyID: invoice.taxCurrency }]]],
      toMonetaryTotal(invoice, money),
      ...invoice.lines.map((line) => toLine(line, isCredit, money)),
    ],
    {
      xmlns: `${NAMESPACE}:${name}-2`,
      'xmlns:cac': `${NAMESPACE}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${NAMESPACE}:CommonBasicComponents-2`,
    },
  ]);
}

/** UBL has no element for the code of a note. Peppol allows one note, so that it has the one without a code only. */
function listNotes({ notes }: EInvoice, format: XmlFormat): string[] {
  const allowed = format === 'peppol' ? notes.filter(({ code }) => code === null) : notes;
  return allowed.map(({ code, text }) => (code === null ? text : `#${code}#${text}`));
}

type FormatMoney = (tag: string, amount: string | null) => XmlElement;

function toBillingReference({ number, issueDate }: EInvoice['precedingInvoices'][number]): XmlElement {
  return [
    'cac:BillingReference',
    [
      [
        'cac:InvoiceDocumentReference',
        [
          ['cbc:ID', number],
          ['cbc:IssueDate', issueDate],
        ],
      ],
    ],
  ];
}

function toPaymentMeans({ payment: { code, remittance, transfer } }: EInvoice): XmlElement {
  return [
    'cac:PaymentMeans',
    [
      ['cbc:PaymentMeansCode', code],
      ['cbc:PaymentID', remittance],
      [
        'cac:PayeeFinancialAccount',
        transfer && [
          ['cbc:ID', transfer.iban],
          ['cbc:Name', transfer.holder],
          ['cac:FinancialInstitutionBranch', [['cbc:ID', transfer.bic]]],
        ],
      ],
    ],
  ];
}

function toTaxTotal({ totals, breakdown }: EInvoice, format: XmlFormat, money: FormatMoney): XmlElement {
  const subtotals = breakdown.map((group): XmlElement => {
    const rate = group.rate ?? (format === 'ubl' ? null : '0');
    const reasons: XmlElement[] = [
      ['cbc:TaxExemptionReasonCode', group.reasonCode],
      ['cbc:TaxExemptionReason', group.reason],
    ];
    return [
      'cac:TaxSubtotal',
      [
        money('cbc:TaxableAmount', group.net),
        money('cbc:TaxAmount', group.tax),
        toTaxCategory('cac:TaxCategory', { ...group, rate }, reasons),
      ],
    ];
  });
  return ['cac:TaxTotal', [money('cbc:TaxAmount', totals.tax), ...subtotals]];
}

function toMonetaryTotal({ totals }: EInvoice, money: FormatMoney): XmlElement {
  return [
    'cac:LegalMonetaryTotal',
    [
      money('cbc:LineExtensionAmount', totals.lines),
      money('cbc:TaxExclusiveAmount', totals.net),
      money('cbc:TaxInclusiveAmount', totals.gross),
      money('cbc:AllowanceTotalAmount', totals.allowances),
      money('cbc:PrepaidAmount', totals.prepaid),
      money('cbc:PayableAmount', totals.due),
    ],
  ];
}

function toParty({ contact, address, electronicAddress, ...party }: EInvoiceParty): XmlElement {
  const scheme = (id: string): XmlElement => ['cac:TaxScheme', [['cbc:ID', id]]];
  return [
    'cac:Party',
    [
      ['cbc:EndpointID', electronicAddress?.id, { schemeID: electronicAddress?.scheme }],
      ['cac:PartyIdentification', [['cbc:ID', party.id]]],
      toAddress('cac:PostalAddress', address),
      party.vatId ? ['cac:PartyTaxScheme', [['cbc:CompanyID', party.vatId], scheme('VAT')]] : null,
      party.taxNumber ? ['cac:PartyTaxScheme', [['cbc:CompanyID', party.taxNumber], scheme('FC')]] : null,
      [
        'cac:PartyLegalEntity',
        [
          ['cbc:RegistrationName', party.name],
          ['cbc:CompanyID', party.registrationNumber, { schemeID: party.registrationScheme ?? undefined }],
        ],
      ],
      [
        'cac:Contact',
        [
          ['cbc:Name', contact.name],
          ['cbc:Telephone', contact.phone],
          ['cbc:ElectronicMail', contact.email],
        ],
      ],
    ],
  ];
}

function toPeriod(period: EInvoice['period']): XmlElement {
  return [
    'cac:InvoicePeriod',
    period && [
      ['cbc:StartDate', period.from],
      ['cbc:EndDate', period.to],
    ],
  ];
}

function toAddress(tag: string, { lines, ...address }: EInvoiceParty['address']): XmlElement {
  return [
    tag,
    [
      ['cbc:StreetName', lines[0]],
      ['cbc:AdditionalStreetName', lines[1]],
      ['cbc:CityName', address.city],
      ['cbc:PostalZone', address.postalCode],
      ['cbc:CountrySubentity', address.region],
      ['cac:AddressLine', [['cbc:Line', lines[2]]]],
      ['cac:Country', [['cbc:IdentificationCode', address.country]]],
    ],
  ];
}

function toTaxCategory(tag: string, { code, rate }: EInvoiceTax, reason: XmlElement[] = []): XmlElement {
  const scheme: XmlElement = ['cac:TaxScheme', [['cbc:ID', 'VAT']]];
  return [tag, [['cbc:ID', code], ['cbc:Percent', rate], ...reason, scheme]];
}

function toAllowance(reason: string, amount: XmlElement, category: XmlElement | null): XmlElement {
  return [
    'cac:AllowanceCharge',
    [
      ['cbc:ChargeIndicator', 'false'],
      ['cbc:AllowanceChargeReasonCode', '95'],
      ['cbc:AllowanceChargeReason', reason],
      amount,
      category,
    ],
  ];
}

function toLine(
  line: EInvoiceLine,
  isCredit: boolean,
  money: (tag: string, amount: string) => XmlElement,
): XmlElement {
  const unit = { unitCode: line.unitCode };
  return [
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    [
      ['cbc:ID', line.id],
      [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', line.quantity, unit],
      money('cbc:LineExtensionAmount', line.net),
      toPeriod(line.period),
      line.allowance && toAllowance(line.allowance.reason, money('cbc:Amount', line.allowance.amount), null),
      [
        'cac:Item',
        [
          ['cbc:Description', line.description],
          ['cbc:Name', line.name],
          ['cac:SellersItemIdentification', [['cbc:ID', line.sku]]],
          toTaxCategory('cac:ClassifiedTaxCategory', line),
        ],
      ],
      ['cac:Price', [money('cbc:PriceAmount', line.price), ['cbc:BaseQuantity', line.baseQuantity, unit]]],
    ],
  ];
}
