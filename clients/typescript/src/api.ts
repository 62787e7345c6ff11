// Generated from the OpenAPI document by `npm run client:types`. Do not edit.
import type { FileBody } from './file.ts';

export interface Acceptance {
  /** The quote it belongs to */
  quoteId: string;
  /** Decision of the customer */
  decision: 'ACCEPTED' | 'DECLINED';
  /** `owner`: recorded through the API for a customer who decided by other means */
  by: 'customer' | 'owner';
  /** How the customer decided: on the page, or by a program through the link; one that imitates a browser is not detected. `null` if it was recorded by the owner, or before there were programs */
  via: 'page' | 'program' | null;
  /** As the customer typed it */
  name: string | null;
  /** When it happened */
  at: string;
  /** Revision of the quote */
  revision: number;
  /** The items that the customer could change, as they were accepted; `null` for `DECLINED` */
  selection: ChosenItem[] | null;
  /** Total of the accepted selection; where something recurs, what is due at the start */
  total: number | null;
  /** One entry per pair of interval and periods that has selected items. Only in quotes with recurring items, like `contractTotal` and `series` */
  recurring?: RecurringTotal[];
  /** `total` and every later period; `null` if one pair has no end */
  contractTotal?: number | null;
  /** SHA-256 of the PDF with the accepted selection; for `DECLINED`, of the PDF that was shown */
  documentSha256: string | null;
  /** SHA-256 of the PDF that the customer page had shown, before anything was chosen */
  offerSha256: string | null;
  /** The attachments that were shown with it */
  attachments: AcceptedAttachment[];
  /** One SVG path in a box of 600 × 200 */
  signature: string | null;
  /** Why it was declined, in their own words */
  reason: string | null;
  /** The answers to `acceptanceFields` by key, as text: a number as `1200.50`, a date as `2026-11-30`, a checkbox as `yes` or `no` */
  answers: Record<string, string>;
  /** An IPv4 or IPv6 address */
  ip: string | null;
  /** The browser or program, as in its User-Agent header */
  userAgent: string | null;
  /** Every signature, oldest first, if the quote had signers; the fields above are those of the first one */
  signatures?: Signature[];
  /** Version of the record: 2 since it has `number`, `seller` and `asked`, and its signed confirmation names it. Absent in earlier ones */
  version?: number;
  /** Number of the quote */
  number?: string;
  seller?: AcceptanceSeller;
  /** People who got a link by email, oldest first */
  asked?: AskedPerson[];
  recordedBy?: AcceptanceRecorder;
  /** Signers without whom the business recorded the acceptance */
  passedOver?: PassedOverSigner[];
}

export interface AcceptanceField {
  /** Name of the answer, unique in the quote. The answer to `purchaseOrder` becomes the `reference` of a quote that has none, and the order number of its invoices */
  key: string;
  /** The question, as the customer reads it */
  label: string;
  /** What is answered */
  kind: 'text' | 'number' | 'date' | 'choice' | 'checkbox';
  /** Default: `false`. A required checkbox must be ticked */
  required: boolean;
  /** The answers to choose from; only of a `choice`, and required there */
  options?: string[];
}

export interface AcceptanceFieldInput {
  /** Name of the answer, unique in the quote. The answer to `purchaseOrder` becomes the `reference` of a quote that has none, and the order number of its invoices */
  key: string;
  /** The question, as the customer reads it */
  label: string;
  /** What is answered */
  kind: 'text' | 'number' | 'date' | 'choice' | 'checkbox';
  /** Default: `false`. A required checkbox must be ticked */
  required?: boolean;
  /** The answers to choose from; only of a `choice`, and required there */
  options?: string[] | null;
}

/** Member or key of the business that recorded it, for `by: owner` */
export interface AcceptanceRecorder {
  /** Type of the event */
  type: 'key' | 'user';
  /** Identifier */
  id: string;
  /** Name */
  name: string;
}

export interface AcceptanceSeller {
  /** Name */
  name: string;
  /** As it is printed */
  address: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** Tax or VAT number */
  taxId: string | null;
}

export interface AcceptedAttachment {
  /** Name */
  name: string;
  /** SHA-256 of the file, in hexadecimal digits */
  sha256: string;
}

export interface Account {
  /** Identifier */
  id: string;
  /** Accounts with test keys send no real email */
  kind: 'live' | 'test';
  /** Name of the business */
  name: string;
  /** As it is printed, with line breaks. Default: `street` and the other parts, by the custom of the country */
  address: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** Tax or VAT number */
  taxId: string | null;
  /** One email address */
  email: string | null;
  /** Telephone number */
  phone: string | null;
  /** http or https URL */
  website: string | null;
  /** Data URL of a PNG, JPEG or SVG image of at most 512 KiB */
  logo: string | null;
  /** Colour of documents, emails and pages */
  accentColor: string;
  /** ISO 4217; the default of new quotes */
  currency: string;
  /** BCP 47, such as `fr-CH` */
  locale: string;
  /** IANA name, such as `Europe/Berlin` */
  timeZone: string;
  /** Default: by country */
  paperSize: 'A4' | 'LETTER' | null;
  /** `{year}` and `{seq}`, padded as `{seq:5}` */
  quoteNumberFormat: string;
  /** How invoices are numbered */
  invoiceNumberFormat: string;
  /** Default terms, for quotes created without `terms` */
  defaultTerms: string | null;
  /** Validity of new quotes in days */
  validityDays: number;
  /** One email address */
  replyTo: string | null;
  /** Send the customer a reminder this many days before `validUntil`; null disables reminders */
  reminderDays: number | null;
  /** Name of the tax on documents; default: by country */
  taxName: string | null;
  /** Label before `taxId`; default: by country */
  taxIdLabel: string | null;
  /** Second language of documents, where that is the custom of the seller's country (in the Gulf) */
  secondLanguage: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'sv' | 'ja' | 'zh-Hans' | 'zh-Hant' | 'ko' | 'ar' | 'he' | 'hi' | 'th' | 'el' | 'uk' | 'tr' | null;
  /** How many days before `validUntil` the events say `quote.expiring` */
  expiringDays: number;
  /** Whether people enter the account only with two-step verification or a passkey. Only the session of an owner changes it, within 15 minutes of the sign-in */
  requireTwoStep: boolean;
  /** Street and number */
  street: string | null;
  /** Second line of the street: floor, building, c/o */
  street2: string | null;
  /** Postal code */
  postalCode: string | null;
  /** Town or city */
  city: string | null;
  /** State, province or county */
  region: string | null;
  /** Person or department to contact */
  contactName: string | null;
  /** Number in the commercial register */
  registrationNumber: string | null;
  /** Tax number, apart from the VAT number in `taxId` */
  taxNumber: string | null;
  /** Default terms, for invoices created without `terms` */
  invoiceTerms: string | null;
  /** Format of electronic invoices; issuing then requires all that the format needs */
  eInvoice: 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** Numbers of credit notes */
  creditNoteNumberFormat: string;
  /** Category of items with a tax rate of 0 that state none; `null`: left open */
  zeroTaxCategory: 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope' | null;
  /** Tax rate of items that state neither a rate nor a catalogue item, at most 4 decimals; `null`: 0 */
  defaultTaxRate: number | null;
  /** Whether the prices of new quotes include tax */
  pricesIncludeTax: boolean;
  /** Whether the acceptance of new quotes issues an invoice, unless they state otherwise */
  invoiceOnAcceptance: boolean;
  /** Years, from the end of the calendar year, for which invoices and accepted quotes are kept when their customer is erased; default: by country */
  retentionYears: number | null;
  /** What becomes of the later invoices of recurring items: `draft`, `issue`, or `send` to the address of the customer. One that cannot be issued, is more than 3 days late, or is of a quote that was never accepted stays a draft */
  recurringInvoices: 'draft' | 'issue' | 'send';
  /** What customers may ask to change on the page of a quote: nothing (`off`), `quantities` and items to leave out, or also `prices`. `quantities` in new accounts */
  proposals: 'off' | 'quantities' | 'prices';
  /** Whether a program of the customer may accept a quote by its link; otherwise it gets 403 `person_needed` */
  programsMayAccept: boolean;
  /** Days from the issue of an invoice to its due date, unless the quote or the request states another */
  paymentTermDays: number;
  /** Payment method of invoices that name none, while customers can pay by it; default: BANK_TRANSFER if the account has a `bank` and no payment provider, else ONLINE_PAYMENT */
  defaultPaymentMethod: 'ONLINE_PAYMENT' | 'BANK_TRANSFER' | 'CREDIT_CARD' | 'DIRECT_DEBIT' | 'CASH' | 'CHECK' | 'OTHER' | null;
  /** Other registrations of the business, in the footer of documents, pages and emails */
  registrations: Registration[];
  /** Where invoices are paid: an account with an IBAN, or free lines */
  bank: BankLines | BankAccount | null;
  /** Where electronic invoices are delivered */
  electronicAddress: ElectronicAddress | null;
  approval: ApprovalRules;
  accounting: Accounting;
  /** Questions that the customer answers on acceptance, at most 10 */
  acceptanceFields: AcceptanceField[];
  /** When an owner closed it: everything can be read, and nothing changed; `null` while it is open */
  closedAt: string | null;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  limits?: AccountLimits;
}

/** Limits that the operator of the installation has set; absent if there are none. Read-only */
export interface AccountLimits {
  quotes?: QuoteLimit;
  storage?: StorageLimit;
  people?: PeopleLimit;
  requests?: RequestLimit;
}

export interface AccountPatch {
  /** Name of the business */
  name?: string;
  /** As it is printed, with line breaks. Default: `street` and the other parts, by the custom of the country */
  address?: string | null;
  /** ISO 3166-1 alpha-2 */
  country?: string | null;
  /** Tax or VAT number */
  taxId?: string | null;
  /** One email address */
  email?: string | null;
  /** Telephone number */
  phone?: string | null;
  /** http or https URL */
  website?: string | null;
  /** Data URL of a PNG, JPEG or SVG image of at most 512 KiB */
  logo?: string | null;
  /** Colour of documents, emails and pages */
  accentColor?: string;
  /** ISO 4217; the default of new quotes */
  currency?: string;
  /** BCP 47, such as `fr-CH` */
  locale?: string;
  /** IANA name, such as `Europe/Berlin` */
  timeZone?: string;
  /** Default: by country */
  paperSize?: 'A4' | 'LETTER' | null;
  /** `{year}` and `{seq}`, padded as `{seq:5}` */
  quoteNumberFormat?: string;
  /** How invoices are numbered */
  invoiceNumberFormat?: string;
  /** Default terms, for quotes created without `terms` */
  defaultTerms?: string | null;
  /** Validity of new quotes in days */
  validityDays?: number;
  /** One email address */
  replyTo?: string | null;
  /** Send the customer a reminder this many days before `validUntil`; null disables reminders */
  reminderDays?: number | null;
  /** Name of the tax on documents; default: by country */
  taxName?: string | null;
  /** Label before `taxId`; default: by country */
  taxIdLabel?: string | null;
  /** Second language of documents, where that is the custom of the seller's country (in the Gulf) */
  secondLanguage?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'sv' | 'ja' | 'zh-Hans' | 'zh-Hant' | 'ko' | 'ar' | 'he' | 'hi' | 'th' | 'el' | 'uk' | 'tr' | null;
  /** How many days before `validUntil` the events say `quote.expiring` */
  expiringDays?: number;
  /** Whether people enter the account only with two-step verification or a passkey. Only the session of an owner changes it, within 15 minutes of the sign-in */
  requireTwoStep?: boolean;
  /** Street and number */
  street?: string | null;
  /** Second line of the street: floor, building, c/o */
  street2?: string | null;
  /** Postal code */
  postalCode?: string | null;
  /** Town or city */
  city?: string | null;
  /** State, province or county */
  region?: string | null;
  /** Person or department to contact */
  contactName?: string | null;
  /** Number in the commercial register */
  registrationNumber?: string | null;
  /** Tax number, apart from the VAT number in `taxId` */
  taxNumber?: string | null;
  /** Default terms, for invoices created without `terms` */
  invoiceTerms?: string | null;
  /** Format of electronic invoices; issuing then requires all that the format needs */
  eInvoice?: 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** Numbers of credit notes */
  creditNoteNumberFormat?: string;
  /** Category of items with a tax rate of 0 that state none; `null`: left open */
  zeroTaxCategory?: 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope' | null;
  /** Tax rate of items that state neither a rate nor a catalogue item, at most 4 decimals; `null`: 0 */
  defaultTaxRate?: number | null;
  /** Whether the prices of new quotes include tax */
  pricesIncludeTax?: boolean;
  /** Whether the acceptance of new quotes issues an invoice, unless they state otherwise */
  invoiceOnAcceptance?: boolean;
  /** Years, from the end of the calendar year, for which invoices and accepted quotes are kept when their customer is erased; default: by country */
  retentionYears?: number | null;
  /** What becomes of the later invoices of recurring items: `draft`, `issue`, or `send` to the address of the customer. One that cannot be issued, is more than 3 days late, or is of a quote that was never accepted stays a draft */
  recurringInvoices?: 'draft' | 'issue' | 'send';
  /** What customers may ask to change on the page of a quote: nothing (`off`), `quantities` and items to leave out, or also `prices`. `quantities` in new accounts */
  proposals?: 'off' | 'quantities' | 'prices';
  /** Whether a program of the customer may accept a quote by its link; otherwise it gets 403 `person_needed` */
  programsMayAccept?: boolean;
  /** Days from the issue of an invoice to its due date, unless the quote or the request states another */
  paymentTermDays?: number;
  /** Payment method of invoices that name none, while customers can pay by it; default: BANK_TRANSFER if the account has a `bank` and no payment provider, else ONLINE_PAYMENT */
  defaultPaymentMethod?: 'ONLINE_PAYMENT' | 'BANK_TRANSFER' | 'CREDIT_CARD' | 'DIRECT_DEBIT' | 'CASH' | 'CHECK' | 'OTHER' | null;
  /** Other registrations of the business, in the footer of documents, pages and emails */
  registrations?: Registration[];
  /** Where invoices are paid: an account with an IBAN, or free lines */
  bank?: BankLines | NewBankAccount | null;
  /** Where electronic invoices are delivered */
  electronicAddress?: ElectronicAddress | null;
  /** Rules to change; the others stay. `null` switches all of them off */
  approval?: ApprovalRulesPatch | null;
  /** How the exports for the accountant book invoices. Settings that are left out stay; `null` resets all of them */
  accounting?: AccountingPatch | null;
  /** Questions that the customer answers on acceptance, at most 10. Those of new quotes; `null` and `[]`: none */
  acceptanceFields?: AcceptanceFieldInput[] | null;
}

/** How the exports for the accountant book invoices */
export interface Accounting {
  /** Chart of accounts in Germany */
  chart: 'skr03' | 'skr04' | null;
  /** Digits of a revenue account */
  accountLength: number;
  /** Number of the first customer that is given one when an invoice is issued; `null` gives none. One digit more than accounts, from 1… to 6… */
  firstDebtorNumber: number | null;
  /** Number of the tax adviser at DATEV */
  adviserNumber: number | null;
  /** Number of the business at its tax adviser */
  clientNumber: number | null;
  /** First month of the fiscal year */
  fiscalYearStart: number;
  /** The account of each tax rate and category */
  revenueAccounts: RevenueAccount[];
}

export interface AccountingPatch {
  /** Chart of accounts in Germany */
  chart?: 'skr03' | 'skr04' | null;
  /** Digits of a revenue account */
  accountLength?: number;
  /** Number of the first customer that is given one when an invoice is issued; `null` gives none. One digit more than accounts, from 1… to 6… */
  firstDebtorNumber?: number | null;
  /** Number of the tax adviser at DATEV */
  adviserNumber?: number | null;
  /** Number of the business at its tax adviser */
  clientNumber?: number | null;
  /** First month of the fiscal year */
  fiscalYearStart?: number;
  /** The account of each tax rate and category; replaced as a whole */
  revenueAccounts?: NewRevenueAccount[];
}

export interface Actor {
  /** Who did it: a person, a key, the customer or the service itself */
  type: 'key' | 'user' | 'customer' | 'system';
  /** Identifier of the person or the key */
  id?: string;
  /** Name of the person or the key */
  name?: string;
  /** Of a connected app: the user who connected it */
  userId?: string;
}

export interface ApprovalDecision {
  /** A few words with it */
  note?: string | null;
}

export interface ApprovalEventData {
  quote: QuoteSummary;
  /** The revision that it is about */
  revision: number;
  /** SHA-256 of the content that it is about */
  sha256: string;
  /** The text that the person wrote with it */
  note: string | null;
}

/** Rules that say which content must be approved before it is sent, recorded as accepted or invoiced, at the worst selection that the customer can make. `null` switches a rule off */
export interface ApprovalRules {
  /** Totals from this amount, in the smallest unit of the account’s currency; a quote in another currency always needs approval */
  totalFrom: number | null;
  /** Discounts from this percentage, of items and quote together; a price below that of the catalogue always needs approval. At most 4 decimals */
  discountFrom: number | null;
  /** Margins below this percentage of the net total; an item without `cost` always needs approval. At most 4 decimals */
  marginBelow: number | null;
  /** Whether quotes need approval that a key created or changed */
  madeByKeys: boolean | null;
}

export interface ApprovalRulesPatch {
  /** Totals from this amount, in the smallest unit of the account’s currency; a quote in another currency always needs approval */
  totalFrom?: number | null;
  /** Discounts from this percentage, of items and quote together; a price below that of the catalogue always needs approval. At most 4 decimals */
  discountFrom?: number | null;
  /** Margins below this percentage of the net total; an item without `cost` always needs approval. At most 4 decimals */
  marginBelow?: number | null;
  /** Whether quotes need approval that a key created or changed */
  madeByKeys?: boolean | null;
}

export interface AskedPerson {
  /** `null` for an address that is neither the customer’s nor a signer’s */
  name: string | null;
  /** Email address */
  email: string;
  /** When the first email with a link was sent */
  sentAt: string;
  /** When a person first opened the page; `null` if none did, or an earlier version did not record it */
  openedAt: string | null;
  /** Whether the email was stored in the mailbox of the service instead of being sent */
  captured: boolean;
}

export interface Attachment {
  /** Unique in the quote, regardless of case */
  name: string;
  /** In bytes */
  size: number;
  /** As it was uploaded. Downloads are always served as `application/octet-stream` */
  contentType: string;
  /** SHA-256 of the file, in hexadecimal digits */
  sha256: string;
}

export interface AttachmentList {
  /** The entries */
  data: Attachment[];
  pagination: Pagination;
}

export interface BankAccount {
  /** Holder of the account; default: the name of the business */
  holder: string | null;
  /** With or without spaces */
  iban: string;
  /** BIC of the bank */
  bic: string | null;
  /** Name of the bank */
  name: string | null;
}

export interface BankColumn {
  /** Position in the table */
  column: number;
  /** Empty if the table has no headings */
  heading: string;
  /** `direction`: words that say whether the amount was received. `text`: where numbers of invoices are searched. `account`: of the business */
  field: 'date' | 'amount' | 'credit' | 'debit' | 'direction' | 'currency' | 'reference' | 'text' | 'payer' | 'bankReference' | 'balance' | 'account';
}

export interface BankLine {
  /** The same line of another file has the same one */
  id: string;
  /** Day of booking */
  date: string;
  /** In the smallest currency unit */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** Structured reference of the payer */
  reference: string | null;
  /** The text that the payer wrote */
  text: string;
  /** Name of the payer. Only in the response to the upload: it is not stored */
  payer: string | null;
  /** `recorded`: a payment exists for it */
  status: 'new' | 'recorded';
  /** Whether the line was in a file that was imported before */
  seenBefore: boolean;
  /** A payment of the same day and amount was recorded of which only the reference of the bank, or only payer or text agree; or the file has the line twice. Decide before you confirm it */
  perhapsRecorded: boolean;
  /** The payment that was recorded for it, or the first of several */
  paymentId: string | null;
  /** The invoice of that payment */
  invoiceId: string | null;
  /** All payments that were recorded for it */
  payments: BankLinePayment[];
  /** The part of the amount for which no payment was recorded */
  amountLeft: number;
  /** Invoices that the line may pay, at most 5 */
  proposals: PaymentProposal[];
}

export interface BankLineChoice {
  /** A line of the import with proposals */
  lineId: string;
  /** The invoice that it pays, proposed or not */
  invoiceId: string;
  /** Default: what is left of the line, but no more than is due */
  amount?: number | null;
}

export interface BankLineOutcome {
  /** The line */
  lineId: string;
  /** For `already_recorded` the invoice that the line was recorded for */
  invoiceId: string;
  /** The outcome for the line */
  outcome: 'recorded' | 'already_recorded' | 'rejected';
  /** The payment; `null` if the line was rejected */
  paymentId: string | null;
  /** Why it was rejected */
  problem: {
    /** As in the errors of other requests */
    code: string;
    /** The reason, in words for a person */
    detail: string;
  } | null;
}

export interface BankLinePayment {
  /** The payment */
  paymentId: string;
  /** The invoice that it pays */
  invoiceId: string;
  /** The amount of the payment */
  amount: number;
}

export interface BankLines {
  /** Instead of an IBAN: what is printed, line by line */
  lines: string[];
}

