import { type Element, findAll } from './dom.ts';

/** The values of one group of business terms, by the name of the term, and the groups inside it. */
export interface Terms {
  (term: string): string | undefined;
  groups(name: string): Terms[];
  element: Element;
}

/** Where a group is (the first path) and where its terms are inside it. `/@` begins the name of an attribute. */
interface Group {
  at: string;
  terms: Record<string, string>;
  groups?: Record<string, Group>;
}

export function readTerms(root: Element): Terms {
  return readGroup(root, root.name === 'rsm:CrossIndustryInvoice' ? CII : UBL);
}

function readGroup(element: Element, { terms, groups = {} }: Group): Terms {
  const read = (term: string) => {
    const path = terms[term];
    if (path === undefined) throw new Error(`${term} is not a term of this group`);
    const [, where = path, attribute] = /^(.*)\/@(\w+)$/.exec(path) ?? [];
    const [found] = findAll(element, where);
    return attribute === undefined ? found?.text : found?.attributes[attribute];
  };
  return Object.assign(read, {
    element,
    groups: (name: string) => {
      const group = groups[name];
      if (!group) throw new Error(`${name} is not a group here`);
      return findAll(element, group.at).map((inside) => readGroup(inside, group));
    },
  });
}

function ublParty(at: string, terms: string[]): Record<string, string> {
  const paths = [
    'cac:PartyLegalEntity/cbc:RegistrationName',
    'cac:PartyIdentification/cbc:ID',
    'cac:PartyLegalEntity/cbc:CompanyID',
    'cac:PartyTaxScheme[cac:TaxScheme.cbc:ID=VAT]/cbc:CompanyID',
    'cac:PartyTaxScheme[cac:TaxScheme.cbc:ID!=VAT]/cbc:CompanyID',
    'cbc:EndpointID',
    'cac:PostalAddress/cbc:StreetName',
    'cac:PostalAddress/cbc:CityName',
    'cac:PostalAddress/cbc:PostalZone',
    'cac:PostalAddress/cac:Country/cbc:IdentificationCode',
    'cac:Contact/cbc:Name',
    'cac:Contact/cbc:Telephone',
    'cac:Contact/cbc:ElectronicMail',
    'cbc:EndpointID/@schemeID',
    'cac:PartyLegalEntity/cbc:CompanyID/@schemeID',
  ];
  return Object.fromEntries(terms.map((term, index) => [term, `${at}/${paths[index]}`]));
}

const SELLER_TERMS =
  'BT-27 BT-29 BT-30 BT-31 BT-32 BT-34 BT-35 BT-37 BT-38 BT-40 BT-41 BT-42 BT-43 BT-34-1 BT-30-1'.split(' ');
const BUYER_TERMS =
  'BT-44 BT-46 BT-47 BT-48 BT-48-0 BT-49 BT-50 BT-52 BT-53 BT-55 BT-56 BT-57 BT-58 BT-49-1 BT-47-1'.split(
    ' ',
  );

const ublAllowance = (tax: Record<string, string>, names: readonly [string, string, string]): Group => ({
  at: 'cac:AllowanceCharge',
  terms: {
    indicator: 'cbc:ChargeIndicator',
    [names[0]]: 'cbc:Amount',
    [names[1]]: 'cbc:AllowanceChargeReason',
    [names[2]]: 'cbc:AllowanceChargeReasonCode',
    ...tax,
  },
});

