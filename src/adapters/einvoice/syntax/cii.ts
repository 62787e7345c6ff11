import { FORMAT_IDS } from '../formats.ts';
import type { EInvoice, EInvoiceLine, EInvoiceTax } from '../terms/einvoice.ts';
import type { EInvoiceParty } from '../terms/parties.ts';
import { formatXml, type XmlContent, type XmlElement } from './xml.ts';

const NAMESPACE = 'urn:un:unece:uncefact:data:standard';
/** Required by the schema, even if it is empty. */
const DELIVERY = 'ram:ApplicableHeaderTradeDelivery';

/** Writes a Cross Industry Invoice (Factur-X and ZUGFeRD, profile EN 16931). */
export function formatCii(invoice: EInvoice): string {
  return formatXml(
    [
      'rsm:CrossIndustryInvoice',
      [
        [
          'rsm:ExchangedDocumentContext',
          [['ram:GuidelineSpecifiedDocumentContextParameter', [['ram:ID', FORMAT_IDS.cii.specification]]]],
        ],
        [
          'rsm:ExchangedDocument',
          [
            ['ram:ID', invoice.number],
            ['ram:TypeCode', invoice.typeCode],
            toDate('ram:IssueDateTime', invoice.issueDate),
            ...invoice.notes.map(
              ({ code, text }): XmlElement => [
                'ram:IncludedNote',
                [
                  ['ram:Content', text],
                  ['ram:SubjectCode', code],
                ],
              ],
            ),
          ],
        ],
        [
          'rsm:SupplyChainTradeTransaction',
          [...invoice.lines.map(toLine), toAgreement(invoice), toDelivery(invoice), toSettlement(invoice)],
        ],
      ],
      {
        'xmlns:rsm': `${NAMESPACE}:CrossIndustryInvoice:100`,
        'xmlns:ram': `${NAMESPACE}:ReusableAggregateBusinessInformationEntity:100`,
        'xmlns:qdt': `${NAMESPACE}:QualifiedDataType:100`,
        'xmlns:udt': `${NAMESPACE}:UnqualifiedDataType:100`,
      },
    ],
    [DELIVERY],
  );
}

function toAgreement({ buyerReference, seller, buyer, orderReference }: EInvoice): XmlElement {
  return [
    'ram:ApplicableHeaderTradeAgreement',
    [
      ['ram:BuyerReference', buyerReference],
      ['ram:SellerTradeParty', toParty(seller)],
      ['ram:BuyerTradeParty', toParty(buyer)],
      ['ram:BuyerOrderReferencedDocument', [['ram:IssuerAssignedID', orderReference]]],
    ],
  ];
}

/** Without a date, the country (BT-80) fills the element: Factur-X 1.08 rejects an empty one inside Germany. */
function toDelivery({ deliverTo, deliveryDate, buyer }: EInvoice): XmlElement {
  const country: XmlElement = ['ram:PostalTradeAddress', [['ram:CountryID', buyer.address.country]]];
  const place = deliverTo ? toAddress(deliverTo) : deliveryDate === null ? country : null;
  return [
    DELIVERY,
    [
      ['ram:ShipToTradeParty', place && [place]],
      ['ram:ActualDeliverySupplyChainEvent', [toDate('ram:OccurrenceDateTime', deliveryDate)]],
    ],
  ];
}

function toSettlement(invoice: EInvoice): XmlElement {
  const { payment, period } = invoice;
  return [
    'ram:ApplicableHeaderTradeSettlement',
    [
      ['ram:PaymentReference', payment.remittance],
      ['ram:TaxCurrencyCode', invoice.taxCurrency],
      ['ram:InvoiceCurrencyCode', invoice.currency],
      toPaymentMeans(invoice),
      ...invoice.breakdown.map(
        (group): XmlElement => [
          'ram:ApplicableTradeTax',
          [
            ['ram:CalculatedAmount', group.tax],
            ['ram:TypeCode', 'VAT'],
            ['ram:ExemptionReason', group.reason],
            ['ram:BasisAmount', group.net],
            ['ram:CategoryCode', group.code],
            ['ram:ExemptionReasonCode', group.reasonCode],
            ['ram:RateApplicablePercent', group.rate],
          ],
        ],
      ),
      toPeriod(period),
      ...invoice.allowances.map((allowance) =>
        toAllowance(allowance, ['ram:CategoryTradeTax', toTax(allowance)]),
      ),
      [
        'ram:SpecifiedTradePaymentTerms',
        [['ram:Description', invoice.paymentTerms], toDate('ram:DueDateDateTime', invoice.dueDate)],
      ],
      toMonetarySummation(invoice),
      ...invoice.precedingInvoices.map(
        ({ number, issueDate }): XmlElement => [
          'ram:InvoiceReferencedDocument',
          [['ram:IssuerAssignedID', number], toDate('ram:FormattedIssueDateTime', issueDate, 'qdt')],
        ],
      ),
    ],
  ];
}