export interface CatalogueItem {
  /** Opaque, begins with `cat_`, sorts by time */
  id: string;
  /** Text of the line on a quote */
  description: string;
  /** Unit of the quantity */
  unit: string | null;
  /** Your own article number */
  sku: string | null;
  /** An archived item cannot be added to quotes; those that name it keep it. Default: false */
  archived: boolean;
  /** Why the item is taxed or not: `standard` with a rate above 0, every other one with a rate of 0. Default: `standard` above 0 (not shown), `zeroTaxCategory` of the account at 0 */
  taxCategory: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope' | null;
  /** Printed instead of the sentence for the category, such as the law that exempts the item */
  taxReason: string | null;
  /** Price of one unit in the smallest currency unit. With `quantityPrices` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent */
  unitPrice: number;
  /** ISO 4217 */
  currency: string;
  /** Tax in percent, at most 4 decimals. Default: `defaultTaxRate` of the account, else 0 */
  taxRate: number;
  /** The item is due again each period: quantity, price, amount, discount and cost are those of one period. The first one is due at the start */
  recurring: CatalogueRecurrence | null;
  /** Unit prices by quantity: `unitPrice` is then that of the step that the quantity reaches */
  quantityPrices: QuantityPrices | null;
  /** Cost of one unit in the smallest currency unit. Only callers with `seesCosts` see and set it */
  cost?: number | null;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
}

export interface CatalogueItemPage {
  /** The entries */
  data: CatalogueItem[];
  pagination: Pagination;
}

export interface CatalogueItemPatch {
  /** Text of the line on a quote */
  description?: string;
  /** Price of one unit in the smallest currency unit. With `quantityPrices` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent */
  unitPrice?: number;
  /** Why the item is taxed or not: `standard` with a rate above 0, every other one with a rate of 0. Default: `standard` above 0 (not shown), `zeroTaxCategory` of the account at 0 */
  taxCategory?: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope' | null;
  /** Printed instead of the sentence for the category, such as the law that exempts the item */
  taxReason?: string | null;
  /** Unit of the quantity, such as `h` or `m²` */
  unit?: string | null;
  /** Your own article number. No two items of an account have the same */
  sku?: string | null;
  /** An archived item cannot be added to quotes; those that name it keep it. Default: false */
  archived?: boolean | null;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
  /** Tax in percent, at most 4 decimals. Default: `defaultTaxRate` of the account, else 0 */
  taxRate?: number | null;
  /** The item is due again each period: quantity, price, amount, discount and cost are those of one period. The first one is due at the start */
  recurring?: NewRecurrence | null;
  /** Unit prices by quantity: `unitPrice` is then that of the step that the quantity reaches */
  quantityPrices?: QuantityPrices | null;
  /** Cost of one unit in the smallest currency unit. Only callers with `seesCosts` see and set it */
  cost?: number | null;
}

export interface CatalogueRecurrence {
  /** The length of a period */
  interval: 'week' | 'month' | 'quarter' | 'year';
  /** Number of periods, the first included. `null`: until it is ended */
  periods: number | null;
}

/** `eInvoice` says what electronic invoices lack; `null` if the customer gets none */
export interface CheckedCustomer {
  /** Your own identifier */
  id: string;
  /** Name of the person or company */
  name: string;
  /** One email address */
  email: string | null;
  /** Telephone number */
  phone: string | null;
  /** Postal address, one part per line */
  address: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** Tax number, such as a VAT number */
  taxId: string | null;
  /** Whether it is a company or a person */
  kind: 'company' | 'person';
  /** Language of documents, page and emails */
  locale: string | null;
  /** Street and number */
  street: string | null;
  /** Second line of the street: floor, building, c/o */
  street2: string | null;
  /** Postal code */
  postalCode: string | null;
  /** Town or city */
  city: string | null;
  /** State, province or county */
  region: string | null;
  /** Person or department to contact */
  contactName: string | null;
  /** Number in the commercial register */
  registrationNumber: string | null;
  /** Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID */
  buyerReference: string | null;
  /** Format of electronic invoices; default: the account's `eInvoice` */
  eInvoiceFormat: 'none' | 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The customer in the books, different for each. Given when the first invoice is issued, if the account has `accounting.firstDebtorNumber`; a `PUT` without it keeps it */
  debtorNumber: number | null;
  /** The price list that items take their prices from when they are written. Only keys with the scope `write` may set it; a `PUT` without it keeps it */
  priceListId: string | null;
  /** Where electronic invoices are delivered */
  electronicAddress: ElectronicAddress | null;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata: Record<string, string>;
  /** Only after an erasure: when. Nothing else is known about the customer any more */
  erasedAt?: string;
  /** Particulars that electronic invoices lack; `null` if the customer gets none */
  eInvoice: Readiness | null;
}

export interface ChosenItem {
  /** Identifier */
  id: string;
  /** Whether the item counts */
  selected: boolean;
  /** Quantity */
  quantity: number;
}

export interface CloseAccount {
  /** The exact name of the account, as `GET /account` returns it */
  name: string;
}

export interface ConfirmedPayments {
  /** In the order of the request */
  data: BankLineOutcome[];
}

export interface Conversion {
  /** Default: as the stage says, or `paymentTermDays` of the account from the issue date, in its time zone */
  dueDate?: string | null;
  /** ONLINE_PAYMENT, BANK_TRANSFER, CREDIT_CARD, DIRECT_DEBIT, CASH, CHECK, OTHER, or a word of your own. Default: `defaultPaymentMethod` of the account */
  paymentMethod?: string | null;
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference?: string | null;
  /** Terms and conditions */
  terms?: string | null;
  /** The former name of `printedNotes`, which it always equals. The `notes` of a quote are private @deprecated */
  notes?: string | null;
  /** Printed on the invoice, unlike the `notes` of a quote */
  printedNotes?: string | null;
  /** Day of the supply, if it is one day */
  supplyDate?: string | null;
  /** Days of the supply. It and `supplyDate` exclude each other */
  supplyPeriod?: SupplyPeriod | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys. Merged by key: `null` removes one */
  metadata?: Record<string, string | null> | null;
  /** A stage of the payment schedule, from 0; the quote must be `ACCEPTED`. Default: all that is left */
  stage?: number | null;
  /** Needed if `recurringFrom` of the quote is so far in the past that more than 3 invoices of later periods are made at once */
  confirm?: boolean;
}

export interface ConvertedInvoice {
  /** Opaque, begins with `inv_` */
  id: string;
  /** Number, unique in the account */
  number: string;
  /** The quote it belongs to */
  quoteId: string;
  /** Number of that quote */
  quoteNumber: string;
  /** `PAID`: nothing is due. `CREDITED`: credit notes cover the total. A credit note is always `ISSUED` */
  status: 'DRAFT' | 'ISSUED' | 'PAID' | 'CREDITED';
  /** Day of issue; of a draft, the day of the conversion */
  issueDate: string;
  /** `null` for credit notes only */
  dueDate: string | null;
  /** How the invoice is paid */
  paymentMethod: string;
  /** Identifier of an existing customer */
  customerId: string;
  customer: InvoiceCustomer;
  /** Subject of the quote */
  title: string;
  /** Introduction, shown above the items */
  description: string | null;
  /** The items, in their order */
  items: InvoiceItem[];
  /** Set together with `discountValue`, or leave both out */
  discountType: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue: number | null;
  /** ISO 4217 */
  currency: string;
  /** Sum of the amounts of the selected items */
  subtotal: number;
  /** Taken off before tax */
  discountAmount: number;
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount: number;
  /** Amount that the customer pays */
  total: number;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes: TaxTotal[];
  /** One entry per group of neighbouring items with the same section, in order */
  sections: SectionTotal[];
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference: string | null;
  /** Terms and conditions */
  terms: string | null;
  /** The former name of `printedNotes`, which it always equals. The `notes` of a quote are private @deprecated */
  notes: string | null;
  /** Printed on the invoice, unlike the `notes` of a quote */
  printedNotes: string | null;
  /** When it was created */
  createdAt: string;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata: Record<string, string>;
  /** `null`: the invoice of the whole quote, or of all that was left of it */
  stage: InvoiceStage | null;
  /** Invoices of the same quote that came before, for information */
  previousInvoices: PreviousInvoice[];
  /** An invoice, or a credit note for one */
  kind: 'INVOICE' | 'CREDIT_NOTE';
  /** Sum of the payments */
  amountPaid: number;
  /** Sum of the credit notes */
  amountCredited: number;
  /** `total` − `amountCredited` − `amountPaid`. Negative: owed to the customer. 0 for a credit note */
  amountDue: number;
  /** True from the day after `dueDate`, in the account's time zone, while something is due */
  overdue: boolean;
  /** When it was issued */
  issuedAt: string | null;
  /** When a mail server last accepted it */
  sentAt: string | null;
  /** When the customer last opened its page */
  viewedAt: string | null;
  /** Since when nothing is due */
  paidAt: string | null;
  /** When it last changed */
  updatedAt: string;
  /** Day of the supply, if it is one day */
  supplyDate: string | null;
  /** Days of the supply. It and `supplyDate` exclude each other */
  supplyPeriod: SupplyPeriod | null;
  /** The invoice that a credit note credits */
  creditedInvoiceId: string | null;
  /** Why it was credited. Printed on the credit note */
  creditReason: string | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax: boolean;
  /** The electronic format in which it was issued: its PDF then contains the XML. `null` for a draft */
  eInvoice: 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The period that a later invoice of recurring items is for. Otherwise `null` */
  series: InvoicePeriod | null;
  /** Order number that the customer gave (BT-13) */
  purchaseOrder?: string;
  /** URL of its page. Returned only for a single invoice, and only to keys with write access */
  publicUrl?: string | null;
  quote: Quote;
}

export interface Credit {
  /** Tax included, in the smallest currency unit. Default: all that is not yet credited */
  amount?: number | null;
  /** Printed on the credit note */
  reason?: string | null;
}

export interface CreditNoteCreatedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'credit_note.created';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: CreditNoteCreatedEventData;
}

export interface CreditNoteCreatedEventData {
  invoice: Invoice;
  creditNote: Invoice;
}

export interface CurrencyMargin {
  /** ISO 4217 */
  currency: string;
  /** Quotes whose costs are all known */
  count: number;
  /** Their totals without tax, exact, however large */
  net: number;
  /** `net` less their costs */
  margin: number;
  /** `margin` of `net`, with two decimals */
  marginPercent: number | null;
}

export interface CurrencyTotal {
  /** ISO 4217 */
  currency: string;
  /** In the smallest currency unit; exact, however large. What was paid in a month is negative if more was refunded */
  total: number;
}

export interface Customer {
  /** Your own identifier */
  id: string;
  /** Name of the person or company */
  name: string;
  /** One email address */
  email: string | null;
  /** Telephone number */
  phone: string | null;
  /** Postal address, one part per line */
  address: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** Tax number, such as a VAT number */
  taxId: string | null;
  /** Whether it is a company or a person */
  kind: 'company' | 'person';
  /** Language of documents, page and emails */
  locale: string | null;
  /** Street and number */
  street: string | null;
  /** Second line of the street: floor, building, c/o */
  street2: string | null;
  /** Postal code */
  postalCode: string | null;
  /** Town or city */
  city: string | null;
  /** State, province or county */
  region: string | null;
  /** Person or department to contact */
  contactName: string | null;
  /** Number in the commercial register */
  registrationNumber: string | null;
  /** Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID */
  buyerReference: string | null;
  /** Format of electronic invoices; default: the account's `eInvoice` */
  eInvoiceFormat: 'none' | 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The customer in the books, different for each. Given when the first invoice is issued, if the account has `accounting.firstDebtorNumber`; a `PUT` without it keeps it */
  debtorNumber: number | null;
  /** The price list that items take their prices from when they are written. Only keys with the scope `write` may set it; a `PUT` without it keeps it */
  priceListId: string | null;
  /** Where electronic invoices are delivered */
  electronicAddress: ElectronicAddress | null;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata: Record<string, string>;
  /** Only after an erasure: when. Nothing else is known about the customer any more */
  erasedAt?: string;
}

export interface CustomerCreatedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'customer.created';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: CustomerCreatedEventData;
}

export interface CustomerCreatedEventData {
  customer: Customer;
}

export interface CustomerDeletedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'customer.deleted';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: CustomerDeletedEventData;
}

export interface CustomerDeletedEventData {
  customer: Customer;
}

export interface CustomerErasedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'customer.erased';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: CustomerErasedEventData;
}

export interface CustomerErasedEventData {
  /** The customer that was erased */
  customerId: string;
}

export interface CustomerPage {
  /** The entries */
  data: Customer[];
  pagination: Pagination;
}

export interface CustomerPatch {
  /** Person or company */
  name?: string;
  /** One email address */
  email?: string | null;
  /** Telephone number */
  phone?: string | null;
  /** As it is printed, with line breaks. Default: `street` and the other parts, by the custom of the country */
  address?: string | null;
  /** ISO 3166-1 alpha-2 */
  country?: string | null;
  /** Tax or VAT number */
  taxId?: string | null;
  /** Language of documents, emails and pages */
  locale?: string | null;
  /** Street and number */
  street?: string | null;
  /** Second line of the street: floor, building, c/o */
  street2?: string | null;
  /** Postal code */
  postalCode?: string | null;
  /** Town or city */
  city?: string | null;
  /** State, province or county */
  region?: string | null;
  /** Person or department to contact */
  contactName?: string | null;
  /** Number in the commercial register */
  registrationNumber?: string | null;
  /** Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID */
  buyerReference?: string | null;
  /** Format of electronic invoices; default: the account's `eInvoice` */
  eInvoiceFormat?: 'none' | 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The customer in the books, different for each. Given when the first invoice is issued, if the account has `accounting.firstDebtorNumber`; a `PUT` without it keeps it */
  debtorNumber?: number | null;
  /** The price list that items take their prices from when they are written. Only keys with the scope `write` may set it; a `PUT` without it keeps it */
  priceListId?: string | null;
  /** Default: `company` with a tax number, else `person` */
  kind?: 'company' | 'person' | null;
  /** Where electronic invoices are delivered */
  electronicAddress?: ElectronicAddress | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys. Merged by key: `null` removes one */
  metadata?: Record<string, string | null> | null;
}

export interface CustomerUpdatedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'customer.updated';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: CustomerUpdatedEventData;
}

export interface CustomerUpdatedEventData {
  customer: Customer;
  previous: PreviousCustomer;
}

export interface DeclineReason {
  /** Reason that the customer gave */
  reason: string;
  /** Number of them */
  count: number;
}

export interface Delivery {
  /** Opaque, begins with `dlv_`, sorts by time; another one once the email is sent again */
  id: string;
  /** `quote`: the email with the quote. Others: `reminder`, `message`, `accepted_copy`; more may come */
  kind: string;
  /** Email address */
  to: string;
  /** When it happened */
  at: string;
  /** `sent`: the mail server accepted it. `unknown`: it may have arrived. `failed`: it was not sent. `bounced`: it came back */
  state: 'sent' | 'unknown' | 'failed' | 'bounced';
  /** Whether the email is stored in the mailbox instead of being sent */
  captured: boolean;
  /** Message-ID of the email */
  messageId: string;
  /** Why it failed or came back, in words; `null` if it did neither */
  reason: string | null;
  /** Reply of the mail server */
  response: string | null;
}

export interface DeliveryPage {
  /** The entries */
  data: Delivery[];
  pagination: Pagination;
}

export interface DocumentLink {
  /** Opens without a key until `expiresAt`, or until the quote is deleted or its links are revoked */
  url: string;
  /** SHA-256 of the file */
  sha256: string;
  /** When it expires */
  expiresAt: string;
}

export interface ElectronicAddress {
  /** Code of the list EAS, such as `0088` for a GLN */
  scheme: '0002' | '0007' | '0009' | '0037' | '0060' | '0088' | '0096' | '0097' | '0106' | '0130' | '0135' | '0142' | '0147' | '0151' | '0154' | '0158' | '0170' | '0177' | '0183' | '0184' | '0188' | '0190' | '0191' | '0192' | '0193' | '0194' | '0195' | '0196' | '0198' | '0199' | '0200' | '0201' | '0202' | '0203' | '0204' | '0205' | '0208' | '0209' | '0210' | '0211' | '0212' | '0213' | '0215' | '0216' | '0217' | '0218' | '0221' | '0225' | '0230' | '0235' | '0240' | '0244' | '9910' | '9913' | '9914' | '9915' | '9918' | '9919' | '9920' | '9922' | '9923' | '9924' | '9925' | '9926' | '9927' | '9928' | '9929' | '9930' | '9931' | '9932' | '9933' | '9934' | '9935' | '9936' | '9937' | '9938' | '9939' | '9940' | '9941' | '9942' | '9943' | '9944' | '9945' | '9946' | '9947' | '9948' | '9949' | '9950' | '9951' | '9952' | '9953' | '9957' | '9959' | 'AN' | 'AQ' | 'AS' | 'AU' | 'EM';
  /** Identifier */
  id: string;
}

export interface EndRecurring {
  /** No period that begins on this day or later is invoiced. Default and earliest: today, in the time zone of the account. `null` takes an end back while the series is `active` */
  on?: string | null;
  /** Default: all series */
  seriesId?: string | null;
}

export interface Erasure {
  /** The customer that was erased */
  customerId: string;
  /** When it was erased */
  erasedAt: string;
  /** Invoices, and quotes that were accepted or invoiced, with their evidence: they are erased after `retainUntil` */
  retained: RetainedDocument[];
}

/** Something that happened in the account. More types may come: leave alone what you do not know */
export type Event = QuoteCreatedEvent | QuoteUpdatedEvent | QuoteSentEvent | QuoteSendFailedEvent | QuoteBouncedEvent | QuoteViewedEvent | QuoteRemindedEvent | QuoteSignedEvent | QuoteAcceptedEvent | QuoteDeclinedEvent | QuoteExpiringEvent | QuoteExpiredEvent | QuoteConvertedEvent | QuoteDeletedEvent | QuoteLinksRevokedEvent | QuoteRemindersStoppedEvent | QuoteApprovalRequestedEvent | QuoteApprovedEvent | QuoteRejectedEvent | SeriesStartedEvent | SeriesEndedEvent | MessageReceivedEvent | MessageSentEvent | RenewalRequestedEvent | QuoteChangeRequestedEvent | QuoteChangeDeclinedEvent | InvoiceCreatedEvent | InvoiceIssuedEvent | InvoiceSentEvent | InvoiceSendFailedEvent | InvoiceBouncedEvent | InvoiceViewedEvent | InvoiceRemindedEvent | InvoiceLinksRevokedEvent | InvoicePaidEvent | InvoiceOverdueEvent | PaymentRecordedEvent | PaymentRemovedEvent | PaymentRefundedEvent | PaymentDisputedEvent | CreditNoteCreatedEvent | CustomerCreatedEvent | CustomerUpdatedEvent | CustomerDeletedEvent | CustomerErasedEvent;

export interface EventFeed {
  /** The entries */
  data: Event[];
  /** Continue from here: the next `after`, also when there is nothing more yet */
  next: string;
  /** Whether there are already more events after `next` */
  hasMore: boolean;
}

export interface FieldError {
  /** The part of the request; `data` is stored: of the account, the customer or the invoice */
  in: 'body' | 'query' | 'header' | 'path' | 'data';
  /** A JSON pointer (RFC 6901) into that part: `/items/0/quantity` of the body, `/limit` of the query, `/Idempotency-Key` of the headers, `/id` of the path, `/customer/taxId` of the data. Empty: the whole of it */
  path: string;
  /** Describes the error to a person */
  message: string;
  /** The business term of EN 16931, such as `BT-52` */
  term?: string;
  /** Where the value is set: in the account, the customer, the quote or the draft of the invoice */
  where?: 'account' | 'customer' | 'quote' | 'invoice';
}

export interface IgnoredBankEntry {
  /** Line of the file on which the entry begins */
  line: number;
  /** `unreadable`: its quotes are wrong. `date`, `amount`, `currency`: this cannot be read. `pending`: not booked, or declined. `balance`: a balance or total. `reversal`, `zero_amount`, `debit`: no money received */
  reason: 'unreadable' | 'date' | 'amount' | 'currency' | 'pending' | 'reversal' | 'balance' | 'zero_amount' | 'debit';
}

export interface Invitation {
  /** Identifier */
  id: string;
  /** Email address */
  email: string;
  /** Permissions of the person in the account */
  role: 'owner' | 'member' | 'reader';
  /** When it was created */
  createdAt: string;
  /** When it expires */
  expiresAt: string;
  /** Only in the response that creates it, and only without a mail server: hand it to the person yourself */
  url?: string;
}

export interface InvitationList {
  /** The entries */
  data: Invitation[];
  pagination: Pagination;
}