const UBL: Group = {
  at: '',
  terms: {
    'BT-1': 'cbc:ID',
    'BT-2': 'cbc:IssueDate',
    'BT-3': 'cbc:InvoiceTypeCode|cbc:CreditNoteTypeCode',
    'BT-5': 'cbc:DocumentCurrencyCode',
    'BT-9': 'cbc:DueDate',
    'BT-10': 'cbc:BuyerReference',
    'BT-13': 'cac:OrderReference/cbc:ID',
    'BT-20': 'cac:PaymentTerms/cbc:Note',
    'BT-22': 'cbc:Note',
    'BT-23': 'cbc:ProfileID',
    'BT-24': 'cbc:CustomizationID',
    ...ublParty('cac:AccountingSupplierParty/cac:Party', SELLER_TERMS),
    ...ublParty('cac:AccountingCustomerParty/cac:Party', BUYER_TERMS),
    'BT-72': 'cac:Delivery/cbc:ActualDeliveryDate',
    'BT-73': 'cac:InvoicePeriod/cbc:StartDate',
    'BT-74': 'cac:InvoicePeriod/cbc:EndDate',
    'BT-106': 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    'BT-107': 'cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount',
    'BT-109': 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount',
    'BT-110': 'cac:TaxTotal/cbc:TaxAmount',
    'BT-112': 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
    'BT-113': 'cac:LegalMonetaryTotal/cbc:PrepaidAmount',
    'BT-115': 'cac:LegalMonetaryTotal/cbc:PayableAmount',
  },
  groups: {
    'BG-3': {
      at: 'cac:BillingReference/cac:InvoiceDocumentReference',
      terms: { 'BT-25': 'cbc:ID', 'BT-26': 'cbc:IssueDate' },
    },
    'BG-5': { at: 'cac:AccountingSupplierParty/cac:Party/cac:PostalAddress', terms: {} },
    'BG-6': { at: 'cac:AccountingSupplierParty/cac:Party/cac:Contact', terms: {} },
    'BG-8': { at: 'cac:AccountingCustomerParty/cac:Party/cac:PostalAddress', terms: {} },
    'BG-15': {
      at: 'cac:Delivery/cac:DeliveryLocation/cac:Address',
      terms: {
        'BT-77': 'cbc:CityName',
        'BT-78': 'cbc:PostalZone',
        'BT-80': 'cac:Country/cbc:IdentificationCode',
      },
    },
    'BG-16': {
      at: 'cac:PaymentMeans',
      terms: { 'BT-81': 'cbc:PaymentMeansCode', 'BT-83': 'cbc:PaymentID' },
      groups: {
        'BG-17': {
          at: 'cac:PayeeFinancialAccount',
          terms: { 'BT-84': 'cbc:ID', 'BT-86': 'cac:FinancialInstitutionBranch/cbc:ID' },
        },
      },
    },
    'BG-20': ublAllowance({ 'BT-95': 'cac:TaxCategory/cbc:ID', 'BT-96': 'cac:TaxCategory/cbc:Percent' }, [
      'BT-92',
      'BT-97',
      'BT-98',
    ]),
    'BG-23': {
      at: 'cac:TaxTotal/cac:TaxSubtotal',
      terms: {
        'BT-116': 'cbc:TaxableAmount',
        'BT-117': 'cbc:TaxAmount',
        'BT-118': 'cac:TaxCategory/cbc:ID',
        'BT-119': 'cac:TaxCategory/cbc:Percent',
        'BT-120': 'cac:TaxCategory/cbc:TaxExemptionReason',
        'BT-121': 'cac:TaxCategory/cbc:TaxExemptionReasonCode',
      },
    },
    'BG-25': {
      at: 'cac:InvoiceLine|cac:CreditNoteLine',
      terms: {
        'BT-126': 'cbc:ID',
        'BT-129': 'cbc:InvoicedQuantity|cbc:CreditedQuantity',
        'BT-130': 'cbc:InvoicedQuantity|cbc:CreditedQuantity/@unitCode',
        'BT-131': 'cbc:LineExtensionAmount',
        'BT-146': 'cac:Price/cbc:PriceAmount',
        'BT-149': 'cac:Price/cbc:BaseQuantity',
        'BT-150': 'cac:Price/cbc:BaseQuantity/@unitCode',
        'BT-151': 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
        'BT-152': 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
        'BT-153': 'cac:Item/cbc:Name',
      },
      groups: { 'BG-27': ublAllowance({}, ['BT-136', 'BT-139', 'BT-140']) },
    },
  },
};

const AGREEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement';
const DELIVERY = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery';
const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement';
const SUMS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const ADDRESS = 'ram:PostalTradeAddress';

function ciiParty(at: string, terms: string[]): Record<string, string> {
  const paths = [
    'ram:Name',
    'ram:ID',
    'ram:SpecifiedLegalOrganization/ram:ID',
    'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]',
    'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=FC]',
    'ram:URIUniversalCommunication/ram:URIID',
    `${ADDRESS}/ram:LineOne`,
    `${ADDRESS}/ram:CityName`,
    `${ADDRESS}/ram:PostcodeCode`,
    `${ADDRESS}/ram:CountryID`,
    'ram:DefinedTradeContact/ram:PersonName',
    'ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber',
    'ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID',
    'ram:URIUniversalCommunication/ram:URIID/@schemeID',
    'ram:SpecifiedLegalOrganization/ram:ID/@schemeID',
  ];
  return Object.fromEntries(terms.map((term, index) => [term, `${at}/${paths[index]}`]));
}

const ciiAllowance = (
  at: string,
  tax: Record<string, string>,
  names: readonly [string, string, string],
): Group => ({
  at,
  terms: {
    indicator: 'ram:ChargeIndicator/udt:Indicator',
    [names[0]]: 'ram:ActualAmount',
    [names[1]]: 'ram:Reason',
    [names[2]]: 'ram:ReasonCode',
    ...tax,
  },
});

