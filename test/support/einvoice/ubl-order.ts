import type { Element } from './dom.ts';

/** The order of elements in UBL 2.1, of those that an invoice of ours can have. */
const ORDER: Record<string, string> = {
  Invoice: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:DueDate cbc:InvoiceTypeCode cbc:Note
    cbc:DocumentCurrencyCode cbc:TaxCurrencyCode cbc:BuyerReference cac:InvoicePeriod cac:OrderReference cac:BillingReference
    cac:AccountingSupplierParty cac:AccountingCustomerParty cac:Delivery cac:PaymentMeans cac:PaymentTerms
    cac:AllowanceCharge cac:TaxTotal cac:LegalMonetaryTotal cac:InvoiceLine`,
  CreditNote: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:CreditNoteTypeCode cbc:Note
    cbc:DocumentCurrencyCode cbc:TaxCurrencyCode cbc:BuyerReference cac:InvoicePeriod cac:OrderReference cac:BillingReference
    cac:AccountingSupplierParty cac:AccountingCustomerParty cac:Delivery cac:PaymentMeans cac:PaymentTerms
    cac:AllowanceCharge cac:TaxTotal cac:LegalMonetaryTotal cac:CreditNoteLine`,
  'cac:InvoicePeriod': 'cbc:StartDate cbc:EndDate',
  'cac:InvoiceDocumentReference': 'cbc:ID cbc:IssueDate',
  'cac:Party': `cbc:EndpointID cac:PartyIdentification cac:PostalAddress cac:PartyTaxScheme cac:PartyLegalEntity
    cac:Contact`,
  'cac:PostalAddress': `cbc:StreetName cbc:AdditionalStreetName cbc:CityName cbc:PostalZone cbc:CountrySubentity
    cac:AddressLine cac:Country`,
  'cac:PartyTaxScheme': 'cbc:CompanyID cac:TaxScheme',
  'cac:PartyLegalEntity': 'cbc:RegistrationName cbc:CompanyID',
  'cac:Contact': 'cbc:Name cbc:Telephone cbc:ElectronicMail',
  'cac:Delivery': 'cbc:ActualDeliveryDate cac:DeliveryLocation',
  'cac:PaymentMeans': 'cbc:PaymentMeansCode cbc:PaymentID cac:PayeeFinancialAccount',
  'cac:PayeeFinancialAccount': 'cbc:ID cbc:Name cac:FinancialInstitutionBranch',
  'cac:AllowanceCharge': `cbc:ChargeIndicator cbc:AllowanceChargeReasonCode cbc:AllowanceChargeReason cbc:Amount
    cac:TaxCategory`,
  'cac:TaxTotal': 'cbc:TaxAmount cac:TaxSubtotal',
  'cac:TaxSubtotal': 'cbc:TaxableAmount cbc:TaxAmount cac:TaxCategory',
  'cac:TaxCategory': 'cbc:ID cbc:Percent cbc:TaxExemptionReasonCode cbc:TaxExemptionReason cac:TaxScheme',
  'cac:ClassifiedTaxCategory': 'cbc:ID cbc:Percent cac:TaxScheme',
  'cac:LegalMonetaryTotal': `cbc:LineExtensionAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount
    cbc:AllowanceTotalAmount cbc:PrepaidAmount cbc:PayableAmount`,
  'cac:InvoiceLine': `cbc:ID cbc:InvoicedQuantity cbc:LineExtensionAmount cac:InvoicePeriod cac:AllowanceCharge
    cac:Item cac:Price`,
  'cac:CreditNoteLine': `cbc:ID cbc:CreditedQuantity cbc:LineExtensionAmount cac:InvoicePeriod cac:AllowanceCharge
    cac:Item cac:Price`,
  'cac:Item': 'cbc:Description cbc:Name cac:SellersItemIdentification cac:ClassifiedTaxCategory',
  'cac:Price': 'cbc:PriceAmount cbc:BaseQuantity',
};

/** Whether a UBL document has only known elements, in the order of the schema. Other documents have a schema. */
export function isInOrder(root: Element): boolean {
  if (root.name === 'rsm:CrossIndustryInvoice') return true;
  return isSorted(root) && root.children.every(isInOrder);
}

function isSorted({ name, children }: Element): boolean {
  const known = ORDER[name === 'cac:Address' ? 'cac:PostalAddress' : name]?.split(/\s+/);
  if (!known) return children.length <= 1;
  const places = children.map((child) => known.indexOf(child.name));
  return places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
}