export interface Invoice {
  /** Opaque, begins with `inv_` */
  id: string;
  /** Number, unique in the account */
  number: string;
  /** The quote it belongs to */
  quoteId: string;
  /** Number of that quote */
  quoteNumber: string;
  /** `PAID`: nothing is due. `CREDITED`: credit notes cover the total. A credit note is always `ISSUED` */
  status: 'DRAFT' | 'ISSUED' | 'PAID' | 'CREDITED';
  /** Day of issue; of a draft, the day of the conversion */
  issueDate: string;
  /** `null` for credit notes only */
  dueDate: string | null;
  /** How the invoice is paid */
  paymentMethod: string;
  /** Identifier of an existing customer */
  customerId: string;
  customer: InvoiceCustomer;
  /** Subject of the quote */
  title: string;
  /** Introduction, shown above the items */
  description: string | null;
  /** The items, in their order */
  items: InvoiceItem[];
  /** Set together with `discountValue`, or leave both out */
  discountType: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue: number | null;
  /** ISO 4217 */
  currency: string;
  /** Sum of the amounts of the selected items */
  subtotal: number;
  /** Taken off before tax */
  discountAmount: number;
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount: number;
  /** Amount that the customer pays */
  total: number;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes: TaxTotal[];
  /** One entry per group of neighbouring items with the same section, in order */
  sections: SectionTotal[];
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference: string | null;
  /** Terms and conditions */
  terms: string | null;
  /** The former name of `printedNotes`, which it always equals. The `notes` of a quote are private @deprecated */
  notes: string | null;
  /** Printed on the invoice, unlike the `notes` of a quote */
  printedNotes: string | null;
  /** When it was created */
  createdAt: string;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata: Record<string, string>;
  /** `null`: the invoice of the whole quote, or of all that was left of it */
  stage: InvoiceStage | null;
  /** Invoices of the same quote that came before, for information */
  previousInvoices: PreviousInvoice[];
  /** An invoice, or a credit note for one */
  kind: 'INVOICE' | 'CREDIT_NOTE';
  /** Sum of the payments */
  amountPaid: number;
  /** Sum of the credit notes */
  amountCredited: number;
  /** `total` − `amountCredited` − `amountPaid`. Negative: owed to the customer. 0 for a credit note */
  amountDue: number;
  /** True from the day after `dueDate`, in the account's time zone, while something is due */
  overdue: boolean;
  /** When it was issued */
  issuedAt: string | null;
  /** When a mail server last accepted it */
  sentAt: string | null;
  /** When the customer last opened its page */
  viewedAt: string | null;
  /** Since when nothing is due */
  paidAt: string | null;
  /** When it last changed */
  updatedAt: string;
  /** Day of the supply, if it is one day */
  supplyDate: string | null;
  /** Days of the supply. It and `supplyDate` exclude each other */
  supplyPeriod: SupplyPeriod | null;
  /** The invoice that a credit note credits */
  creditedInvoiceId: string | null;
  /** Why it was credited. Printed on the credit note */
  creditReason: string | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax: boolean;
  /** The electronic format in which it was issued: its PDF then contains the XML. `null` for a draft */
  eInvoice: 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The period that a later invoice of recurring items is for. Otherwise `null` */
  series: InvoicePeriod | null;
  /** Order number that the customer gave (BT-13) */
  purchaseOrder?: string;
  /** URL of its page. Returned only for a single invoice, and only to keys with write access */
  publicUrl?: string | null;
}

export interface InvoiceBouncedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.bounced';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceBouncedEventData;
}

export interface InvoiceBouncedEventData {
  invoice: Invoice;
  /** Email address */
  to: string;
  /** Enhanced status code such as `5.1.1` */
  status: string | null;
  /** The reason in words */
  reason: string;
  /** Reply of the mail server that rejected the email */
  response: string | null;
  /** Of the email that came back */
  messageId: string;
}

export interface InvoiceCreatedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.created';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceCreatedEventData;
}

export interface InvoiceCreatedEventData {
  quote: QuoteSummary;
  invoice: Invoice;
}

export interface InvoiceCustomer {
  /** Your own identifier */
  id: string;
  /** Name of the person or company */
  name: string;
  /** One email address */
  email: string | null;
  /** Telephone number */
  phone: string | null;
  /** Postal address, one part per line */
  address: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** Tax number, such as a VAT number */
  taxId: string | null;
  /** Whether it is a company or a person */
  kind: 'company' | 'person';
  /** Language of documents, page and emails */
  locale: string | null;
  /** Street and number */
  street: string | null;
  /** Second line of the street: floor, building, c/o */
  street2: string | null;
  /** Postal code */
  postalCode: string | null;
  /** Town or city */
  city: string | null;
  /** State, province or county */
  region: string | null;
  /** Person or department to contact */
  contactName: string | null;
  /** Number in the commercial register */
  registrationNumber: string | null;
  /** Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID */
  buyerReference: string | null;
  /** Format of electronic invoices; default: the account's `eInvoice` */
  eInvoiceFormat: 'none' | 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The customer in the books, different for each. Given when the first invoice is issued, if the account has `accounting.firstDebtorNumber`; a `PUT` without it keeps it */
  debtorNumber: number | null;
  /** The price list that items take their prices from when they are written. Only keys with the scope `write` may set it; a `PUT` without it keeps it */
  priceListId: string | null;
  /** Where electronic invoices are delivered */
  electronicAddress: ElectronicAddress | null;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
}

export interface InvoiceEvent {
  /** Identifier */
  id: string;
  /** Type of the event */
  type: string;
  /** When it happened */
  at: string;
  actor: Actor;
  /** The entries */
  data: Record<string, unknown>;
}

export interface InvoiceEventData {
  invoice: Invoice;
}

export interface InvoiceEventList {
  /** The entries */
  data: InvoiceEvent[];
  pagination: Pagination;
}

export interface InvoiceIssuedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.issued';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceEventData;
}

export interface InvoiceItem {
  /** Opaque, begins with `itm_`; stays with the item */
  id: string;
  /** Text of the item */
  description: string;
  /** More than 0, at most 4 decimals */
  quantity: number;
  /** Price of one unit in the smallest currency unit. With `quantityPrices` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent */
  unitPrice: number;
  /** Tax in percent, at most 4 decimals. Default: `defaultTaxRate` of the account, else 0 */
  taxRate: number;
  /** quantity × unitPrice, or the sum over the steps of `quantityPrices`, less the discount of this item; before the discount of the quote, and before tax unless prices include it */
  amount: number;
  /** Why the item is taxed or not: `standard` with a rate above 0, every other one with a rate of 0. Default: `standard` above 0 (not shown), `zeroTaxCategory` of the account at 0 */
  taxCategory?: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope';
  /** Printed instead of the sentence for the category, such as the law that exempts the item */
  taxReason?: string;
  /** Unit of the quantity, such as `h` or `m²` */
  unit?: string;
  /** Your own article number */
  sku?: string;
  /** An item of the catalogue, in the currency of the quote. Then only `quantity` is needed: description, unit, price, tax rate and sku come from the catalogue unless they are given here */
  catalogueItemId?: string;
  /** Of this item alone. Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed';
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number;
  /** The discount of this item */
  discountAmount?: number;
  /** Neighbouring items with the same section are a group with a heading and a subtotal */
  section?: string;
  /** The customer may take the item or leave it. Default: false */
  optional?: boolean;
  /** Items with the same choice are alternatives: exactly one is selected, or at most one if all of them are optional */
  choice?: string;
  /** Whether the item counts. Default: false for an optional item, true for the first item of a choice that is not optional; any other item is always selected */
  selected?: boolean;
  quantityRange?: QuantityRange;
  recurring?: Recurrence;
  quantityPrices?: QuantityPrices;
  period?: ItemPeriod;
}

export interface InvoiceLinksRevokedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.links_revoked';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceEventData;
}

export interface InvoiceMonth {
  /** Month such as 2026-11, in the time zone of the account */
  month: string;
  invoiced: InvoiceTally;
  credited: InvoiceTally;
  paid: InvoiceTally;
  open: InvoiceTally;
  overdue: InvoiceTally;
}

export interface InvoiceOverdueEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.overdue';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceEventData;
}

export interface InvoicePage {
  /** The entries */
  data: Invoice[];
  pagination: Pagination;
}

export interface InvoicePaidEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.paid';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceEventData;
}

export interface InvoicePatch {
  /** Default: as the stage says, or `paymentTermDays` of the account from the issue date, in its time zone */
  dueDate?: string | null;
  /** ONLINE_PAYMENT, BANK_TRANSFER, CREDIT_CARD, DIRECT_DEBIT, CASH, CHECK, OTHER, or a word of your own. Default: `defaultPaymentMethod` of the account */
  paymentMethod?: string | null;
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference?: string | null;
  /** Terms and conditions */
  terms?: string | null;
  /** The former name of `printedNotes`, which it always equals. The `notes` of a quote are private @deprecated */
  notes?: string | null;
  /** Printed on the invoice, unlike the `notes` of a quote */
  printedNotes?: string | null;
  /** Day of the supply, if it is one day */
  supplyDate?: string | null;
  /** Days of the supply. It and `supplyDate` exclude each other */
  supplyPeriod?: SupplyPeriod | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys. Merged by key: `null` removes one */
  metadata?: Record<string, string | null> | null;
}

export interface InvoicePeriod {
  /** A series of the quote */
  id: string;
  /** Counted from 1, which the first invoice covers */
  period: number;
  /** First day */
  from: string;
  /** Last day */
  to: string;
}

export interface InvoiceReadiness {
  /** Whether nothing is missing */
  ready: boolean;
  /** The values that are missing, each with the place where it is set */
  missing: MissingValue[];
  /** The format that was checked */
  format: 'cii' | 'ubl' | 'xrechnung' | 'peppol';
}

export interface InvoiceRemindedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.reminded';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceRemindedEventData;
}

export interface InvoiceRemindedEventData {
  invoice: Invoice;
  /** Email address */
  to: string;
  /** Whether the email is stored in the mailbox instead of being sent */
  captured?: boolean;
}

export interface InvoiceSendFailedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.send_failed';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceSendFailedEventData;
}

export interface InvoiceSendFailedEventData {
  invoice: Invoice;
  /** Email address */
  to: string;
  /** Further recipients */
  cc: string[];
  /** `refused`, `unavailable`, `timeout`, `unknown` or `sign_in_needed` */
  outcome: string;
  /** Reply of the mail server */
  response: string;
  /** Message-ID of the email */
  messageId: string;
}

export interface InvoiceSentEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.sent';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceSentEventData;
}

export interface InvoiceSentEventData {
  invoice: Invoice;
  /** Email address */
  to: string;
  /** Further recipients */
  cc: string[];
  /** Whether the email is stored in the mailbox instead of being sent */
  captured: boolean;
  /** Message-ID of the email */
  messageId: string;
  /** Of the PDF that was sent */
  documentSha256: string;
}

export interface InvoiceStage {
  /** Place in the payment schedule, from 0 */
  index: number;
  /** Label */
  label: string;
}

/** Statistics of invoices */
export interface InvoiceStatistics {
  open: InvoiceTally;
  overdue: InvoiceTally;
  /** Oldest first, the present month last */
  months: InvoiceMonth[];
}

export interface InvoiceSummary {
  /** Identifier */
  id: string;
  /** Number, unique in the account */
  number: string;
  /** `null`: the invoice of the whole quote, or of all that was left of it */
  stage: InvoiceStage | null;
  /** Amount that the customer pays */
  total: number;
}

export interface InvoiceTally {
  /** Number of them */
  count: number;
  /** By currency */
  totals: CurrencyTotal[];
}

export interface InvoiceViewedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'invoice.viewed';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: InvoiceEventData;
}

export interface Issue {
  /** Default: today. Not in the future, and not before the issue date of an earlier number of the same series */
  issueDate?: string | null;
  /** Whether `issueDate` may lie in a period that was exported for DATEV or Xero */
  confirm?: boolean;
}

export interface IssuedInvoice {
  /** Opaque, begins with `inv_` */
  id: string;
  /** Number, unique in the account */
  number: string;
  /** The quote it belongs to */
  quoteId: string;
  /** Number of that quote */
  quoteNumber: string;
  /** `PAID`: nothing is due. `CREDITED`: credit notes cover the total. A credit note is always `ISSUED` */
  status: 'DRAFT' | 'ISSUED' | 'PAID' | 'CREDITED';
  /** Day of issue; of a draft, the day of the conversion */
  issueDate: string;
  /** `null` for credit notes only */
  dueDate: string | null;
  /** How the invoice is paid */
  paymentMethod: string;
  /** Identifier of an existing customer */
  customerId: string;
  customer: InvoiceCustomer;
  /** Subject of the quote */
  title: string;
  /** Introduction, shown above the items */
  description: string | null;
  /** The items, in their order */
  items: InvoiceItem[];
  /** Set together with `discountValue`, or leave both out */
  discountType: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue: number | null;
  /** ISO 4217 */
  currency: string;
  /** Sum of the amounts of the selected items */
  subtotal: number;
  /** Taken off before tax */
  discountAmount: number;
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount: number;
  /** Amount that the customer pays */
  total: number;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes: TaxTotal[];
  /** One entry per group of neighbouring items with the same section, in order */
  sections: SectionTotal[];
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference: string | null;
  /** Terms and conditions */
  terms: string | null;
  /** The former name of `printedNotes`, which it always equals. The `notes` of a quote are private @deprecated */
  notes: string | null;
  /** Printed on the invoice, unlike the `notes` of a quote */
  printedNotes: string | null;
  /** When it was created */
  createdAt: string;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata: Record<string, string>;
  /** `null`: the invoice of the whole quote, or of all that was left of it */
  stage: InvoiceStage | null;
  /** Invoices of the same quote that came before, for information */
  previousInvoices: PreviousInvoice[];
  /** An invoice, or a credit note for one */
  kind: 'INVOICE' | 'CREDIT_NOTE';
  /** Sum of the payments */
  amountPaid: number;
  /** Sum of the credit notes */
  amountCredited: number;
  /** `total` − `amountCredited` − `amountPaid`. Negative: owed to the customer. 0 for a credit note */
  amountDue: number;
  /** True from the day after `dueDate`, in the account's time zone, while something is due */
  overdue: boolean;
  /** When it was issued */
  issuedAt: string | null;
  /** When a mail server last accepted it */
  sentAt: string | null;
  /** When the customer last opened its page */
  viewedAt: string | null;
  /** Since when nothing is due */
  paidAt: string | null;
  /** When it last changed */
  updatedAt: string;
  /** Day of the supply, if it is one day */
  supplyDate: string | null;
  /** Days of the supply. It and `supplyDate` exclude each other */
  supplyPeriod: SupplyPeriod | null;
  /** The invoice that a credit note credits */
  creditedInvoiceId: string | null;
  /** Why it was credited. Printed on the credit note */
  creditReason: string | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax: boolean;
  /** The electronic format in which it was issued: its PDF then contains the XML. `null` for a draft */
  eInvoice: 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The period that a later invoice of recurring items is for. Otherwise `null` */
  series: InvoicePeriod | null;
  /** Order number that the customer gave (BT-13) */
  purchaseOrder?: string;
  /** URL of its page. Returned only for a single invoice, and only to keys with write access */
  publicUrl?: string | null;
  /** Particulars that the law of the seller's country requires and the invoice lacks */
  warnings: Warning[];
}

export interface Item {
  /** Opaque, begins with `itm_`; stays with the item */
  id: string;
  /** Text of the item */
  description: string;
  /** More than 0, at most 4 decimals */
  quantity: number;
  /** Price of one unit in the smallest currency unit. With `quantityPrices` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent */
  unitPrice: number;
  /** Tax in percent, at most 4 decimals. Default: `defaultTaxRate` of the account, else 0 */
  taxRate: number;
  /** quantity × unitPrice, or the sum over the steps of `quantityPrices`, less the discount of this item; before the discount of the quote, and before tax unless prices include it */
  amount: number;
  /** Why the item is taxed or not: `standard` with a rate above 0, every other one with a rate of 0. Default: `standard` above 0 (not shown), `zeroTaxCategory` of the account at 0 */
  taxCategory?: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope';
  /** Printed instead of the sentence for the category, such as the law that exempts the item */
  taxReason?: string;
  /** Unit of the quantity, such as `h` or `m²` */
  unit?: string;
  /** Your own article number */
  sku?: string;
  /** An item of the catalogue, in the currency of the quote. Then only `quantity` is needed: description, unit, price, tax rate and sku come from the catalogue unless they are given here */
  catalogueItemId?: string;
  /** Of this item alone. Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed';
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number;
  /** The discount of this item */
  discountAmount?: number;
  /** Neighbouring items with the same section are a group with a heading and a subtotal */
  section?: string;
  /** The customer may take the item or leave it. Default: false */
  optional?: boolean;
  /** Items with the same choice are alternatives: exactly one is selected, or at most one if all of them are optional */
  choice?: string;
  /** Whether the item counts. Default: false for an optional item, true for the first item of a choice that is not optional; any other item is always selected */
  selected?: boolean;
  quantityRange?: QuantityRange;
  recurring?: Recurrence;
  quantityPrices?: QuantityPrices;
  period?: ItemPeriod;
  /** Cost of one unit in the smallest currency unit. Only callers with `seesCosts` see and set it */
  cost?: number;
  /** The amount of a selected item with a cost, after all discounts and without tax, less its cost. Only with `seesCosts` */
  margin?: number;
}

export interface ItemChoice {
  /** The id of an item of the quote */
  id: string;
  /** Default: as it is */
  selected?: boolean | null;
  /** Within the `quantityRange` of the item. Default: as it is */
  quantity?: number | null;
}

/** The days that a recurring item of an invoice is for */
export interface ItemPeriod {
  /** First day */
  from: string;
  /** Last day */
  to: string;
}

export interface Key {
  /** Identifier */
  id: string;
  /** Purpose of the key */
  name: string;
  /** The visible beginning, to tell keys apart */
  hint: string;
  /** `["read"]`, `["read", "draft"]` or `["read", "write"]`. A key with `draft` may create quotes and customers and change drafts that were never sent, but not send, decide or convert. */
  scopes: ('read' | 'draft' | 'write')[];
  /** Whether it may see and set costs and see margins */
  seesCosts: boolean;
  /** When it stops working; `null` for never */
  expiresAt: string | null;
  /** IP addresses and ranges such as `203.0.113.0/24` that the key works from; `null` for all */
  addresses: string[] | null;
  /** When it was created */
  createdAt: string;
  /** To within a minute */
  lastUsedAt: string | null;
  /** `null` while the key works */
  revokedAt: string | null;
  /** The key itself: only in the response that creates it */
  secret?: string;
}

export interface KeyList {
  /** The entries */
  data: Key[];
  pagination: Pagination;
}

export interface LastEvent {
  /** Type of the last event */
  type: string;
  /** When it happened */
  at: string;
}

export interface ListedInvoice {
  /** Opaque, begins with `inv_` */
  id: string;
  /** Number, unique in the account */
  number: string;
  /** The quote it belongs to */
  quoteId: string;
  /** Number of that quote */
  quoteNumber: string;
  /** `PAID`: nothing is due. `CREDITED`: credit notes cover the total. A credit note is always `ISSUED` */
  status: 'DRAFT' | 'ISSUED' | 'PAID' | 'CREDITED';
  /** Day of issue; of a draft, the day of the conversion */
  issueDate: string;
  /** `null` for credit notes only */
  dueDate: string | null;
  /** How the invoice is paid */
  paymentMethod: string;
  /** Identifier of an existing customer */
  customerId: string;
  customer: InvoiceCustomer;
  /** Subject of the quote */
  title: string;
  /** Introduction, shown above the items */
  description: string | null;
  /** Set together with `discountValue`, or leave both out */
  discountType: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue: number | null;
  /** ISO 4217 */
  currency: string;
  /** Sum of the amounts of the selected items */
  subtotal: number;
  /** Taken off before tax */
  discountAmount: number;
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount: number;
  /** Amount that the customer pays */
  total: number;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes: TaxTotal[];
  /** One entry per group of neighbouring items with the same section, in order */
  sections: SectionTotal[];
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference: string | null;
  /** Terms and conditions */
  terms: string | null;
  /** The former name of `printedNotes`, which it always equals. The `notes` of a quote are private @deprecated */
  notes: string | null;
  /** Printed on the invoice, unlike the `notes` of a quote */
  printedNotes: string | null;
  /** When it was created */
  createdAt: string;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata: Record<string, string>;
  /** `null`: the invoice of the whole quote, or of all that was left of it */
  stage: InvoiceStage | null;
  /** Invoices of the same quote that came before, for information */
  previousInvoices: PreviousInvoice[];
  /** An invoice, or a credit note for one */
  kind: 'INVOICE' | 'CREDIT_NOTE';
  /** Sum of the payments */
  amountPaid: number;
  /** Sum of the credit notes */
  amountCredited: number;
  /** `total` − `amountCredited` − `amountPaid`. Negative: owed to the customer. 0 for a credit note */
  amountDue: number;
  /** True from the day after `dueDate`, in the account's time zone, while something is due */
  overdue: boolean;
  /** When it was issued */
  issuedAt: string | null;
  /** When a mail server last accepted it */
  sentAt: string | null;
  /** When the customer last opened its page */
  viewedAt: string | null;
  /** Since when nothing is due */
  paidAt: string | null;
  /** When it last changed */
  updatedAt: string;
  /** Day of the supply, if it is one day */
  supplyDate: string | null;
  /** Days of the supply. It and `supplyDate` exclude each other */
  supplyPeriod: SupplyPeriod | null;
  /** The invoice that a credit note credits */
  creditedInvoiceId: string | null;
  /** Why it was credited. Printed on the credit note */
  creditReason: string | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax: boolean;
  /** The electronic format in which it was issued: its PDF then contains the XML. `null` for a draft */
  eInvoice: 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The period that a later invoice of recurring items is for. Otherwise `null` */
  series: InvoicePeriod | null;
  /** Order number that the customer gave (BT-13) */
  purchaseOrder?: string;
  /** The name of `customer` */
  customerName: string;
}