function toPaymentMeans({ payment: { code, transfer } }: EInvoice): XmlElement {
  return [
    'ram:SpecifiedTradeSettlementPaymentMeans',
    [
      ['ram:TypeCode', code],
      [
        'ram:PayeePartyCreditorFinancialAccount',
        transfer && [
          ['ram:IBANID', transfer.iban],
          ['ram:AccountName', transfer.holder],
        ],
      ],
      ['ram:PayeeSpecifiedCreditorFinancialInstitution', [['ram:BICID', transfer?.bic]]],
    ],
  ];
}

function toMonetarySummation({ currency, taxCurrency, totals }: EInvoice): XmlElement {
  return [
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    [
      ['ram:LineTotalAmount', totals.lines],
      ['ram:AllowanceTotalAmount', totals.allowances],
      ['ram:TaxBasisTotalAmount', totals.net],
      ['ram:TaxTotalAmount', totals.tax, { currencyID: currency }],
      taxCurrency === null ? null : ['ram:TaxTotalAmount', '0.00', { currencyID: taxCurrency }],
      ['ram:GrandTotalAmount', totals.gross],
      ['ram:TotalPrepaidAmount', totals.prepaid],
      ['ram:DuePayableAmount', totals.due],
    ],
  ];
}

function toParty({ contact, address, electronicAddress, ...party }: EInvoiceParty): XmlContent {
  const registration = (schemeID: string, id: string | null): XmlElement => [
    'ram:SpecifiedTaxRegistration',
    [['ram:ID', id, { schemeID }]],
  ];
  return [
    ['ram:ID', party.id],
    ['ram:Name', party.name],
    [
      'ram:SpecifiedLegalOrganization',
      [['ram:ID', party.registrationNumber, { schemeID: party.registrationScheme ?? undefined }]],
    ],
    [
      'ram:DefinedTradeContact',
      [
        ['ram:PersonName', contact.name],
        ['ram:TelephoneUniversalCommunication', [['ram:CompleteNumber', contact.phone]]],
        ['ram:EmailURIUniversalCommunication', [['ram:URIID', contact.email]]],
      ],
    ],
    toAddress(address),
    [
      'ram:URIUniversalCommunication',
      [['ram:URIID', electronicAddress?.id, { schemeID: electronicAddress?.scheme }]],
    ],
    registration('VA', party.vatId),
    registration('FC', party.taxNumber),
  ];
}

function toAddress({ lines, ...address }: EInvoiceParty['address']): XmlElement {
  return [
    'ram:PostalTradeAddress',
    [
      ['ram:PostcodeCode', address.postalCode],
      ['ram:LineOne', lines[0]],
      ['ram:LineTwo', lines[1]],
      ['ram:LineThree', lines[2]],
      ['ram:CityName', address.city],
      ['ram:CountryID', address.country],
      ['ram:CountrySubDivisionName', address.region],
    ],
  ];
}

function toTax({ code, rate }: EInvoiceTax): XmlContent {
  return [
    ['ram:TypeCode', 'VAT'],
    ['ram:CategoryCode', code],
    ['ram:RateApplicablePercent', rate],
  ];
}

function toAllowance(
  { amount, reason }: { amount: string; reason: string },
  category: XmlElement | null = null,
): XmlElement {
  return [
    'ram:SpecifiedTradeAllowanceCharge',
    [
      ['ram:ChargeIndicator', [['udt:Indicator', 'false']]],
      ['ram:ActualAmount', amount],
      ['ram:ReasonCode', '95'],
      ['ram:Reason', reason],
      category,
    ],
  ];
}

function toLine(line: EInvoiceLine): XmlElement {
  const unit = { unitCode: line.unitCode };
  return [
    'ram:IncludedSupplyChainTradeLineItem',
    [
      ['ram:AssociatedDocumentLineDocument', [['ram:LineID', line.id]]],
      [
        'ram:SpecifiedTradeProduct',
        [
          ['ram:SellerAssignedID', line.sku],
          ['ram:Name', line.name],
          ['ram:Description', line.description],
        ],
      ],
      [
        'ram:SpecifiedLineTradeAgreement',
        [
          [
            'ram:NetPriceProductTradePrice',
            [
              ['ram:ChargeAmount', line.price],
              ['ram:BasisQuantity', line.baseQuantity, unit],
            ],
          ],
        ],
      ],
      ['ram:SpecifiedLineTradeDelivery', [['ram:BilledQuantity', line.quantity, unit]]],
      [
        'ram:SpecifiedLineTradeSettlement',
        [
          ['ram:ApplicableTradeTax', toTax(line)],
          toPeriod(line.period),
          line.allowance && toAllowance(line.allowance),
          ['ram:SpecifiedTradeSettlementLineMonetarySummation', [['ram:LineTotalAmount', line.net]]],
        ],
      ],
    ],
  ];
}

function toPeriod(period: EInvoice['period']): XmlElement {
  return [
    'ram:BillingSpecifiedPeriod',
    [toDate('ram:StartDateTime', period?.from), toDate('ram:EndDateTime', period?.to)],
  ];
}

/** Format code 102 of UNCL 2379: `YYYYMMDD`. */
function toDate(tag: string, date: string | null | undefined, prefix = 'udt'): XmlElement {
  return [tag, [[`${prefix}:DateTimeString`, date?.replaceAll('-', ''), { format: '102' }]]];
}