const CII: Group = {
  at: '',
  terms: {
    'BT-1': 'rsm:ExchangedDocument/ram:ID',
    'BT-2': 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString',
    'BT-3': 'rsm:ExchangedDocument/ram:TypeCode',
    'BT-5': `${SETTLEMENT}/ram:InvoiceCurrencyCode`,
    'BT-9': `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString`,
    'BT-10': `${AGREEMENT}/ram:BuyerReference`,
    'BT-13': `${AGREEMENT}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`,
    'BT-20': `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:Description`,
    'BT-22': 'rsm:ExchangedDocument/ram:IncludedNote/ram:Content',
    'BT-23': 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID',
    'BT-24': 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
    ...ciiParty(`${AGREEMENT}/ram:SellerTradeParty`, SELLER_TERMS),
    ...ciiParty(`${AGREEMENT}/ram:BuyerTradeParty`, BUYER_TERMS),
    'BT-72': `${DELIVERY}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString`,
    'BT-73': `${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:StartDateTime/udt:DateTimeString`,
    'BT-74': `${SETTLEMENT}/ram:BillingSpecifiedPeriod/ram:EndDateTime/udt:DateTimeString`,
    'BT-106': `${SUMS}/ram:LineTotalAmount`,
    'BT-107': `${SUMS}/ram:AllowanceTotalAmount`,
    'BT-109': `${SUMS}/ram:TaxBasisTotalAmount`,
    'BT-110': `${SUMS}/ram:TaxTotalAmount`,
    'BT-112': `${SUMS}/ram:GrandTotalAmount`,
    'BT-113': `${SUMS}/ram:TotalPrepaidAmount`,
    'BT-115': `${SUMS}/ram:DuePayableAmount`,
  },
  groups: {
    'BG-3': {
      at: `${SETTLEMENT}/ram:InvoiceReferencedDocument`,
      terms: { 'BT-25': 'ram:IssuerAssignedID', 'BT-26': 'ram:FormattedIssueDateTime/qdt:DateTimeString' },
    },
    'BG-5': { at: `${AGREEMENT}/ram:SellerTradeParty/${ADDRESS}`, terms: {} },
    'BG-6': { at: `${AGREEMENT}/ram:SellerTradeParty/ram:DefinedTradeContact`, terms: {} },
    'BG-8': { at: `${AGREEMENT}/ram:BuyerTradeParty/${ADDRESS}`, terms: {} },
    'BG-15': {
      at: `${DELIVERY}/ram:ShipToTradeParty/${ADDRESS}`,
      terms: { 'BT-77': 'ram:CityName', 'BT-78': 'ram:PostcodeCode', 'BT-80': 'ram:CountryID' },
    },
    'BG-16': {
      at: `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`,
      terms: { 'BT-81': 'ram:TypeCode' },
      groups: {
        'BG-17': {
          at: 'ram:PayeePartyCreditorFinancialAccount',
          terms: { 'BT-84': 'ram:IBANID|ram:ProprietaryID' },
        },
      },
    },
    'BG-20': ciiAllowance(
      `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`,
      {
        'BT-95': 'ram:CategoryTradeTax/ram:CategoryCode',
        'BT-96': 'ram:CategoryTradeTax/ram:RateApplicablePercent',
      },
      ['BT-92', 'BT-97', 'BT-98'],
    ),
    'BG-23': {
      at: `${SETTLEMENT}/ram:ApplicableTradeTax`,
      terms: {
        'BT-116': 'ram:BasisAmount',
        'BT-117': 'ram:CalculatedAmount',
        'BT-118': 'ram:CategoryCode',
        'BT-119': 'ram:RateApplicablePercent',
        'BT-120': 'ram:ExemptionReason',
        'BT-121': 'ram:ExemptionReasonCode',
      },
    },
    'BG-25': {
      at: 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem',
      terms: {
        'BT-126': 'ram:AssociatedDocumentLineDocument/ram:LineID',
        'BT-129': 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity',
        'BT-130': 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode',
        'BT-131':
          'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
        'BT-146': 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount',
        'BT-149': 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:BasisQuantity',
        'BT-150': 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:BasisQuantity/@unitCode',
        'BT-151': 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:CategoryCode',
        'BT-152': 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:RateApplicablePercent',
        'BT-153': 'ram:SpecifiedTradeProduct/ram:Name',
      },
      groups: {
        'BG-27': ciiAllowance('ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge', {}, [
          'BT-136',
          'BT-139',
          'BT-140',
        ]),
      },
    },
  },
};