export interface ListedInvoicePage {
  /** The entries */
  data: ListedInvoice[];
  pagination: Pagination;
}

export interface ListedPayment {
  /** Opaque, begins with `pay_` */
  id: string;
  /** The invoice that was paid */
  invoiceId: string;
  /** In the smallest currency unit of the invoice. Negative for money that left: a refund or a dispute */
  amount: number;
  /** Day of receipt */
  date: string;
  /** How it was paid */
  method: string;
  /** Of the payment, such as the text of a bank transfer */
  reference: string | null;
  /** When it was created */
  createdAt: string;
  /** `refund` and `dispute` took money back; `refund_failed` and `dispute_won` returned it */
  kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  /** The payment provider that reported it; `null` for a payment that you recorded */
  provider: 'stripe' | 'mollie' | null;
  /** The provider's identifier, such as `pi_…` or `tr_…` */
  providerId: string | null;
  /** The payment that a refund or dispute is about */
  originalPaymentId: string | null;
  /** Number of that invoice */
  invoiceNumber: string;
  /** The customer of that invoice */
  customerId: string;
  /** ISO 4217; the currency of that invoice */
  currency: string;
}

export interface ListedPaymentPage {
  /** The entries */
  data: ListedPayment[];
  pagination: Pagination;
}

export interface LoosePagination {
  /** 1 with `after` */
  page: number;
  /** Entries per page */
  limit: number;
  /** `null` with `count=none` */
  total: number | null;
  /** `null` with `count=none` */
  totalPages: number | null;
  /** Whether there are entries after these */
  hasMore: boolean;
  /** Whether `total` is exact; otherwise counting stopped, and there are at least `total` entries. Follow `hasMore`, not `totalPages` */
  totalIsExact: boolean;
}

/** Declined or expired */
export interface LostQuotes {
  /** Number of them */
  count: number;
  /** By currency */
  totals: CurrencyTotal[];
  /** Declined by the customer */
  declined: number;
  /** Expired without a decision */
  expired: number;
}

export interface MailAccount {
  /** `null` if none is connected */
  kind: 'smtp' | 'microsoft' | 'google' | null;
  /** `sign_in_needed`: the mail server rejects the sign-in. `unreadable`: the credentials cannot be decrypted, because the secret of the service was changed or not restored. In both states emails wait until an owner connects again */
  state: 'not_connected' | 'connected' | 'sign_in_needed' | 'unreadable';
  /** The address that emails come from */
  from: string | null;
  /** The user name at the mail server */
  user: string | null;
  /** The mail server (SMTP) */
  host: string | null;
  /** Its port */
  port: number | null;
  /** The server that replies are read from; `null` if none are */
  imap: {
    host: string;
    port: number;
    /** When the mailbox was last read */
    lastCheckedAt: string | null;
    /** Why the mailbox cannot be read or, if `failingSince` is `null`, why replies are not moved to the folder; `null` if nothing is wrong */
    lastError: string | null;
    /** Since when the mailbox cannot be read; `null` if it can */
    failingSince: string | null;
    /** Mails that were too large or could not be read. They are still in the mailbox */
    skipped: number;
    /** When the last of them was skipped */
    lastSkippedAt: string | null;
  } | null;
  /** Whether the mailbox also gets mail to `name+anything@…` */
  plusAddressing: boolean;
  /** The server whose `Authentication-Results` are trusted */
  authservId: string | null;
  /** The folder that replies are moved to; `null` leaves them */
  moveTo: string | null;
  /** When it was connected */
  connectedAt: string | null;
  /** Name of the owner who connected it */
  connectedBy: string | null;
  /** When an email was last sent, to the minute */
  lastSentAt: string | null;
  /** Since when the mail server rejects the sign-in */
  signInNeededSince: string | null;
  /** Emails that wait for the sign-in */
  waiting: number;
}

export interface Message {
  /** Begins with `msg_` */
  id: string;
  /** `other`: somebody who answered by email and is not the recipient of the quote; who got a copy (`cc`), or could not be verified, is `other` too */
  from: 'customer' | 'business' | 'other';
  /** A name; the email address of an `other` */
  author: string;
  /** The message */
  text: string;
  /** How it was written */
  via: 'page' | 'email' | 'api' | 'console';
  /** Whether the domain of the sender confirmed the email (DMARC); `null` if nobody checked, as for everything but emails */
  verified: boolean | null;
  /** The text that an email quotes; `null` in events, for readers, and for keys without the "write" scope */
  quotedText: string | null;
  /** Whether the text of the email was longer than is kept */
  isCut: boolean;
  /** Files of an email, which stay in the mailbox of the account */
  attachments: MessageAttachment[];
  /** When it was created */
  createdAt: string;
  /** When the other side first saw it */
  readAt: string | null;
}

export interface MessageAttachment {
  /** Position among the files of the email */
  index: number;
  /** Name */
  name: string;
  /** In bytes */
  size: number;
  /** What the sender claims */
  contentType: string;
}

export interface MessagePage {
  /** The entries */
  data: Message[];
  pagination: Pagination;
}

export interface MessageReceivedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'message.received';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: MessageReceivedEventData;
}

export interface MessageReceivedEventData {
  quote: QuoteSummary;
  message: Message;
}

export interface MessageSentEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'message.sent';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: MessageSentEventData;
}

export interface MessageSentEventData {
  quote: QuoteSummary;
  message: Message;
  /** Email address; `null` while no link is open */
  to: string | null;
  /** Whether the email is stored in the mailbox instead of being sent */
  captured?: boolean;
}

export interface MessagesRead {
  /** The id of the last message that was read, or a date-time */
  upTo: string;
}

export interface MissingValue {
  /** A JSON pointer: `/account/taxId`, `/customer/city`, or a field of the invoice */
  path: string;
  /** Describes the error to a person */
  message: string;
  /** The business term of EN 16931, such as `BT-52` */
  term: string;
  /** Where the value is set: in the account, the customer, the quote or the draft of the invoice */
  where: 'account' | 'customer' | 'quote' | 'invoice';
}

export interface MonthStatistics {
  /** Month such as 2026-11, in the time zone of the account */
  month: string;
  won: WonQuotes;
  lost: LostQuotes;
  /** Won, of all that was won or lost; `null` where nothing was */
  winRate: number | null;
  /** From when it was last sent to the decision: in tenths of a day, from three days on in whole days; `null` if nobody decided */
  medianDaysToAnswer: number | null;
}

export interface NewAccount {
  /** Name of the business */
  name: string;
  /** A `test` account never sends real emails */
  kind?: 'live' | 'test';
  /** ISO 3166-1 alpha-2 */
  country?: string | null;
  /** ISO 4217; the default of new quotes */
  currency?: string;
  /** BCP 47, such as `fr-CH` */
  locale?: string;
  /** IANA name, such as `Europe/Berlin` */
  timeZone?: string;
}

export interface NewApprovalRequest {
  /** Users who may approve, by id. Default: all who may */
  to?: string[] | null;
  /** A few words with it */
  note?: string | null;
}

export interface NewBankAccount {
  /** With or without spaces */
  iban: string;
  /** Holder of the account; default: the name of the business */
  holder?: string | null;
  /** BIC of the bank */
  bic?: string | null;
  /** Name of the bank */
  name?: string | null;
}

export type NewCatalogueItem = {
  /** Text of the line on a quote */
  description: string;
  /** Price of one unit in the smallest currency unit. With `quantityPrices` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent */
  unitPrice?: number;
  /** Why the item is taxed or not: `standard` with a rate above 0, every other one with a rate of 0. Default: `standard` above 0 (not shown), `zeroTaxCategory` of the account at 0 */
  taxCategory?: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope' | null;
  /** Printed instead of the sentence for the category, such as the law that exempts the item */
  taxReason?: string | null;
  /** Unit of the quantity, such as `h` or `m²` */
  unit?: string | null;
  /** Your own article number. No two items of an account have the same */
  sku?: string | null;
  /** An archived item cannot be added to quotes; those that name it keep it. Default: false */
  archived?: boolean | null;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
  /** Tax in percent, at most 4 decimals. Default: `defaultTaxRate` of the account, else 0 */
  taxRate?: number | null;
  /** The item is due again each period: quantity, price, amount, discount and cost are those of one period. The first one is due at the start */
  recurring?: NewRecurrence | null;
  /** Unit prices by quantity: `unitPrice` is then that of the step that the quantity reaches */
  quantityPrices?: QuantityPrices | null;
  /** Cost of one unit in the smallest currency unit. Only callers with `seesCosts` see and set it */
  cost?: number | null;
} & ({ quantityPrices: QuantityPrices | null } | { unitPrice: number });

export interface NewCustomer {
  /** Person or company */
  name: string;
  /** One email address */
  email?: string | null;
  /** Telephone number */
  phone?: string | null;
  /** As it is printed, with line breaks. Default: `street` and the other parts, by the custom of the country */
  address?: string | null;
  /** ISO 3166-1 alpha-2 */
  country?: string | null;
  /** Tax or VAT number */
  taxId?: string | null;
  /** Language of documents, emails and pages */
  locale?: string | null;
  /** Street and number */
  street?: string | null;
  /** Second line of the street: floor, building, c/o */
  street2?: string | null;
  /** Postal code */
  postalCode?: string | null;
  /** Town or city */
  city?: string | null;
  /** State, province or county */
  region?: string | null;
  /** Person or department to contact */
  contactName?: string | null;
  /** Number in the commercial register */
  registrationNumber?: string | null;
  /** Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID */
  buyerReference?: string | null;
  /** Format of electronic invoices; default: the account's `eInvoice` */
  eInvoiceFormat?: 'none' | 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The customer in the books, different for each. Given when the first invoice is issued, if the account has `accounting.firstDebtorNumber`; a `PUT` without it keeps it */
  debtorNumber?: number | null;
  /** The price list that items take their prices from when they are written. Only keys with the scope `write` may set it; a `PUT` without it keeps it */
  priceListId?: string | null;
  /** Default: `company` with a tax number, else `person` */
  kind?: 'company' | 'person' | null;
  /** Where electronic invoices are delivered */
  electronicAddress?: ElectronicAddress | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys. Merged by key: `null` removes one */
  metadata?: Record<string, string | null> | null;
}

export interface NewDuplicate {
  /** Identifier of an existing customer */
  customerId?: string | null;
}

export interface NewInvitation {
  /** Whom to invite */
  email: string;
  /** Permissions of the person in the account */
  role: 'owner' | 'member' | 'reader';
}

export interface NewInvoiceSending {
  /** Recipient. Default: the customer's email address */
  email?: string | null;
  /** More recipients */
  cc?: string[] | null;
  /** Default: number and title of the invoice, in the language of the customer */
  subject?: string | null;
  /** A personal text above the summary */
  message?: string | null;
}

export type NewItem = {
  /** The id of an item of this quote keeps it the same item; any other is replaced by a new one */
  id?: string | null;
  /** Text of the item */
  description?: string;
  /** More than 0, at most 4 decimals */
  quantity: number;
  /** Price of one unit in the smallest currency unit. With `quantityPrices` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent */
  unitPrice?: number;
  /** Tax in percent, at most 4 decimals. Default: `defaultTaxRate` of the account, else 0 */
  taxRate?: number | null;
  /** Why the item is taxed or not: `standard` with a rate above 0, every other one with a rate of 0. Default: `standard` above 0 (not shown), `zeroTaxCategory` of the account at 0 */
  taxCategory?: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope' | null;
  /** Printed instead of the sentence for the category, such as the law that exempts the item */
  taxReason?: string | null;
  /** Unit of the quantity, such as `h` or `m²` */
  unit?: string | null;
  /** Your own article number */
  sku?: string | null;
  /** An item of the catalogue, in the currency of the quote. Then only `quantity` is needed: description, unit, price, tax rate and sku come from the catalogue unless they are given here */
  catalogueItemId?: string | null;
  /** Cost of one unit in the smallest currency unit. Only callers with `seesCosts` see and set it. Left out, it stays, or is that of the catalogue item */
  cost?: number | null;
  /** Of this item alone. Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number | null;
  /** Neighbouring items with the same section are a group with a heading and a subtotal */
  section?: string | null;
  /** The customer may take the item or leave it. Default: false */
  optional?: boolean | null;
  /** Items with the same choice are alternatives: exactly one is selected, or at most one if all of them are optional */
  choice?: string | null;
  /** Whether the item counts. Default: false for an optional item, true for the first item of a choice that is not optional; any other item is always selected */
  selected?: boolean | null;
  /** Quantities that the customer may choose */
  quantityRange?: NewQuantityRange | null;
  /** The item is due again each period: quantity, price, amount, discount and cost are those of one period. The first one is due at the start */
  recurring?: NewRecurrence | null;
  /** Unit prices by quantity: `unitPrice` is then that of the step that the quantity reaches */
  quantityPrices?: QuantityPrices | null;
} & ({ catalogueItemId: string } | { description: string; unitPrice: number } | { description: string; quantityPrices: QuantityPrices | null });

export interface NewKey {
  /** Purpose of the key */
  name: string;
  /** `["read"]`, `["read", "draft"]` or `["read", "write"]`. A key with `draft` may create quotes and customers and change drafts that were never sent, but not send, decide or convert. */
  scopes?: ('read' | 'draft' | 'write')[];
  /** Whether it may see and set costs and see margins */
  seesCosts?: boolean;
  /** When it stops working; default: never */
  expiresAt?: string | null;
  /** IP addresses and ranges such as `203.0.113.0/24` that the key works from; `null` for all */
  addresses?: string[] | null;
}

export interface NewMailAccount {
  /** Microsoft 365 and Google are connected in the console, by signing in there */
  kind: 'smtp';
  /** The mail server (SMTP), such as `mail.example.com`. Only public addresses are connected to */
  host: string;
  /** 465 (TLS), 587 or 2525 (STARTTLS) */
  port: number;
  /** The user name */
  user: string;
  /** Stored encrypted and never returned */
  password: string;
  /** The address that emails come from */
  from: string;
  /** The server that replies are read from, with the same user and password */
  imapHost?: string | null;
  /** 993 (TLS) */
  imapPort?: number | null;
  /** Whether the mailbox also gets mail to `name+anything@…`. Default: false */
  plusAddressing?: boolean;
  /** The server whose `Authentication-Results` are trusted: the first word of that header in emails that arrive */
  authservId?: string | null;
  /** The folder that replies are moved to. Default: they stay where they are */
  moveTo?: string | null;
}

export interface NewMessage {
  /** Plain text; line breaks are kept */
  text: string;
  /** Who writes on behalf of the account. Default: the name of the account */
  author?: string | null;
}

export interface NewPayment {
  /** In the smallest currency unit of the invoice; at most what is due */
  amount: number;
  /** Day of receipt. Default: today in the account's time zone */
  date?: string | null;
  /** How it was paid. Default: the invoice's `paymentMethod`, but `BANK_TRANSFER` if that is ONLINE_PAYMENT and the account has a `bank` or no payment provider: a provider reports its payments itself */
  method?: string | null;
  /** Of the payment, such as the text of a bank transfer */
  reference?: string | null;
}

export interface NewPaymentProvider {
  /** The payment provider */
  kind: 'stripe' | 'mollie';
  /** Stripe: `sk_…` or `rk_…`. Mollie: `live_…` or `test_…`. Accounts with test keys take test keys only, the others live keys only */
  secretKey: string;
  /** Stripe: the signing secret of the webhook, `whsec_…`. Not for Mollie */
  webhookSecret?: string;
}

export type NewPreview = {
  /** Identifier of an existing customer */
  customerId?: string | null;
  /** A template that supplies what the body leaves out, `title` and `items` included. `items` come as a whole from one of the two */
  templateId?: string | null;
  /** Subject of the quote */
  title?: string;
  /** The items of the quote */
  items?: NewItem[];
  /** Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number | null;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule?: NewStage[] | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax?: boolean | null;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance?: boolean | null;
  /** The parts of single items that documents, the customer page and emails show. The API returns everything, and invoices are always complete. Fields that are left out stay as they are; the default is `true` */
  show?: ShowChange | null;
  /** Introduction, shown above the items */
  description?: string | null;
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference?: string | null;
  /** Terms and conditions */
  terms?: string | null;
  /** Internal notes: never shown to the customer */
  notes?: string | null;
  /** First day of the first period of recurring items, from 1970-01-01 to 2200-12-31. `null`: the day of the conversion */
  recurringFrom?: string | null;
  /** Questions that the customer answers on acceptance, at most 10. Default: those of the template or the account; `null` and `[]`: none */
  acceptanceFields?: AcceptanceFieldInput[] | null;
  /** Who must sign, 2 to 10: each gets a link of their own, and the quote is accepted when all have signed. They are content; any change of the content voids all signatures */
  signers?: SignerInput[] | null;
  /** The quote can be accepted until this time. Default: `validityDays` of the template or the account after creation; `null` in a PATCH: `validityDays` of the account from then. Sending moves the default of the account to the end of its day */
  validUntil?: string | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys. Merged by key: `null` removes one */
  metadata?: Record<string, string | null> | null;
} & ({ templateId: string } | { title: string; items: NewItem[] });

export interface NewPriceList {
  /** Name of the list, which customers never see */
  name: string;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
}

export interface NewQuantityRange {
  /** The smallest quantity the customer may choose */
  min: number;
  /** The largest */
  max: number;
  /** Counted from `min`. Default: 1 */
  step?: number | null;
}

export type NewQuote = {
  /** Identifier of an existing customer */
  customerId: string;
  /** A template that supplies what the body leaves out, `title` and `items` included. `items` come as a whole from one of the two */
  templateId?: string | null;
  /** Subject of the quote */
  title?: string;
  /** The items of the quote */
  items?: NewItem[];
  /** Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number | null;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule?: NewStage[] | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax?: boolean | null;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance?: boolean | null;
  /** The parts of single items that documents, the customer page and emails show. The API returns everything, and invoices are always complete. Fields that are left out stay as they are; the default is `true` */
  show?: ShowChange | null;
  /** Introduction, shown above the items */
  description?: string | null;
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference?: string | null;
  /** Terms and conditions */
  terms?: string | null;
  /** Internal notes: never shown to the customer */
  notes?: string | null;
  /** First day of the first period of recurring items, from 1970-01-01 to 2200-12-31. `null`: the day of the conversion */
  recurringFrom?: string | null;
  /** Questions that the customer answers on acceptance, at most 10. Default: those of the template or the account; `null` and `[]`: none */
  acceptanceFields?: AcceptanceFieldInput[] | null;
  /** Who must sign, 2 to 10: each gets a link of their own, and the quote is accepted when all have signed. They are content; any change of the content voids all signatures */
  signers?: SignerInput[] | null;
  /** The quote can be accepted until this time. Default: `validityDays` of the template or the account after creation; `null` in a PATCH: `validityDays` of the account from then. Sending moves the default of the account to the end of its day */
  validUntil?: string | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys. Merged by key: `null` removes one */
  metadata?: Record<string, string | null> | null;
} & ({ templateId: string } | { title: string; items: NewItem[] });

export interface NewRecurrence {
  /** The length of a period */
  interval: 'week' | 'month' | 'quarter' | 'year';
  /** Number of periods, the first included. `null`: until it is ended */
  periods?: number | null;
}

export interface NewRefund {
  /** In the smallest currency unit of the invoice. Default: all that is left of the payment */
  amount?: number | null;
}

export type NewReminder = Record<string, never>;

export interface NewRevenueAccount {
  /** In percent */
  rate: number;
  /** Revenue account. For DATEV it has `accountLength` digits */
  account: string;
  /** Default: `standard` above a rate of 0; `null` for revenue at 0 without a category */
  category?: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope' | null;
  /** Tax key of DATEV, for accounts that do not imply it */
  taxKey?: string | null;
  /** Name of the tax rate in Xero, such as `20% (VAT on Income)` */
  taxType?: string | null;
}

export interface NewSending {
  /** Recipient. Default: the customer's email address */
  email?: string | null;
  /** More recipients */
  cc?: string[] | null;
  /** Default: number and title of the quote, in the language of the customer */
  subject?: string | null;
  /** A personal text above the summary */
  message?: string | null;
}

export interface NewStage {
  /** Name of the stage on the quote and on its invoice */
  label: string;
  /** `rest` is what the other stages leave: one stage, and the last */
  type: 'percentage' | 'fixed' | 'rest';
  /** `percentage`: up to 100, at most two decimals; `fixed`: in the smallest currency unit; none with `rest` */
  value?: number | null;
  due: NewStageDue;
}

export interface NewStageDue {
  /** The event from which the days are counted */
  when: 'acceptance' | 'start' | 'completion' | 'date';
  /** After that. Default: 0 */
  days?: number | null;
  /** Only with `"when": "date"`, and then required */
  date?: string | null;
}

export interface NewTemplate {
  /** Name of the template; customers never see it */
  name: string;
  /** Subject of the quote */
  title?: string | null;
  /** The items of the quote. Default: none, so that each quote supplies its own */
  items?: NewItem[] | null;
  /** Introduction, shown above the items */
  description?: string | null;
  /** Terms and conditions */
  terms?: string | null;
  /** Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number | null;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule?: NewStage[] | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax?: boolean | null;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance?: boolean | null;
  /** The parts of single items that documents, the customer page and emails show. The API returns everything, and invoices are always complete. Fields that are left out stay as they are; the default is `true` */
  show?: ShowChange | null;
  /** Questions that the customer answers on acceptance, at most 10. `null`: those of the account; `[]`: none */
  acceptanceFields?: AcceptanceFieldInput[] | null;
  /** Validity of quotes from this template in days. Default: that of the account */
  validityDays?: number | null;
}

export interface NewTestMail {
  /** Recipient. Default: the account's `replyTo`, or else its `email` */
  email?: string | null;
}

export interface NewWebhookEndpoint {
  /** An https URL at a public address, without user name, password or fragment */
  url: string;
  /** Types of events, `quote.*` for all of a kind, or `*` for all. Default: `["*"]` */
  types?: ('*' | 'credit_note.*' | 'credit_note.created' | 'customer.*' | 'customer.created' | 'customer.deleted' | 'customer.erased' | 'customer.updated' | 'invoice.*' | 'invoice.bounced' | 'invoice.created' | 'invoice.issued' | 'invoice.links_revoked' | 'invoice.overdue' | 'invoice.paid' | 'invoice.reminded' | 'invoice.send_failed' | 'invoice.sent' | 'invoice.viewed' | 'message.*' | 'message.received' | 'message.sent' | 'payment.*' | 'payment.disputed' | 'payment.recorded' | 'payment.refunded' | 'payment.removed' | 'quote.*' | 'quote.accepted' | 'quote.approval_requested' | 'quote.approved' | 'quote.bounced' | 'quote.change_declined' | 'quote.change_requested' | 'quote.converted' | 'quote.created' | 'quote.declined' | 'quote.deleted' | 'quote.expired' | 'quote.expiring' | 'quote.links_revoked' | 'quote.rejected' | 'quote.reminded' | 'quote.reminders_stopped' | 'quote.send_failed' | 'quote.sent' | 'quote.signed' | 'quote.updated' | 'quote.viewed' | 'renewal.*' | 'renewal.requested' | 'series.*' | 'series.ended' | 'series.started')[] | null;
  /** Purpose of the endpoint */
  description?: string | null;
  /** A disabled endpoint never gets the events that happen in the meantime. Default: `true` */
  enabled?: boolean;
}

/** With customers now */
export interface OpenQuotes {
  /** Number of them */
  count: number;
  /** By currency */
  totals: CurrencyTotal[];
}

export interface OwnAccount {
  /** Identifier */
  id: string;
  /** Name */
  name: string;
  /** A `test` account never sends real emails */
  kind: 'live' | 'test';
  /** Permissions of the person in the account */
  role: 'owner' | 'member' | 'reader';
  /** When an owner closed it; `null` while it is open */
  closedAt: string | null;
}

export interface OwnAccountList {
  /** The entries */
  data: OwnAccount[];
  pagination: Pagination;
}

export interface Pagination {
  /** 1 with `after` */
  page: number;
  /** Entries per page */
  limit: number;
  /** Number of entries on all pages */
  total: number;
  /** Number of pages */
  totalPages: number;
  /** Whether there are entries after these */
  hasMore: boolean;
  /** Whether `total` is exact; otherwise counting stopped, and there are at least `total` entries. Follow `hasMore`, not `totalPages` */
  totalIsExact: boolean;
}

export interface PassedOverSigner {
  /** Name */
  name: string;
  /** Email address */
  email: string;
}

export interface Payment {
  /** Opaque, begins with `pay_` */
  id: string;
  /** The invoice that was paid */
  invoiceId: string;
  /** In the smallest currency unit of the invoice. Negative for money that left: a refund or a dispute */
  amount: number;
  /** Day of receipt */
  date: string;
  /** How it was paid */
  method: string;
  /** Of the payment, such as the text of a bank transfer */
  reference: string | null;
  /** When it was created */
  createdAt: string;
  /** `refund` and `dispute` took money back; `refund_failed` and `dispute_won` returned it */
  kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  /** The payment provider that reported it; `null` for a payment that you recorded */
  provider: 'stripe' | 'mollie' | null;
  /** The provider's identifier, such as `pi_…` or `tr_…` */
  providerId: string | null;
  /** The payment that a refund or dispute is about */
  originalPaymentId: string | null;
}

export interface PaymentConfirmation {
  /** The lines to record, each once for each invoice that it pays */
  lines: BankLineChoice[];
}

export interface PaymentDisputedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'payment.disputed';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: PaymentDisputedEventData;
}

export interface PaymentDisputedEventData {
  invoice: Invoice;
  payment: Payment;
}

export interface PaymentImport {
  /** Opaque, begins with `imp_` */
  id: string;
  /** When it was created */
  createdAt: string;
  /** The columns that were read, from left to right, so that a person can check it; none of CAMT */
  columns: BankColumn[];
  /** Number of entries that are no payment received: debits, reversals, pending entries, amounts of 0, entries that cannot be read */
  ignored: number;
  /** Why each of them is none, at most 1,000; those that cannot be read come first */
  ignoredEntries: IgnoredBankEntry[];
  /** Lines that match no invoice. Only their hashes are stored */
  unmatched: number;
  /** In the response to the upload all lines; later, and in the response to a repeat, those with proposals */
  lines: BankLine[];
  /** The format of the file; `csv` also for XLSX */
  format: 'camt' | 'csv';
}

export interface PaymentList {
  /** The entries */
  data: Payment[];
  pagination: Pagination;
}

export interface PaymentProposal {
  /** The invoice */
  invoiceId: string;
  /** Number of the invoice */
  number: string;
  /** Name of its customer */
  customerName: string;
  /** `reference`: the line has the reference of the invoice. `number`: its text has the number. `amount`: only the amount is what is due */
  reason: 'reference' | 'number' | 'amount';
  /** The amount that the line pays of the invoice, at most the amount due */
  amount: number;
  /** The amount due of the invoice */
  amountDue: number;
  /** Reference or number and amount agree, and those of no other invoice do. Never with `perhapsRecorded` */
  exact: boolean;
}

export interface PaymentProvider {
  /** `null` if none is connected */
  kind: 'stripe' | 'mollie' | null;
  /** `key_refused`: the provider rejects the key. `unreadable`: the key cannot be decrypted, because the secret of the service was changed or not restored. In both states nobody can pay online until the keys are entered again */
  state: 'not_connected' | 'connected' | 'key_refused' | 'unreadable';
  /** Whether real money is paid */
  live: boolean | null;
  /** The last four characters of the secret key */
  lastFour: string | null;
  /** Identifies the connection; replaced together with the keys */
  connectionId: string | null;
  /** The URL that is entered at the provider as a webhook; `null` for Mollie, which gets one with each payment */
  notificationUrl: string | null;
  /** The URL to enter at Stripe before it is connected: only then it has a `webhookSecret` */
  nextNotificationUrl: string;
  /** When it was connected */
  connectedAt: string | null;
}

export interface PaymentRecordedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'payment.recorded';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: PaymentRecordedEventData;
}

export interface PaymentRecordedEventData {
  invoice: Invoice;
  payment: Payment;
}

export interface PaymentRefundedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'payment.refunded';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: PaymentRefundedEventData;
}

export interface PaymentRefundedEventData {
  invoice: Invoice;
  payment: Payment;
}

export interface PaymentRemovedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'payment.removed';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: PaymentRemovedEventData;
}

export interface PaymentRemovedEventData {
  invoice: Invoice;
  payment: Payment;
}

/** Members and open invitations */
export interface PeopleLimit {
  /** As many as the account may have */
  limit: number;
  /** As many as it has now */
  used: number;
}

export interface PingEvent {
  /** Identifier */
  id: string;
  /** Type of the event */
  type: 'ping';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: PingEventData;
}

export interface PingEventData {
  /** The endpoint that is tested */
  endpointId: string;
}

export interface Preview {
  /** The items, in their order */
  items: Item[];
  /** Set together with `discountValue`, or leave both out */
  discountType: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue: number | null;
  /** ISO 4217 */
  currency: string;
  /** Sum of the amounts of the selected items */
  subtotal: number;
  /** Taken off before tax */
  discountAmount: number;
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount: number;
  /** Amount that the customer pays */
  total: number;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes: TaxTotal[];
  /** One entry per group of neighbouring items with the same section, in order */
  sections: SectionTotal[];
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule: Stage[] | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax: boolean;
  /** One entry per pair of interval and periods that has selected items. Only in quotes with recurring items, like `contractTotal` and `series` */
  recurring?: RecurringTotal[];
  /** `total` and every later period; `null` if one pair has no end */
  contractTotal?: number | null;
  /** Cost of the selected items; `null` while one of them has none. Only with `seesCosts` */
  cost?: number | null;
  /** Total without tax, less `cost`; `null` if that is. Only with `seesCosts` */
  margin?: number | null;
  /** `margin` of the total without tax, with two decimals. Only with `seesCosts` */
  marginPercent?: number | null;
}

/** Previous values of the fields that changed */
export interface PreviousCustomer {
  /** Your own identifier */
  id?: string;
  /** Name of the person or company */
  name?: string;
  /** One email address */
  email?: string | null;
  /** Telephone number */
  phone?: string | null;
  /** Postal address, one part per line */
  address?: string | null;
  /** ISO 3166-1 alpha-2 */
  country?: string | null;
  /** Tax number, such as a VAT number */
  taxId?: string | null;
  /** Whether it is a company or a person */
  kind?: 'company' | 'person';
  /** Language of documents, page and emails */
  locale?: string | null;
  /** Street and number */
  street?: string | null;
  /** Second line of the street: floor, building, c/o */
  street2?: string | null;
  /** Postal code */
  postalCode?: string | null;
  /** Town or city */
  city?: string | null;
  /** State, province or county */
  region?: string | null;
  /** Person or department to contact */
  contactName?: string | null;
  /** Number in the commercial register */
  registrationNumber?: string | null;
  /** Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID */
  buyerReference?: string | null;
  /** Format of electronic invoices; default: the account's `eInvoice` */
  eInvoiceFormat?: 'none' | 'factur-x' | 'xrechnung' | 'peppol' | null;
  /** The customer in the books, different for each. Given when the first invoice is issued, if the account has `accounting.firstDebtorNumber`; a `PUT` without it keeps it */
  debtorNumber?: number | null;
  /** The price list that items take their prices from when they are written. Only keys with the scope `write` may set it; a `PUT` without it keeps it */
  priceListId?: string | null;
  /** Where electronic invoices are delivered */
  electronicAddress?: ElectronicAddress | null;
  /** When it was created */
  createdAt?: string;
  /** When it last changed */
  updatedAt?: string;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata?: Record<string, string>;
  /** Only after an erasure: when. Nothing else is known about the customer any more */
  erasedAt?: string;
}

export interface PreviousInvoice {
  /** Identifier */
  id: string;
  /** Number, unique in the account */
  number: string;
  /** `null`: the invoice of the whole quote, or of all that was left of it */
  stage: InvoiceStage | null;
  /** Amount that the customer pays */
  total: number;
  /** Day of issue */
  issueDate: string;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes: TaxTotal[];
}

/** Previous values of the fields that changed, but for `items` */
export interface PreviousQuote {
  /** Opaque, begins with `quo_`, sorts by time */
  id?: string;
  /** Unique in the account, never reused */
  number?: string;
  /** Status */
  status?: 'DRAFT' | 'SENT' | 'ACCEPTED' | 'DECLINED' | 'EXPIRED' | 'CONVERTED';
  /** Identifier of an existing customer */
  customerId?: string;
  /** Subject of the quote */
  title?: string;
  /** Introduction, shown above the items */
  description?: string | null;
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference?: string | null;
  /** Terms and conditions */
  terms?: string | null;
  /** Internal notes: never shown to the customer */
  notes?: string | null;
  /** Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number | null;
  /** ISO 4217 */
  currency?: string;
  /** Sum of the amounts of the selected items */
  subtotal?: number;
  /** Taken off before tax */
  discountAmount?: number;
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount?: number;
  /** Amount that the customer pays */
  total?: number;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes?: TaxTotal[];
  /** One entry per group of neighbouring items with the same section, in order */
  sections?: SectionTotal[];
  /** The quote can be accepted until this time */
  validUntil?: string;
  /** When it was created */
  createdAt?: string;
  /** When it last changed */
  updatedAt?: string;
  /** When a mail server last accepted the quote */
  sentAt?: string | null;
  /** When it was accepted */
  acceptedAt?: string | null;
  /** When it was declined */
  declinedAt?: string | null;
  /** When it was converted: nothing is left to invoice */
  convertedAt?: string | null;
  /** The last invoice, once nothing is left to be invoiced */
  invoiceId?: string | null;
  /** Incremented when the content changes after the quote was sent */
  revision?: number;
  /** When the customer last opened the customer page */
  viewedAt?: string | null;
  /** The name that the customer typed */
  acceptedBy?: string | null;
  /** Why the customer declined */
  declineReason?: string | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata?: Record<string, string>;
  /** Files that go with it; see `PUT …/attachments/{name}`. They are content */
  attachments?: Attachment[];
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule?: Stage[] | null;
  /** In the order in which they were created */
  invoices?: InvoiceSummary[];
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax?: boolean;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance?: boolean;
  show?: Show;
  approval?: QuoteApproval;
  /** First day of the first period of recurring items, from 1970-01-01 to 2200-12-31. `null`: the day of the conversion */
  recurringFrom?: string | null;
  /** One entry per pair of interval and periods that has selected items. Only in quotes with recurring items, like `contractTotal` and `series` */
  recurring?: RecurringTotal[];
  /** `total` and every later period; `null` if one pair has no end */
  contractTotal?: number | null;
  /** The series that the conversion began, one per pair of interval and periods */
  series?: Series[];
  /** Questions that the customer answers on acceptance, at most 10 */
  acceptanceFields?: AcceptanceField[];
  /** The answers to `acceptanceFields` by key, as text: a number as `1200.50`, a date as `2026-11-30`, a checkbox as `yes` or `no` */
  answers?: Record<string, string>;
  /** Who must sign, 2 to 10: each gets a link of their own, and the quote is accepted when all have signed. Absent for a quote that one person accepts */
  signers?: Signer[];
}

export interface PriceImport {
  /** Rows with a price for an item that had none in the list */
  created: number;
  /** Rows with another price */
  updated: number;
  /** Rows with the price that the list had */
  unchanged: number;
  /** Rows that were skipped */
  rejected: number;
  /** Why rows were skipped: those of the first 100 */
  rejectedRows: RejectedPriceRow[];
}

export interface PriceList {
  /** Opaque, begins with `prl_`, sorts by time */
  id: string;
  /** Name */
  name: string;
  /** ISO 4217, of all its prices */
  currency: string;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
}

export interface PriceListEntry {
  /** The catalogue item that the price is for */
  catalogueItemId: string;
  /** Price of one unit in the smallest currency unit. With `quantityPrices` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent */
  unitPrice: number;
  /** Unit prices by quantity: `unitPrice` is then that of the step that the quantity reaches */
  quantityPrices: QuantityPrices | null;
  /** That of the list */
  currency: string;
  /** Text of the catalogue item */
  description: string;
  /** Article number of the catalogue item */
  sku: string | null;
}

export interface PriceListEntryPage {
  /** The entries */
  data: PriceListEntry[];
  pagination: Pagination;
}

export interface PriceListPage {
  /** The entries */
  data: PriceList[];
  pagination: Pagination;
}

export interface PriceListPatch {
  /** Name of the list, which customers never see */
  name?: string;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
}

export type PriceListPrice = {
  /** Price of one unit in the smallest currency unit. With `quantityPrices` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent */
  unitPrice?: number;
  /** Unit prices by quantity: `unitPrice` is then that of the step that the quantity reaches */
  quantityPrices?: QuantityPrices | null;
} & ({ quantityPrices: QuantityPrices | null } | { unitPrice: number });

export interface PriceStep {
  /** The quantity that the step begins at: 0 in the first one, then ascending */
  from: number;
  /** Price of one unit in the smallest currency unit */
  unitPrice: number;
}

/** RFC 9457. The meaning of a `code` never changes; `errors` lists all invalid fields, up to 100 of them and 64 KB. */
export interface Problem {
  /** A page that explains the `code` and says what to do */
  type: string;
  /** Meaning of the `code`, the same in every response */
  title: string;
  /** The HTTP status */
  status: number;
  /** Describes this error and what to do about it to a person */
  detail: string;
  /** For programs: its meaning never changes. New codes may come */
  code: 'unauthorized' | 'forbidden' | 'sign_in_again' | 'person_needed' | 'limit_reached' | 'too_many_accounts' | 'account_closed' | 'two_step_required' | 'cross_site' | 'not_found' | 'method_not_allowed' | 'quote_converted' | 'quote_not_open' | 'quote_not_sent' | 'reminders_stopped' | 'partly_invoiced' | 'quote_not_accepted' | 'quote_not_decided' | 'stage_invoiced' | 'periods_unconfirmed' | 'approval_required' | 'approval_not_needed' | 'quote_changed' | 'offer_changed' | 'proposal_decided' | 'proposal_outdated' | 'invoice_issued' | 'invoice_not_issued' | 'invoice_incomplete' | 'export_incomplete' | 'period_exported' | 'invoice_not_sent' | 'invoice_not_overdue' | 'invoice_changed' | 'is_credit_note' | 'more_than_due' | 'payment_of_provider' | 'payment_not_refundable' | 'more_than_paid' | 'refund_in_progress' | 'provider_refused' | 'pdf_too_large' | 'more_than_invoiced' | 'not_recurring' | 'nothing_selected' | 'customer_in_use' | 'customer_erased' | 'price_list_in_use' | 'debtor_number_taken' | 'sku_taken' | 'last_owner' | 'already_member' | 'too_many_invitations' | 'too_many_endpoints' | 'endpoint_disabled' | 'provider_unreachable' | 'mail_account_live_only' | 'secret_needed' | 'idempotency_mismatch' | 'idempotency_in_progress' | 'send_in_progress' | 'precondition_failed' | 'precondition_required' | 'events_gone' | 'body_too_large' | 'attachments_full' | 'unsupported_media_type' | 'validation_failed' | 'malformed_json' | 'bad_request' | 'statement_unreadable' | 'customer_unknown' | 'recipient_missing' | 'rate_limited' | 'send_limited' | 'internal' | 'stored_data_damaged' | 'mail_sign_in_needed' | 'mail_refused' | 'mail_unavailable' | 'mail_timeout' | 'pdf_busy' | 'pdf_failed' | 'overloaded' | 'list_too_slow' | 'unavailable';
  /** Every value of the request that is missing or invalid */
  errors: FieldError[];
  /** `true` if there are more errors than `errors` lists */
  errorsOmitted?: boolean;
  /** With `quote_converted` and `stage_invoiced`: the invoice */
  invoiceId?: string;
  /** With `sku_taken`: the catalogue item that has it */
  catalogueItemId?: string;
  /** With `debtor_number_taken`: the customer that has it */
  customerId?: string;
  /** Also in the header `X-Request-Id`; for the log and for support */
  requestId: string;
}

export interface Proposal {
  /** Begins with `prp_` */
  id: string;
  /** `replaced`: the customer has asked for something else since; `closed`: the quote was edited or decided before anybody answered */
  state: 'open' | 'applied' | 'declined' | 'replaced' | 'closed';
  /** The revision that it is about */
  revision: number;
  /** Empty if the customer only wrote a text */
  changes: ProposedChange[];
  /** What the customer chose with it */
  selection: ChosenItem[];
  /** What the customer wrote; it is in the thread, too */
  text: string;
  /** The total of the quote with changes and selection */
  total: number;
  /** The name of the customer */
  author: string;
  /** When it was created */
  createdAt: string;
  /** When it was applied or declined */
  decidedAt: string | null;
  /** Who applied or declined it */
  decidedBy: Actor | null;
  /** The text with which it was declined */
  answer: string | null;
}

export interface ProposalAnswer {
  /** The answer to the customer, as a message of the thread */
  text: string;
}

export interface ProposalPage {
  /** The entries */
  data: Proposal[];
  pagination: Pagination;
}

export interface ProposedChange {
  /** An item of the quote */
  itemId: string;
  /** Another quantity; `null` if it stays */
  quantity: number | null;
  /** Another price of one unit; `null` if it stays */
  unitPrice: number | null;
  /** Whether the item is to be left out */
  removed: boolean;
}

export interface QuantityPrices {
  /** `volume`: the step with the largest `from` that the quantity reaches prices all of it; `graduated`: each step prices the part of the quantity in it */
  kind: 'volume' | 'graduated';
  /** Unit prices by quantity */
  steps: PriceStep[];
}

export interface QuantityRange {
  /** The smallest quantity the customer may choose */
  min: number;
  /** The largest */
  max: number;
  /** Counted from `min`. Default: 1 */
  step: number;
}

export interface Quote {
  /** Opaque, begins with `quo_`, sorts by time */
  id: string;
  /** Unique in the account, never reused */
  number: string;
  /** Status */
  status: 'DRAFT' | 'SENT' | 'ACCEPTED' | 'DECLINED' | 'EXPIRED' | 'CONVERTED';
  /** Identifier of an existing customer */
  customerId: string;
  /** Subject of the quote */
  title: string;
  /** Introduction, shown above the items */
  description: string | null;
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference: string | null;
  /** Terms and conditions */
  terms: string | null;
  /** Internal notes: never shown to the customer */
  notes: string | null;
  /** The items, in their order */
  items: Item[];
  /** Set together with `discountValue`, or leave both out */
  discountType: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue: number | null;
  /** ISO 4217 */
  currency: string;
  /** Sum of the amounts of the selected items */
  subtotal: number;
  /** Taken off before tax */
  discountAmount: number;
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount: number;
  /** Amount that the customer pays */
  total: number;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes: TaxTotal[];
  /** One entry per group of neighbouring items with the same section, in order */
  sections: SectionTotal[];
  /** The quote can be accepted until this time */
  validUntil: string;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** When a mail server last accepted the quote */
  sentAt: string | null;
  /** When it was accepted */
  acceptedAt: string | null;
  /** When it was declined */
  declinedAt: string | null;
  /** When it was converted: nothing is left to invoice */
  convertedAt: string | null;
  /** The last invoice, once nothing is left to be invoiced */
  invoiceId: string | null;
  /** Incremented when the content changes after the quote was sent */
  revision: number;
  /** When the customer last opened the customer page */
  viewedAt: string | null;
  /** The name that the customer typed */
  acceptedBy: string | null;
  /** Why the customer declined, in their own words */
  declineReason: string | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata: Record<string, string>;
  /** Files that go with it; see `PUT …/attachments/{name}`. They are content */
  attachments: Attachment[];
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule: Stage[] | null;
  /** In the order in which they were created */
  invoices: InvoiceSummary[];
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax: boolean;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance: boolean;
  show: Show;
  approval?: QuoteApproval;
  /** First day of the first period of recurring items, from 1970-01-01 to 2200-12-31. `null`: the day of the conversion */
  recurringFrom?: string | null;
  /** One entry per pair of interval and periods that has selected items. Only in quotes with recurring items, like `contractTotal` and `series` */
  recurring?: RecurringTotal[];
  /** `total` and every later period; `null` if one pair has no end */
  contractTotal?: number | null;
  /** The series that the conversion began, one per pair of interval and periods */
  series?: Series[];
  /** Questions that the customer answers on acceptance, at most 10 */
  acceptanceFields?: AcceptanceField[];
  /** The answers to `acceptanceFields` by key, as text: a number as `1200.50`, a date as `2026-11-30`, a checkbox as `yes` or `no` */
  answers?: Record<string, string>;
  /** Who must sign, 2 to 10: each gets a link of their own, and the quote is accepted when all have signed. Absent for a quote that one person accepts */
  signers?: Signer[];
  /** Cost of the selected items; `null` while one of them has none. Only with `seesCosts` */
  cost?: number | null;
  /** Total without tax, less `cost`; `null` if that is. Only with `seesCosts` */
  margin?: number | null;
  /** `margin` of the total without tax, with two decimals. Only with `seesCosts` */
  marginPercent?: number | null;
  /** URL of the customer page. Returned only for a single quote, and only to keys with write access */
  publicUrl?: string | null;
}

export interface QuoteAcceptedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.accepted';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteAcceptedEventData;
}

export interface QuoteAcceptedEventData {
  quote: QuoteSummary;
  /** The answers to `acceptanceFields` by key, as text: a number as `1200.50`, a date as `2026-11-30`, a checkbox as `yes` or `no` */
  answers: Record<string, string>;
}

/** The last request or decision about the current content; absent if there is none */
export interface QuoteApproval {
  /** Whether somebody asked for approval, or how it was decided */
  state: 'requested' | 'approved' | 'rejected';
  /** The revision that it is about */
  revision: number;
  /** SHA-256 of the content with its costs */
  sha256: string;
  /** The person or key that asked; `null` if it was decided without a request */
  requestedBy: Actor | null;
  /** When somebody asked for approval; `null` if nobody had to */
  requestedAt: string | null;
  /** What the person wrote who asked */
  note: string | null;
  /** Who approved or rejected it */
  decidedBy: Actor | null;
  /** When it was approved or rejected */
  decidedAt: string | null;
  /** What the person wrote who decided */
  decisionNote: string | null;
}

export interface QuoteApprovalRequestedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.approval_requested';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: ApprovalEventData;
}

export interface QuoteApprovedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.approved';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: ApprovalEventData;
}

export interface QuoteBouncedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.bounced';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteBouncedEventData;
}

export interface QuoteBouncedEventData {
  quote: QuoteSummary;
  /** Email address */
  to: string;
  /** Enhanced status code such as `5.1.1` */
  status: string | null;
  /** The reason in words */
  reason: string;
  /** Reply of the mail server that rejected the email */
  response: string | null;
  /** Of the email that came back */
  messageId: string;
}

export interface QuoteChangeDeclinedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.change_declined';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteChangeDeclinedEventData;
}

export interface QuoteChangeDeclinedEventData {
  quote: QuoteSummary;
  proposal: Proposal;
  message: Message;
  /** Email address; `null` while no link is open */
  to: string | null;
  /** Whether the email is stored in the mailbox instead of being sent */
  captured?: boolean;
}

export interface QuoteChangeRequestedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.change_requested';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteChangeRequestedEventData;
}

export interface QuoteChangeRequestedEventData {
  quote: QuoteSummary;
  proposal: Proposal;
  message: Message;
}

export interface QuoteConvertedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.converted';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

export interface QuoteCreatedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.created';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

export interface QuoteDeclinedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.declined';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

export interface QuoteDeletedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.deleted';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

export interface QuoteEvent {
  /** Identifier */
  id: string;
  /** Type of the event */
  type: string;
  /** When it happened */
  at: string;
  actor: Actor;
  /** Details that depend on the type of the event */
  data: Record<string, unknown>;
}

export interface QuoteEventData {
  quote: QuoteSummary;
}

export interface QuoteEventList {
  /** The entries */
  data: QuoteEvent[];
  pagination: Pagination;
}

export interface QuoteExpiredEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.expired';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

export interface QuoteExpiringEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.expiring';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

/** Quotes created in this calendar month (UTC) */
export interface QuoteLimit {
  /** As many as the account may have */
  limit: number;
  /** As many as it has now */
  used: number;
}

export interface QuoteLinksRevokedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.links_revoked';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

export interface QuotePage {
  /** The entries */
  data: Quote[];
  pagination: LoosePagination;
}

export interface QuotePatch {
  /** Identifier of an existing customer */
  customerId?: string;
  /** Subject of the quote */
  title?: string;
  /** The items of the quote */
  items?: NewItem[];
  /** Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number | null;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule?: NewStage[] | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax?: boolean | null;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance?: boolean | null;
  /** The parts of single items that documents, the customer page and emails show. The API returns everything, and invoices are always complete. Fields that are left out stay as they are; the default is `true` */
  show?: ShowChange | null;
  /** Introduction, shown above the items */
  description?: string | null;
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference?: string | null;
  /** Terms and conditions */
  terms?: string | null;
  /** Internal notes: never shown to the customer */
  notes?: string | null;
  /** First day of the first period of recurring items, from 1970-01-01 to 2200-12-31. `null`: the day of the conversion */
  recurringFrom?: string | null;
  /** Questions that the customer answers on acceptance, at most 10. Default: those of the template or the account; `null` and `[]`: none */
  acceptanceFields?: AcceptanceFieldInput[] | null;
  /** Who must sign, 2 to 10: each gets a link of their own, and the quote is accepted when all have signed. They are content; any change of the content voids all signatures */
  signers?: SignerInput[] | null;
  /** The quote can be accepted until this time. Default: `validityDays` of the template or the account after creation; `null` in a PATCH: `validityDays` of the account from then. Sending moves the default of the account to the end of its day */
  validUntil?: string | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys. Merged by key: `null` removes one */
  metadata?: Record<string, string | null> | null;
  /** `ACCEPTED` or `DECLINED` records a decision that the customer gave by other means. Sending the current status has no effect. */
  status?: string;
  /** Selection of the customer; only with `"status": "ACCEPTED"`. Items that are not named stay as they are. It is not an edit: `revision` stays */
  selection?: ItemChoice[] | null;
  /** The answers to `acceptanceFields` by key, as text: a number as `1200.50`, a date as `2026-11-30`, a checkbox as `yes` or `no` */
  answers?: Record<string, string> | null;
}

export interface QuoteRejectedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.rejected';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: ApprovalEventData;
}

export interface QuoteRemindedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.reminded';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteRemindedEventData;
}

export interface QuoteRemindedEventData {
  quote: QuoteSummary;
  /** Email address */
  to: string;
  /** Whether the email is stored in the mailbox instead of being sent */
  captured?: boolean;
}

export interface QuoteRemindersStoppedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.reminders_stopped';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

export interface QuoteSendFailedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.send_failed';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteSendFailedEventData;
}

export interface QuoteSendFailedEventData {
  quote: QuoteSummary;
  /** Email address */
  to: string;
  /** Further recipients */
  cc: string[];
  /** `refused`, `unavailable`, `timeout`, `unknown` or `sign_in_needed` */
  outcome: string;
  /** Reply of the mail server */
  response: string;
  /** Message-ID of the email */
  messageId: string;
}

export interface QuoteSentEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.sent';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteSentEventData;
}

export interface QuoteSentEventData {
  quote: QuoteSummary;
  /** Email address */
  to: string;
  /** Further recipients */
  cc: string[];
  /** Whether the email is stored in the mailbox instead of being sent */
  captured: boolean;
  /** Message-ID of the email */
  messageId: string;
  /** Revision of the quote */
  revision: number;
  /** Of the PDF that was sent */
  documentSha256: string;
}

export interface QuoteSignedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.signed';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteSignedEventData;
}

export interface QuoteSignedEventData {
  quote: QuoteSummary;
  /** As the signer typed it */
  name: string;
  /** Email address */
  email: string;
  /** The revision that was signed */
  revision: number;
  /** Of the PDF that all signers sign */
  documentSha256: string;
}

export interface QuoteSummary {
  /** Opaque, begins with `quo_`, sorts by time */
  id: string;
  /** Unique in the account, never reused */
  number: string;
  /** Status */
  status: 'DRAFT' | 'SENT' | 'ACCEPTED' | 'DECLINED' | 'EXPIRED' | 'CONVERTED';
  /** Identifier of an existing customer */
  customerId: string;
  /** Subject of the quote */
  title: string;
  /** Introduction, shown above the items */
  description: string | null;
  /** Your customer’s order number, or one of yours. Printed on the invoice, and on the quote from the next time it is sent */
  reference: string | null;
  /** Terms and conditions */
  terms: string | null;
  /** Internal notes: never shown to the customer */
  notes: string | null;
  /** Set together with `discountValue`, or leave both out */
  discountType: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue: number | null;
  /** ISO 4217 */
  currency: string;
  /** Sum of the amounts of the selected items */
  subtotal: number;
  /** Taken off before tax */
  discountAmount: number;
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount: number;
  /** Amount that the customer pays */
  total: number;
  /** One entry per tax rate and category of the selected items, lowest rate first */
  taxes: TaxTotal[];
  /** One entry per group of neighbouring items with the same section, in order */
  sections: SectionTotal[];
  /** The quote can be accepted until this time */
  validUntil: string;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** When a mail server last accepted the quote */
  sentAt: string | null;
  /** When it was accepted */
  acceptedAt: string | null;
  /** When it was declined */
  declinedAt: string | null;
  /** When it was converted: nothing is left to invoice */
  convertedAt: string | null;
  /** The last invoice, once nothing is left to be invoiced */
  invoiceId: string | null;
  /** Incremented when the content changes after the quote was sent */
  revision: number;
  /** When the customer last opened the customer page */
  viewedAt: string | null;
  /** The name that the customer typed */
  acceptedBy: string | null;
  /** Why the customer declined, in their own words */
  declineReason: string | null;
  /** Your own keys and values, for your programs: customers never see them. At most 50 keys */
  metadata: Record<string, string>;
  /** Files that go with it; see `PUT …/attachments/{name}`. They are content */
  attachments: Attachment[];
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule: Stage[] | null;
  /** In the order in which they were created */
  invoices: InvoiceSummary[];
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax: boolean;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance: boolean;
  show: Show;
  approval?: QuoteApproval;
  /** First day of the first period of recurring items, from 1970-01-01 to 2200-12-31. `null`: the day of the conversion */
  recurringFrom?: string | null;
  /** One entry per pair of interval and periods that has selected items. Only in quotes with recurring items, like `contractTotal` and `series` */
  recurring?: RecurringTotal[];
  /** `total` and every later period; `null` if one pair has no end */
  contractTotal?: number | null;
  /** The series that the conversion began, one per pair of interval and periods */
  series?: Series[];
  /** Questions that the customer answers on acceptance, at most 10 */
  acceptanceFields?: AcceptanceField[];
  /** The answers to `acceptanceFields` by key, as text: a number as `1200.50`, a date as `2026-11-30`, a checkbox as `yes` or `no` */
  answers?: Record<string, string>;
  /** Who must sign, 2 to 10: each gets a link of their own, and the quote is accepted when all have signed. Absent for a quote that one person accepts */
  signers?: Signer[];
  /** The name that the customer has now */
  customerName: string;
  /** How often the customer opened the customer page; the last time is `viewedAt` */
  views: number;
  /** The latest entry of its history */
  lastEvent: LastEvent | null;
}

export interface QuoteSummaryPage {
  /** The entries */
  data: QuoteSummary[];
  pagination: LoosePagination;
}

export interface QuoteUpdatedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.updated';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteUpdatedEventData;
}

export interface QuoteUpdatedEventData {
  quote: QuoteSummary;
  /** Names of the fields that changed */
  fields: string[];
  previous: PreviousQuote;
}

export interface QuoteViewedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'quote.viewed';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: QuoteEventData;
}

export interface Readiness {
  /** Whether nothing is missing */
  ready: boolean;
  /** The values that are missing, each with the place where it is set */
  missing: MissingValue[];
}

/** The item is due again each period: quantity, price, amount, discount and cost are those of one period. The first one is due at the start */
export interface Recurrence {
  /** The length of a period */
  interval: 'week' | 'month' | 'quarter' | 'year';
  /** Number of periods, the first included. `null`: until it is ended */
  periods: number | null;
}

export interface RecurringSum {
  /** ISO 4217 */
  currency: string;
  /** Exact, however large */
  perMonth: number;
}

export interface RecurringTotal {
  /** The length of a period */
  interval: 'week' | 'month' | 'quarter' | 'year';
  /** Number of periods, the first included. `null`: until it is ended */
  periods: number | null;
  /** Sum of the amounts of its selected items */
  subtotal: number;
  /** Of a percentage discount of the quote; a fixed one comes off once, at the start */
  discountAmount: number;
  /** One entry per tax rate and category of its items */
  taxes: TaxTotal[];
  /** Tax on what is left, or inside it if prices include tax */
  taxAmount: number;
  /** What one later period costs */
  total: number;
}

export interface Registration {
  /** Label */
  label: string;
  /** The number or text after the label */
  value: string;
}

export interface RejectedPriceRow {
  /** Line of the file, from 1 */
  line: number;
  /** JSON pointer of the column; empty for the whole row */
  path: string;
  /** What is wrong, in English */
  message: string;
}

export interface RenewalRequestedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'renewal.requested';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: RenewalRequestedEventData;
}

export interface RenewalRequestedEventData {
  quote: QuoteSummary;
  /** Message of the customer */
  text: string | null;
}

/** Requests per minute of all keys and apps together */
export interface RequestLimit {
  /** As many as the account may have */
  limit: number;
}

export interface RetainedDocument {
  /** Type of the event */
  type: 'quote' | 'invoice' | 'credit_note';
  /** Identifier */
  id: string;
  /** Number, unique in the account */
  number: string;
  /** The last day on which it is kept */
  retainUntil: string;
}

export interface RevenueAccount {
  /** In percent */
  rate: number;
  /** Default: `standard` above a rate of 0; `null` for revenue at 0 without a category */
  category: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope' | null;
  /** Revenue account. For DATEV it has `accountLength` digits */
  account: string;
  /** Tax key of DATEV, for accounts that do not imply it */
  taxKey: string | null;
  /** Name of the tax rate in Xero, such as `20% (VAT on Income)` */
  taxType: string | null;
}

export interface Revision {
  /** Revision of the quote */
  revision: number;
  /** When it was sent */
  sentAt: string;
  /** Who it was sent to */
  sentTo: string;
  /** SHA-256 of the PDF, in hexadecimal digits */
  documentSha256: string;
  /** Opens the PDF without a key */
  documentUrl: string | null;
  quote: Quote;
}

export interface RevisionList {
  /** The entries */
  data: Revision[];
  pagination: Pagination;
}

export interface SectionTotal {
  /** The section */
  name: string;
  /** Sum of the amounts of its selected items */
  subtotal: number;
}

export interface Series {
  /** Opaque, begins with `ser_` */
  id: string;
  /** The length of a period */
  interval: 'week' | 'month' | 'quarter' | 'year';
  /** Number of periods, the first included. `null`: until it is ended */
  periods: number | null;
  /** Periods that are invoiced, the first one included */
  invoiced: number;
  /** First day of the next period, on which it is invoiced; `null` once there is none */
  nextDate: string | null;
  /** Last day of the last period that is or will be invoiced; `null` without an end */
  endsOn: string | null;
  /** `ended`: no further invoice will be made */
  state: 'active' | 'ended';
}

export interface SeriesEndedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'series.ended';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: SeriesEventData;
}

export interface SeriesEventData {
  quote: QuoteSummary;
  series: Series;
}

export interface SeriesStartedEvent {
  /** The same in the history of the quote, where that has it too */
  id: string;
  /** Type of the event */
  type: 'series.started';
  /** When it happened */
  timestamp: string;
  actor: Actor;
  data: SeriesEventData;
}

export interface Session {
  /** Identifier */
  id: string;
  /** The user who is signed in */
  userId: string;
  /** Name of that user */
  userName: string;
  /** When it was created */
  createdAt: string;
  /** When the user last signed in */
  signedInAt: string;
  /** When the session was last used */
  lastSeenAt: string;
  /** The browser or program, as in its User-Agent header */
  userAgent: string | null;
  /** Whether it is the session that asks */
  current: boolean;
}

export interface SessionList {
  /** The entries */
  data: Session[];
  pagination: Pagination;
}

/** The parts of single items that documents, the customer page and emails show. The API returns everything, and invoices are always complete */
export interface Show {
  /** Unit prices, amounts and discounts of items. Without them, the customer sees the sums of sections (per tax rate if a section has several) and the totals */
  linePrices: boolean;
  /** Quantities and units. A quantity that the customer may choose is always shown */
  quantities: boolean;
}

export interface ShowChange {
  /** Unit prices, amounts and discounts of items. Without them, the customer sees the sums of sections (per tax rate if a section has several) and the totals */
  linePrices?: boolean | null;
  /** Quantities and units. A quantity that the customer may choose is always shown */
  quantities?: boolean | null;
}

export interface Signature {
  /** The address that the link was sent to */
  email: string;
  /** As the signer typed it */
  name: string;
  /** When it happened */
  at: string;
  /** SHA-256 of the PDF that all signers signed */
  documentSha256: string;
  /** One SVG path in a box of 600 × 200 */
  signature: string | null;
  /** An IPv4 or IPv6 address */
  ip: string | null;
  /** The browser, as it names itself */
  userAgent: string | null;
  /** On the page, or by a program that said so */
  via: 'page' | 'program';
}

export interface Signer {
  /** Name */
  name: string;
  /** Where the link of this signer is sent */
  email: string;
  /** Who signs first; the same number means at the same time */
  order: number;
  /** When a mail server last accepted the email with the link */
  sentAt: string | null;
  /** When they signed */
  signedAt: string | null;
  /** When an edit voided their signature */
  voidedAt?: string;
  /** The link of this signer. Returned only for a single quote, and only to keys with write access */
  publicUrl?: string | null;
}

export interface SignerInput {
  /** Name */
  name: string;
  /** Where the link of this signer is sent */
  email: string;
  /** Who signs first; the same number means at the same time */
  order: number;
}

export interface Stage {
  /** Name of the stage on the quote and on its invoice */
  label: string;
  /** `rest` is what the other stages leave: one stage, and the last */
  type: 'percentage' | 'fixed' | 'rest';
  /** `percentage`: up to 100, at most two decimals; `fixed`: in the smallest currency unit; none with `rest` */
  value: number | null;
  due: StageDue;
  /** Amount of the stage, tax included */
  amount: number;
}

export interface StageDue {
  /** The event from which the days are counted */
  when: 'acceptance' | 'start' | 'completion' | 'date';
  /** After that. Default: 0 */
  days: number;
  /** Only with `"when": "date"`, and then required */
  date: string | null;
}

export interface Statistics {
  /** Of the account: months are those of this time zone */
  timeZone: string;
  open: OpenQuotes;
  won: WonQuotes;
  lost: LostQuotes;
  /** Won, of all that was won or lost; `null` where nothing was */
  winRate: number | null;
  /** From when it was last sent to the decision: in tenths of a day, from three days on in whole days; `null` if nobody decided */
  medianDaysToAnswer: number | null;
  /** Oldest first, the present month last. A quote counts in the month of its event */
  months: MonthStatistics[];
  /** Of all declined quotes, up to 20, the most frequent first */
  declineReasons: DeclineReason[];
  invoices: InvoiceStatistics;
  /** What a month of the active series of invoices comes to, by currency */
  recurring: RecurringSum[];
}

/** Bytes of attachments and PDFs */
export interface StorageLimit {
  /** As many as the account may have */
  limit: number;
  /** As many as it has now */
  used: number;
}

export interface SupplyPeriod {
  /** First day */
  from: string;
  /** Last day */
  to: string;
}

export interface TaxPart {
  /** As the law calls it: `CGST`, `SGST`, `UTGST` or `IGST` */
  name: string;
  /** In percent */
  rate: number;
  /** The parts add up to the tax */
  tax: number;
}

export interface TaxTotal {
  /** In percent */
  rate: number;
  /** Amounts of its items after the discount, without tax */
  net: number;
  /** The tax on it */
  tax: number;
  /** Why the item is taxed or not: `standard` with a rate above 0, every other one with a rate of 0. Default: `standard` above 0 (not shown), `zeroTaxCategory` of the account at 0 */
  category?: 'standard' | 'zero' | 'exempt' | 'small_business' | 'reverse_charge' | 'intra_eu' | 'export' | 'out_of_scope';
  /** The reasons of its items, joined by `; ` */
  reason?: string;
  /** Of sellers in India: central and state tax, or integrated tax, by the place of supply. Documents print them */
  parts?: TaxPart[];
}

export interface Template {
  /** Opaque, begins with `tpl_`, sorts by time */
  id: string;
  /** Name of the template; customers never see it */
  name: string;
  /** Subject of the quote */
  title: string | null;
  /** Introduction, shown above the items */
  description: string | null;
  /** Terms and conditions */
  terms: string | null;
  /** The items of the quote. Default: none, so that each quote supplies its own */
  items: NewItem[];
  /** Set together with `discountValue`, or leave both out */
  discountType: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue: number | null;
  /** ISO 4217 */
  currency: string | null;
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule: NewStage[] | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax: boolean | null;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance: boolean | null;
  show: Show;
  /** Questions that the customer answers on acceptance, at most 10 */
  acceptanceFields: AcceptanceField[] | null;
  /** Validity of quotes from this template in days. Default: that of the account */
  validityDays: number | null;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
}

export interface TemplatePage {
  /** The entries */
  data: Template[];
  pagination: Pagination;
}

export interface TemplatePatch {
  /** Name of the template; customers never see it */
  name?: string;
  /** Subject of the quote */
  title?: string | null;
  /** The items of the quote. Default: none, so that each quote supplies its own */
  items?: NewItem[] | null;
  /** Introduction, shown above the items */
  description?: string | null;
  /** Terms and conditions */
  terms?: string | null;
  /** Set together with `discountValue`, or leave both out */
  discountType?: 'percentage' | 'fixed' | null;
  /** `percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit */
  discountValue?: number | null;
  /** ISO 4217. Default: the currency of the account */
  currency?: string | null;
  /** The stages in which the total is invoiced. Without a `rest` they are percentages that add up to 100, or fixed amounts that add up to the total; if the customer can change the total, it takes percentages or a `rest` */
  paymentSchedule?: NewStage[] | null;
  /** Whether `unitPrice`, `amount`, `subtotal`, `discountAmount` and fixed discounts include tax. Then `total` is `subtotal` less `discountAmount`, and `taxAmount` is the tax inside */
  pricesIncludeTax?: boolean | null;
  /** Whether acceptance issues an invoice: of the first stage that is due at acceptance or, without a payment schedule, of the whole quote. The customer page says so */
  invoiceOnAcceptance?: boolean | null;
  /** The parts of single items that documents, the customer page and emails show. The API returns everything, and invoices are always complete. Fields that are left out stay as they are; the default is `true` */
  show?: ShowChange | null;
  /** Questions that the customer answers on acceptance, at most 10. `null`: those of the account; `[]`: none */
  acceptanceFields?: AcceptanceFieldInput[] | null;
  /** Validity of quotes from this template in days. Default: that of the account */
  validityDays?: number | null;
}

export interface TestClock {
  /** Current time of the account */
  now: string;
  /** `advancing` until everything that falls due in between is done */
  status: 'ready' | 'advancing';
}

export interface TestClockAdvance {
  /** The time to advance the clock to */
  advanceTo?: string;
  /** How far to advance the clock: an ISO 8601 duration, such as `P3D`, by the calendar in UTC */
  advanceBy?: string;
}

export interface TestMail {
  /** Who the email was sent to */
  to: string;
  /** Whether the email was captured instead: without a mail server, and always for test accounts */
  captured: boolean;
  /** Reply of the mail server; `null` without a mail server */
  response: string | null;
}

export interface UnreadMessages {
  /** Messages to the account that are still unread */
  unread: number;
}

export interface User {
  /** Identifier */
  id: string;
  /** Name */
  name: string;
  /** Email address */
  email: string;
  /** Permissions of the person in the account */
  role: 'owner' | 'member' | 'reader';
  /** Whether the person may see and set costs and see margins. Always for an owner, never for a reader. */
  seesCosts: boolean;
  /** Whether the person may approve quotes. Always for an owner, never for a reader. */
  mayApprove: boolean;
  /** When the user joined the account */
  since: string;
  /** Of the last use of the console, to within ten minutes */
  lastSeenAt: string | null;
  /** Whether the user can sign in with a password */
  hasPassword: boolean;
  /** Whether the user has turned on two-step verification */
  hasSecondFactor: boolean;
}

export interface UserList {
  /** The entries */
  data: User[];
  pagination: Pagination;
}

export interface UserPatch {
  /** Permissions of the person in the account */
  role?: 'owner' | 'member' | 'reader';
  /** Whether the person may see and set costs and see margins. Always for an owner, never for a reader. */
  seesCosts?: boolean;
  /** Whether the person may approve quotes. Always for an owner, never for a reader. */
  mayApprove?: boolean;
}

export interface Warning {
  /** A JSON pointer: `/account/taxId`, `/customer/street`, or a field of the invoice */
  path: string;
  /** Names the missing particular and the law that requires it */
  message: string;
}

export interface WebhookAttempt {
  /** When it happened */
  at: string;
  /** Of the HTTP response; `null` if there was none */
  status: number | null;
  /** How long it took, in milliseconds */
  ms: number;
  /** The first kilobyte of the body of the response */
  response: string | null;
  /** Why it failed; `null` if it did not */
  error: string | null;
}

export interface WebhookDelivery {
  /** Opaque, begins with `whd_`, sorts by time */
  id: string;
  /** The `webhook-id` of every attempt */
  eventId: string;
  /** Of the event, or `ping` */
  type: string;
  /** `waiting` for an attempt, `delivered`, or `failed` after the last one */
  status: 'waiting' | 'delivered' | 'failed';
  /** The latest ones, oldest first */
  attempts: WebhookAttempt[];
  /** `null` when there is none to come */
  nextAttemptAt: string | null;
  /** When it was created */
  createdAt: string;
}

export interface WebhookDeliveryPage {
  /** The entries */
  data: WebhookDelivery[];
  /** Goes on from here, as `after`; `null` on the last page */
  next: string | null;
  /** Whether there are entries after these */
  hasMore: boolean;
}

export interface WebhookEndpoint {
  /** Opaque, begins with `whe_` */
  id: string;
  /** Where events are sent */
  url: string;
  /** The types of events that are sent */
  types: string[];
  /** Purpose of the endpoint */
  description: string | null;
  /** Whether events are sent */
  enabled: boolean;
  /** Why the service disabled it: it responded with 410, or to nothing with success for five days */
  disabledReason: 'gone' | 'failing' | null;
  /** After a rotation: until then the secret before it signs as well */
  previousSecretExpiresAt: string | null;
  /** When it was created */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** To verify signatures: only in the response that creates or rotates it */
  secret?: string;
}

export interface WebhookEndpointPage {
  /** The entries */
  data: WebhookEndpoint[];
  pagination: Pagination;
}

export interface WebhookEndpointPatch {
  /** An https URL at a public address, without user name, password or fragment */
  url?: string;
  /** Types of events, `quote.*` for all of a kind, or `*` for all. Default: `["*"]` */
  types?: ('*' | 'credit_note.*' | 'credit_note.created' | 'customer.*' | 'customer.created' | 'customer.deleted' | 'customer.erased' | 'customer.updated' | 'invoice.*' | 'invoice.bounced' | 'invoice.created' | 'invoice.issued' | 'invoice.links_revoked' | 'invoice.overdue' | 'invoice.paid' | 'invoice.reminded' | 'invoice.send_failed' | 'invoice.sent' | 'invoice.viewed' | 'message.*' | 'message.received' | 'message.sent' | 'payment.*' | 'payment.disputed' | 'payment.recorded' | 'payment.refunded' | 'payment.removed' | 'quote.*' | 'quote.accepted' | 'quote.approval_requested' | 'quote.approved' | 'quote.bounced' | 'quote.change_declined' | 'quote.change_requested' | 'quote.converted' | 'quote.created' | 'quote.declined' | 'quote.deleted' | 'quote.expired' | 'quote.expiring' | 'quote.links_revoked' | 'quote.rejected' | 'quote.reminded' | 'quote.reminders_stopped' | 'quote.send_failed' | 'quote.sent' | 'quote.signed' | 'quote.updated' | 'quote.viewed' | 'renewal.*' | 'renewal.requested' | 'series.*' | 'series.ended' | 'series.started')[] | null;
  /** Purpose of the endpoint */
  description?: string | null;
  /** A disabled endpoint never gets the events that happen in the meantime. Default: `true` */
  enabled?: boolean;
}

export interface WebhookReplay {
  /** The id of an event, or a date-time: all that was written down after it is delivered again */
  after: string;
}

export interface WebhookReplayStarted {
  /** Events behind `after`. Those of the types of the endpoint are delivered */
  events: number;
}

export interface WebhookResend {
  /** Only to this endpoint. Default: to all enabled ones that the type of the event matches */
  endpointId?: string;
}

export interface WebhookResent {
  /** One per endpoint; empty if no enabled endpoint has the type of the event */
  deliveries: WebhookResentDelivery[];
}

export interface WebhookResentDelivery {
  /** The endpoint that the event is delivered to */
  endpointId: string;
  /** Identifies the delivery among those of the endpoint */
  deliveryId: string;
}

/** Accepted, or converted without a decision */
export interface WonQuotes {
  /** Number of them */
  count: number;
  /** By currency */
  totals: CurrencyTotal[];
  /** By currency. Only with `seesCosts` */
  margins?: CurrencyMargin[];
}

export interface ListQuotesQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
  /** Substring of the number or the title, in any script and case */
  search?: string;
  /** Substring of the number, the title, the reference, the description of an item or the name of the customer, in any script and case */
  q?: string;
  /** One status, or several separated by commas: `SENT,EXPIRED` */
  status?: ('DRAFT' | 'SENT' | 'ACCEPTED' | 'DECLINED' | 'EXPIRED' | 'CONVERTED')[];
  /** Only the quotes of this customer */
  customerId?: string;
  /** Created at this time or later. A date-time, or a date: the whole day in UTC */
  createdFrom?: string;
  /** Created at this time or earlier. A date-time, or a date: the whole day in UTC */
  createdTo?: string;
  /** Changed at this time or later. A date-time, or a date: the whole day in UTC */
  updatedFrom?: string;
  /** Changed at this time or earlier. A date-time, or a date: the whole day in UTC */
  updatedTo?: string;
  /** `validUntil` is this time or later. A date-time, or a date: the whole day in UTC */
  validFrom?: string;
  /** `validUntil` is this time or earlier. A date-time, or a date: the whole day in UTC */
  validTo?: string;
  /** ISO 4217, such as EUR */
  currency?: string;
  /** In the smallest unit of the currency: `total` is this amount or more; needs `currency` */
  totalFrom?: number;
  /** In the smallest unit of the currency: `total` is this amount or less; needs `currency` */
  totalTo?: number;
  /** Only quotes that wait for approval: `approval.state` is `requested`, and they are neither `ACCEPTED` nor `CONVERTED`, unless `status` asks for these */
  approval?: 'requested';
  /** Only quotes with recurring items */
  recurring?: 'true';
  /** `reference` is this text */
  reference?: string;
  /** `metadata[key]=value`: the metadata has this value under this key */
  metadata?: Record<string, string>;
  /** Field to sort by; a leading minus means descending. `total` needs `currency`; `lastEventAt` is the time of the last event of the history. `margin` is in percent, quotes without one come first, and it needs `seesCosts` */
  sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'validUntil' | '-validUntil' | 'customerName' | '-customerName' | 'total' | '-total' | 'lastEventAt' | '-lastEventAt' | 'margin' | '-margin';
  /** Do not count: `total` and `totalPages` are `null` */
  count?: 'none';
  /** Without `items`, and with `customerName`, `views` and `lastEvent` */
  fields?: 'summary';
}

export interface ListMessagesQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
}

export interface ListProposalsQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
}

export interface ListQuoteDeliveriesQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
}

export interface ListCustomersQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
  /** Substring of id, name or email */
  search?: string;
  /** The whole email address, in any case */
  email?: string;
  /** Created at this time or later. A date-time, or a date: the whole day in UTC */
  createdFrom?: string;
  /** Created at this time or earlier. A date-time, or a date: the whole day in UTC */
  createdTo?: string;
  /** Changed at this time or later. A date-time, or a date: the whole day in UTC */
  updatedFrom?: string;
  /** Changed at this time or earlier. A date-time, or a date: the whole day in UTC */
  updatedTo?: string;
  /** `metadata[key]=value`: the metadata has this value under this key */
  metadata?: Record<string, string>;
  /** Field to sort by; a leading minus means descending */
  sort?: 'id' | '-id' | 'name' | '-name' | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt';
}

export interface ListCatalogueItemsQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
  /** Substring of the description or the sku */
  search?: string;
  /** `sku` is this text */
  sku?: string;
  /** Only archived items, or only others */
  archived?: boolean;
}

export interface ListPriceListsQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
  /** Substring of the name */
  search?: string;
}

export interface ListPriceListEntriesQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `catalogueItemId` of the last entry before */
  after?: string;
  /** Substring of the description or the sku of the item */
  search?: string;
}

export interface ImportPriceListEntriesQuery {
  /** What comes before the decimals */
  decimal?: 'point' | 'comma';
  /** Report what would be stored, and store nothing */
  dryRun?: boolean;
}

export interface ListTemplatesQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
  /** Substring of the name or the title, among the newest 1,000 */
  search?: string;
}

export interface ListInvoicesQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
  /** One status, or several separated by commas: `ISSUED,PAID` */
  status?: ('DRAFT' | 'ISSUED' | 'PAID' | 'CREDITED')[];
  /** Only the invoices of this customer */
  customerId?: string;
  /** Only the invoices and credit notes of this quote */
  quoteId?: string;
  /** Only the later invoices of this series of a quote */
  seriesId?: string;
  /** Only invoices that are overdue, or only others */
  overdue?: boolean;
  /** Due on this day or later */
  dueFrom?: string;
  /** Due on this day or before */
  dueTo?: string;
  /** Issued on this day or later */
  issuedFrom?: string;
  /** Issued on this day or before */
  issuedTo?: string;
  /** Only invoices, or only credit notes */
  kind?: 'INVOICE' | 'CREDIT_NOTE';
  /** Created at this time or later. A date-time, or a date: the whole day in UTC */
  createdFrom?: string;
  /** Created at this time or earlier. A date-time, or a date: the whole day in UTC */
  createdTo?: string;
  /** Changed at this time or later. A date-time, or a date: the whole day in UTC */
  updatedFrom?: string;
  /** Changed at this time or earlier. A date-time, or a date: the whole day in UTC */
  updatedTo?: string;
  /** ISO 4217, such as EUR */
  currency?: string;
  /** In the smallest unit of the currency: `total` is this amount or more; needs `currency` */
  totalFrom?: number;
  /** In the smallest unit of the currency: `total` is this amount or less; needs `currency` */
  totalTo?: number;
  /** `reference` is this text */
  reference?: string;
  /** `metadata[key]=value`: the metadata has this value under this key */
  metadata?: Record<string, string>;
  /** Substring of the number, or of id, name or email of the customer */
  search?: string;
  /** A leading minus means descending. `total` needs `currency`. Credit notes have no due date and come after all others */
  sort?: 'createdAt' | '-createdAt' | 'issueDate' | '-issueDate' | 'dueDate' | '-dueDate' | 'updatedAt' | '-updatedAt' | 'total' | '-total';
  /** Without `items`, and with `customerName` */
  fields?: 'summary';
}

export interface GetInvoiceArchiveQuery {
  /** Month of the issue date */
  month: string;
}

export interface GetInvoiceXmlQuery {
  /** `cii`: Factur-X and ZUGFeRD, profile EN 16931. `ubl`: EN 16931. `xrechnung`: XRechnung, as UBL. `peppol`: Peppol BIS Billing 3. Default: the format in which the invoice is issued, else `cii` */
  format?: 'cii' | 'ubl' | 'xrechnung' | 'peppol';
}

export interface GetInvoiceReadinessQuery {
  /** `cii`: Factur-X and ZUGFeRD, profile EN 16931. `ubl`: EN 16931. `xrechnung`: XRechnung, as UBL. `peppol`: Peppol BIS Billing 3. Default: the format in which the invoice is issued, else `cii` */
  format?: 'cii' | 'ubl' | 'xrechnung' | 'peppol';
}

export interface ListAllPaymentsQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
  /** Only the payments of this invoice */
  invoiceId?: string;
  /** Only the payments of the invoices of this customer */
  customerId?: string;
  /** Received on this day or later */
  dateFrom?: string;
  /** Received on this day or before */
  dateTo?: string;
  /** Recorded at this time or later. A date-time, or a date: the whole day in UTC */
  createdFrom?: string;
  /** Recorded at this time or earlier. A date-time, or a date: the whole day in UTC */
  createdTo?: string;
  /** ISO 4217, such as EUR */
  currency?: string;
  /** `method` is this word, such as `BANK_TRANSFER` */
  method?: string;
  /** Only payments, only refunds and so on */
  kind?: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  /** Only what this provider reported */
  provider?: 'stripe' | 'mollie';
  /** Field to sort by; a leading minus means descending */
  sort?: 'createdAt' | '-createdAt' | 'date' | '-date';
}

export interface ImportPaymentsQuery {
  /** Heading of the column: day of booking */
  date?: string;
  /** Heading of the column: amount, negative for debits */
  amount?: string;
  /** Heading of the column: money received, if credits and debits have columns of their own */
  credit?: string;
  /** Heading of the column: money paid */
  debit?: string;
  /** Heading of the column: currency; default that of the heading of the amounts, else that of the account. Or the ISO 4217 code of all amounts that name none, or only a sign such as `$` */
  currency?: string;
  /** Heading of the column: structured reference of the payer */
  reference?: string;
  /** Heading of the column: what the payer wrote; default all columns with a text */
  text?: string;
  /** Heading of the column: name of the payer */
  payer?: string;
  /** Heading of the column: reference of the bank, unique per booking */
  bankReference?: string;
  /** What comes before the decimals of amounts. Needed only if the file does not show it, such as `5,000` in KWD */
  decimal?: 'point' | 'comma';
  /** Whether the day or the month comes first in dates such as `03/04/2026`. Needed only if the file does not show it */
  dateOrder?: 'dmy' | 'mdy';
  /** Words of a column, separated by commas, that mean money received. Needed only if no amount has a sign and a column of few words is not understood */
  moneyIn?: string;
  /** Words of that column, separated by commas, that mean money paid */
  moneyOut?: string;
}

export interface GetExportQuery {
  /** Month of the issue date */
  month?: string;
  /** Instead of `month`: the first day, with `to` */
  from?: string;
  /** The last day */
  to?: string;
  /** With `datev`: leave out documents in other currencies, which are a 409 otherwise */
  currency?: 'EUR';
  /** With `xero`: which documents; default: `invoice` */
  type?: 'invoice' | 'credit_note';
}

export interface GetStatisticsQuery {
  /** Number of months, including the current one */
  months?: number;
}

export interface ListEventsQuery {
  /** A `next`, the id of an event, or `latest` to start now. Default: from the first event in this order that is kept */
  after?: string;
  /** Events per page */
  limit?: number;
  /** Only events of this type */
  type?: 'quote.created' | 'quote.updated' | 'quote.sent' | 'quote.send_failed' | 'quote.bounced' | 'quote.viewed' | 'quote.reminded' | 'quote.signed' | 'quote.accepted' | 'quote.declined' | 'message.received' | 'message.sent' | 'renewal.requested' | 'quote.change_requested' | 'quote.change_declined' | 'quote.links_revoked' | 'quote.reminders_stopped' | 'quote.expired' | 'quote.approval_requested' | 'quote.approved' | 'quote.rejected' | 'invoice.created' | 'quote.converted' | 'series.started' | 'series.ended' | 'quote.expiring' | 'quote.deleted' | 'invoice.issued' | 'invoice.sent' | 'invoice.send_failed' | 'invoice.bounced' | 'invoice.viewed' | 'invoice.reminded' | 'invoice.links_revoked' | 'payment.recorded' | 'payment.removed' | 'payment.refunded' | 'payment.disputed' | 'invoice.paid' | 'invoice.overdue' | 'credit_note.created' | 'customer.created' | 'customer.updated' | 'customer.deleted' | 'customer.erased';
  /** Only events of this quote, its invoices and messages */
  quoteId?: string;
  /** Only events of this invoice or credit note */
  invoiceId?: string;
  /** Only events of this customer, and of the quotes and invoices that were for it at the time */
  customerId?: string;
  /** `desc`: newest first. Continue with `next` as `after` in the same order, towards the oldest event that is kept */
  order?: 'asc' | 'desc';
}

export interface ListWebhookEndpointsQuery {
  /** Page number */
  page?: number;
  /** Entries on a page */
  limit?: number;
  /** Instead of `page`: the `id` of the last entry of the page before. Entries that are added or removed in the meantime move no others to another page */
  after?: string;
}

export interface ListWebhookDeliveriesQuery {
  /** A `next`, or the id of a delivery. Default: start with the newest */
  after?: string;
  /** Deliveries per page */
  limit?: number;
  /** Only deliveries with this status */
  status?: 'waiting' | 'delivered' | 'failed';
}

/** What each operation takes and gives. */
export interface Operations {
  /** List quotes */
  listQuotes: { query?: ListQuotesQuery; result: QuotePage | QuoteSummaryPage };
  /** Create a quote */
  createQuote: { body: NewQuote; result: Quote };
  /** Get a quote */
  getQuote: { path: { id: string }; result: Quote };
  /** Update a quote */
  updateQuote: { path: { id: string }; body: QuotePatch; result: Quote };
  /** Delete a quote */
  deleteQuote: { path: { id: string }; result: undefined };
  /** Send a quote by email */
  sendQuote: { path: { id: string }; body?: NewSending; result: Quote };
  /** Convert a quote to an invoice, or one stage of it */
  convertQuote: { path: { id: string }; body?: Conversion; result: ConvertedInvoice };
  /** Get the PDF of a quote */
  getQuotePdf: { path: { id: string }; result: DocumentLink };
  /** Get the PDF of an invoice */
  getInvoicePdf: { path: { id: string }; result: DocumentLink };
  /** Duplicate a quote */
  duplicateQuote: { path: { id: string }; body?: NewDuplicate; result: Quote };
  /** Compute a quote without storing it */
  previewQuote: { body: NewPreview; result: Preview };
  /** Remind the customer of a quote */
  remindCustomer: { path: { id: string }; body?: NewReminder; result: Quote };
  /** End recurring invoices */
  endRecurring: { path: { id: string }; body?: EndRecurring; result: Quote };
  /** Ask for approval of a quote */
  requestApproval: { path: { id: string }; body?: NewApprovalRequest; result: Quote };
  /** Approve a quote */
  approveQuote: { path: { id: string }; body?: ApprovalDecision; result: Quote };
  /** Reject a quote that needs approval */
  rejectQuote: { path: { id: string }; body?: ApprovalDecision; result: Quote };
  /** List the history of a quote */
  listQuoteEvents: { path: { id: string }; result: QuoteEventList };
  /** List the sent revisions of a quote */
  listQuoteRevisions: { path: { id: string }; result: RevisionList };
  /** Get the record of the decision on a quote */
  getQuoteAcceptance: { path: { id: string }; result: Acceptance };
  /** Get the evidence of the decision on a quote */
  getQuoteEvidence: { path: { id: string }; result: undefined };
  /** Revoke the links to the customer page */
  revokeQuoteLinks: { path: { id: string }; result: undefined };
  /** List the messages about a quote */
  listMessages: { path: { id: string }; query?: ListMessagesQuery; result: MessagePage };
  /** Write to the customer about a quote */
  postMessage: { path: { id: string }; body: NewMessage; result: Message };
  /** Mark the messages to the account as read */
  readMessages: { path: { id: string }; body: MessagesRead; result: UnreadMessages };
  /** List the changes that the customer asked for */
  listProposals: { path: { id: string }; query?: ListProposalsQuery; result: ProposalPage };
  /** Change a quote as the customer asked */
  applyProposal: { path: { id: string; proposalId: string }; result: Quote };
  /** Decline the changes that the customer asked for */
  declineProposal: { path: { id: string; proposalId: string }; body: ProposalAnswer; result: Proposal };
  /** List the emails about a quote */
  listQuoteDeliveries: { path: { id: string }; query?: ListQuoteDeliveriesQuery; result: DeliveryPage };
  /** Download a file of a message that came by email */
  getMessageAttachment: { path: { id: string; messageId: string; index: string }; result: undefined };
  /** List the attachments of a quote */
  listAttachments: { path: { id: string }; result: AttachmentList };
  /** Attach a file to a quote, or replace it */
  putAttachment: { path: { id: string; name: string }; body: FileBody; result: Attachment };
  /** Download an attachment */
  getAttachment: { path: { id: string; name: string }; result: undefined };
  /** Remove an attachment from a quote */
  deleteAttachment: { path: { id: string; name: string }; result: undefined };
  /** List customers */
  listCustomers: { query?: ListCustomersQuery; result: CustomerPage };
  /** Create a customer */
  createCustomer: { body: NewCustomer; result: CheckedCustomer };
  /** Get a customer */
  getCustomer: { path: { id: string }; result: CheckedCustomer };
  /** Create or replace a customer under your own identifier */
  putCustomer: { path: { id: string }; body: NewCustomer; result: CheckedCustomer };
  /** Update a customer */
  updateCustomer: { path: { id: string }; body: CustomerPatch; result: CheckedCustomer };
  /** Delete a customer that has no quotes */
  deleteCustomer: { path: { id: string }; result: undefined };
  /** Erase a customer for good */
  eraseCustomer: { path: { id: string }; result: Erasure };
  /** Export all about a customer */
  exportCustomer: { path: { id: string }; result: undefined };
  /** List catalogue items */
  listCatalogueItems: { query?: ListCatalogueItemsQuery; result: CatalogueItemPage };
  /** Create a catalogue item */
  createCatalogueItem: { body: NewCatalogueItem; result: CatalogueItem };
  /** Get a catalogue item */
  getCatalogueItem: { path: { id: string }; result: CatalogueItem };
  /** Update a catalogue item */
  updateCatalogueItem: { path: { id: string }; body: CatalogueItemPatch; result: CatalogueItem };
  /** Delete a catalogue item */
  deleteCatalogueItem: { path: { id: string }; result: undefined };
  /** List price lists */
  listPriceLists: { query?: ListPriceListsQuery; result: PriceListPage };
  /** Create a price list */
  createPriceList: { body: NewPriceList; result: PriceList };
  /** Get a price list */
  getPriceList: { path: { id: string }; result: PriceList };
  /** Update a price list */
  updatePriceList: { path: { id: string }; body: PriceListPatch; result: PriceList };
  /** Delete a price list that no customer has */
  deletePriceList: { path: { id: string }; result: undefined };
  /** List the entries of a price list */
  listPriceListEntries: { path: { id: string }; query?: ListPriceListEntriesQuery; result: PriceListEntryPage };
  /** Set the price of a catalogue item in a price list */
  putPriceListEntry: { path: { id: string; catalogueItemId: string }; body: PriceListPrice; result: PriceListEntry };
  /** Remove a catalogue item from a price list */
  deletePriceListEntry: { path: { id: string; catalogueItemId: string }; result: undefined };
  /** Import prices from CSV or XLSX */
  importPriceListEntries: { path: { id: string }; query?: ImportPriceListEntriesQuery; body: FileBody; result: PriceImport };
  /** List templates */
  listTemplates: { query?: ListTemplatesQuery; result: TemplatePage };
  /** Create a template */
  createTemplate: { body: NewTemplate; result: Template };
  /** Get a template */
  getTemplate: { path: { id: string }; result: Template };
  /** Update a template */
  updateTemplate: { path: { id: string }; body: TemplatePatch; result: Template };
  /** Delete a template */
  deleteTemplate: { path: { id: string }; result: undefined };
  /** List invoices and credit notes */
  listInvoices: { query?: ListInvoicesQuery; result: InvoicePage | ListedInvoicePage };
  /** Get the PDFs of a month */
  getInvoiceArchive: { query: GetInvoiceArchiveQuery; result: undefined };
  /** Get an invoice */
  getInvoice: { path: { id: string }; result: Invoice };
  /** Change a draft, or the metadata of an invoice */
  updateInvoice: { path: { id: string }; body: InvoicePatch; result: Invoice };
  /** List the history of an invoice */
  listInvoiceEvents: { path: { id: string }; result: InvoiceEventList };
  /** Get the electronic invoice */
  getInvoiceXml: { path: { id: string }; query?: GetInvoiceXmlQuery; result: undefined };
  /** Find out what an electronic invoice lacks */
  getInvoiceReadiness: { path: { id: string }; query?: GetInvoiceReadinessQuery; result: InvoiceReadiness };
  /** Issue an invoice */
  issueInvoice: { path: { id: string }; body?: Issue; result: IssuedInvoice };
  /** Send an invoice by email */
  sendInvoice: { path: { id: string }; body?: NewInvoiceSending; result: IssuedInvoice };
  /** Remind the customer of an overdue invoice */
  remindOfInvoice: { path: { id: string }; body?: NewReminder; result: Invoice };
  /** Revoke the links to the page of an invoice */
  revokeInvoiceLinks: { path: { id: string }; result: undefined };
  /** List the payments of an invoice */
  listPayments: { path: { id: string }; result: PaymentList };
  /** Record a payment */
  recordPayment: { path: { id: string }; body: NewPayment; result: Payment };
  /** Remove a payment */
  removePayment: { path: { id: string; paymentId: string }; result: undefined };
  /** List the payments of all invoices */
  listAllPayments: { query?: ListAllPaymentsQuery; result: ListedPaymentPage };
  /** Import a bank statement */
  importPayments: { query?: ImportPaymentsQuery; body: FileBody; result: PaymentImport };
  /** Get an imported bank statement */
  getPaymentImport: { path: { id: string }; result: PaymentImport };
  /** Record lines of a bank statement as payments */
  confirmPayments: { path: { id: string }; body: PaymentConfirmation; result: ConfirmedPayments };
  /** Refund a payment */
  refundPayment: { path: { id: string; paymentId: string }; body?: NewRefund; result: Payment };
  /** Credit an invoice, or a part of it */
  creditInvoice: { path: { id: string }; body?: Credit; result: Invoice };
  /** Export a period for the accountant */
  getExport: { path: { kind: string }; query?: GetExportQuery; result: undefined };
  /** Get the business that issues the quotes */
  getAccount: { result: Account };
  /** Update the business that issues the quotes */
  updateAccount: { body: AccountPatch; result: Account };
  /** List the accounts of the signed-in person */
  listAccounts: { result: OwnAccountList };
  /** Create an account that the signed-in person owns */
  createAccount: { body: NewAccount; result: Account };
  /** Export everything of the account */
  exportAccount: { result: undefined };
  /** Close the account */
  closeAccount: { body: CloseAccount; result: Account };
  /** Reopen the account */
  reopenAccount: { result: Account };
  /** Send a test email */
  sendTestMail: { body?: NewTestMail; result: TestMail };
  /** Get statistics about quotes and invoices */
  getStatistics: { query?: GetStatisticsQuery; result: Statistics };
  /** Get the payment provider */
  getPaymentProvider: { result: PaymentProvider };
  /** Connect a payment provider */
  connectPaymentProvider: { body: NewPaymentProvider; result: PaymentProvider };
  /** Disconnect the payment provider */
  disconnectPaymentProvider: { result: undefined };
  /** Get the mail account */
  getMailAccount: { result: MailAccount };
  /** Connect a mail server */
  connectMailAccount: { body: NewMailAccount; result: MailAccount };
  /** Disconnect the mail account */
  disconnectMailAccount: { result: undefined };
  /** Get the test clock */
  getTestClock: { result: TestClock };
  /** Advance the test clock */
  advanceTestClock: { body: TestClockAdvance; result: TestClock };
  /** List the users of the account */
  listUsers: { result: UserList };
  /** Change the role or the rights of a user */
  updateUser: { path: { id: string }; body: UserPatch; result: User };
  /** Remove a user from the account */
  removeUser: { path: { id: string }; result: undefined };
  /** List the open invitations */
  listInvitations: { result: InvitationList };
  /** Invite a person by email */
  createInvitation: { body: NewInvitation; result: Invitation };
  /** Withdraw an invitation */
  withdrawInvitation: { path: { id: string }; result: undefined };
  /** List the sessions of all users of the account */
  listSessions: { result: SessionList };
  /** End a session in the account */
  endSession: { path: { id: string }; result: undefined };
  /** List the API keys */
  listKeys: { result: KeyList };
  /** Create an API key */
  createKey: { body: NewKey; result: Key };
  /** Revoke an API key */
  revokeKey: { path: { id: string }; result: undefined };
  /** List the events of the account */
  listEvents: { query?: ListEventsQuery; result: EventFeed };
  /** Get an event */
  getEvent: { path: { id: string }; result: Event };
  /** List the webhook endpoints */
  listWebhookEndpoints: { query?: ListWebhookEndpointsQuery; result: WebhookEndpointPage };
  /** Create a webhook endpoint */
  createWebhookEndpoint: { body: NewWebhookEndpoint; result: WebhookEndpoint };
  /** Get a webhook endpoint */
  getWebhookEndpoint: { path: { id: string }; result: WebhookEndpoint };
  /** Update a webhook endpoint */
  updateWebhookEndpoint: { path: { id: string }; body: WebhookEndpointPatch; result: WebhookEndpoint };
  /** Delete a webhook endpoint */
  deleteWebhookEndpoint: { path: { id: string }; result: undefined };
  /** Rotate the secret of a webhook endpoint */
  rotateWebhookSecret: { path: { id: string }; result: WebhookEndpoint };
  /** Send a ping to a webhook endpoint */
  testWebhookEndpoint: { path: { id: string }; result: WebhookDelivery };
  /** List the deliveries to a webhook endpoint */
  listWebhookDeliveries: { path: { id: string }; query?: ListWebhookDeliveriesQuery; result: WebhookDeliveryPage };
  /** Deliver an event to a webhook endpoint again */
  retryWebhookDelivery: { path: { id: string; deliveryId: string }; result: WebhookDelivery };
  /** Deliver past events to a webhook endpoint again */
  replayWebhookEvents: { path: { id: string }; body: WebhookReplay; result: WebhookReplayStarted };
  /** Deliver an event again */
  resendEvent: { path: { id: string }; body?: WebhookResend; result: WebhookResent };
}

export const OPERATIONS = {
  listQuotes: 'GET /quotes',
  createQuote: 'POST /quotes',
  getQuote: 'GET /quotes/{id}',
  updateQuote: 'PATCH /quotes/{id}',
  deleteQuote: 'DELETE /quotes/{id}',
  sendQuote: 'POST /quotes/{id}/send',
  convertQuote: 'POST /quotes/{id}/convert-to-invoice',
  getQuotePdf: 'GET /quotes/{id}/pdf',
  getInvoicePdf: 'GET /invoices/{id}/pdf',
  duplicateQuote: 'POST /quotes/{id}/duplicate',
  previewQuote: 'POST /quotes/preview',
  remindCustomer: 'POST /quotes/{id}/remind',
  endRecurring: 'POST /quotes/{id}/end-recurring',
  requestApproval: 'POST /quotes/{id}/request-approval',
  approveQuote: 'POST /quotes/{id}/approve',
  rejectQuote: 'POST /quotes/{id}/reject',
  listQuoteEvents: 'GET /quotes/{id}/events',
  listQuoteRevisions: 'GET /quotes/{id}/revisions',
  getQuoteAcceptance: 'GET /quotes/{id}/acceptance',
  getQuoteEvidence: 'GET /quotes/{id}/evidence',
  revokeQuoteLinks: 'DELETE /quotes/{id}/links',
  listMessages: 'GET /quotes/{id}/messages',
  postMessage: 'POST /quotes/{id}/messages',
  readMessages: 'POST /quotes/{id}/messages/read',
  listProposals: 'GET /quotes/{id}/proposals',
  applyProposal: 'POST /quotes/{id}/proposals/{proposalId}/apply',
  declineProposal: 'POST /quotes/{id}/proposals/{proposalId}/decline',
  listQuoteDeliveries: 'GET /quotes/{id}/deliveries',
  getMessageAttachment: 'GET /quotes/{id}/messages/{messageId}/attachments/{index}',
  listAttachments: 'GET /quotes/{id}/attachments',
  putAttachment: 'PUT /quotes/{id}/attachments/{name}',
  getAttachment: 'GET /quotes/{id}/attachments/{name}',
  deleteAttachment: 'DELETE /quotes/{id}/attachments/{name}',
  listCustomers: 'GET /customers',
  createCustomer: 'POST /customers',
  getCustomer: 'GET /customers/{id}',
  putCustomer: 'PUT /customers/{id}',
  updateCustomer: 'PATCH /customers/{id}',
  deleteCustomer: 'DELETE /customers/{id}',
  eraseCustomer: 'POST /customers/{id}/erase',
  exportCustomer: 'GET /customers/{id}/export',
  listCatalogueItems: 'GET /catalogue-items',
  createCatalogueItem: 'POST /catalogue-items',
  getCatalogueItem: 'GET /catalogue-items/{id}',
  updateCatalogueItem: 'PATCH /catalogue-items/{id}',
  deleteCatalogueItem: 'DELETE /catalogue-items/{id}',
  listPriceLists: 'GET /price-lists',
  createPriceList: 'POST /price-lists',
  getPriceList: 'GET /price-lists/{id}',
  updatePriceList: 'PATCH /price-lists/{id}',
  deletePriceList: 'DELETE /price-lists/{id}',
  listPriceListEntries: 'GET /price-lists/{id}/entries',
  putPriceListEntry: 'PUT /price-lists/{id}/entries/{catalogueItemId}',
  deletePriceListEntry: 'DELETE /price-lists/{id}/entries/{catalogueItemId}',
  importPriceListEntries: 'POST /price-lists/{id}/entries/import',
  listTemplates: 'GET /templates',
  createTemplate: 'POST /templates',
  getTemplate: 'GET /templates/{id}',
  updateTemplate: 'PATCH /templates/{id}',
  deleteTemplate: 'DELETE /templates/{id}',
  listInvoices: 'GET /invoices',
  getInvoiceArchive: 'GET /invoices/archive',
  getInvoice: 'GET /invoices/{id}',
  updateInvoice: 'PATCH /invoices/{id}',
  listInvoiceEvents: 'GET /invoices/{id}/events',
  getInvoiceXml: 'GET /invoices/{id}/xml',
  getInvoiceReadiness: 'GET /invoices/{id}/readiness',
  issueInvoice: 'POST /invoices/{id}/issue',
  sendInvoice: 'POST /invoices/{id}/send',
  remindOfInvoice: 'POST /invoices/{id}/remind',
  revokeInvoiceLinks: 'DELETE /invoices/{id}/links',
  listPayments: 'GET /invoices/{id}/payments',
  recordPayment: 'POST /invoices/{id}/payments',
  removePayment: 'DELETE /invoices/{id}/payments/{paymentId}',
  listAllPayments: 'GET /payments',
  importPayments: 'POST /payments/imports',
  getPaymentImport: 'GET /payments/imports/{id}',
  confirmPayments: 'POST /payments/imports/{id}/confirm',
  refundPayment: 'POST /invoices/{id}/payments/{paymentId}/refund',
  creditInvoice: 'POST /invoices/{id}/credit',
  getExport: 'GET /exports/{kind}',
  getAccount: 'GET /account',
  updateAccount: 'PATCH /account',
  listAccounts: 'GET /accounts',
  createAccount: 'POST /accounts',
  exportAccount: 'GET /account/export',
  closeAccount: 'POST /account/close',
  reopenAccount: 'POST /account/reopen',
  sendTestMail: 'POST /mail/test',
  getStatistics: 'GET /statistics',
  getPaymentProvider: 'GET /payment-provider',
  connectPaymentProvider: 'PUT /payment-provider',
  disconnectPaymentProvider: 'DELETE /payment-provider',
  getMailAccount: 'GET /mail-account',
  connectMailAccount: 'PUT /mail-account',
  disconnectMailAccount: 'DELETE /mail-account',
  getTestClock: 'GET /test-clock',
  advanceTestClock: 'POST /test-clock',
  listUsers: 'GET /users',
  updateUser: 'PATCH /users/{id}',
  removeUser: 'DELETE /users/{id}',
  listInvitations: 'GET /invitations',
  createInvitation: 'POST /invitations',
  withdrawInvitation: 'DELETE /invitations/{id}',
  listSessions: 'GET /sessions',
  endSession: 'DELETE /sessions/{id}',
  listKeys: 'GET /keys',
  createKey: 'POST /keys',
  revokeKey: 'DELETE /keys/{id}',
  listEvents: 'GET /events',
  getEvent: 'GET /events/{id}',
  listWebhookEndpoints: 'GET /webhook-endpoints',
  createWebhookEndpoint: 'POST /webhook-endpoints',
  getWebhookEndpoint: 'GET /webhook-endpoints/{id}',
  updateWebhookEndpoint: 'PATCH /webhook-endpoints/{id}',
  deleteWebhookEndpoint: 'DELETE /webhook-endpoints/{id}',
  rotateWebhookSecret: 'POST /webhook-endpoints/{id}/rotate-secret',
  testWebhookEndpoint: 'POST /webhook-endpoints/{id}/test',
  listWebhookDeliveries: 'GET /webhook-endpoints/{id}/deliveries',
  retryWebhookDelivery: 'POST /webhook-endpoints/{id}/deliveries/{deliveryId}/retry',
  replayWebhookEvents: 'POST /webhook-endpoints/{id}/replay',
  resendEvent: 'POST /events/{id}/resend',
} as const satisfies Record<keyof Operations, string>;
