/** Fields that mean the same wherever they stand; what a schema itself says of a field comes first. */
const EVERYWHERE: Record<string, string> = {
  at: 'When it happened',
  cc: 'Further recipients',
  count: 'How many there are',
  createdAt: 'When it was created',
  currency: 'ISO 4217',
  data: 'The entries',
  dueDate: 'When the invoice is due',
  email: 'Email address',
  expiresAt: 'Until when it works',
  hasMore: 'Whether there are entries after these',
  id: 'Identifier',
  issueDate: 'Date of the invoice, in the time zone of the account',
  items: 'The items, in their order',
  label: 'What it is called',
  limit: 'Entries per page',
  messageId: 'Message-ID of the email',
  name: 'Name',
  number: 'Number, unique in the account',
  page: 'Number of this page, from 1',
  paymentMethod: 'How the invoice is paid',
  quantity: 'Quantity',
  quoteId: 'The quote it belongs to',
  quoteNumber: 'Number of that quote',
  revision: 'Revision of the quote',
  sha256: 'SHA-256 of the file, in hexadecimal digits',
  status: 'Where it stands',
  timestamp: 'When it happened',
  total: 'Number of entries on all pages',
  totalPages: 'Number of pages',
  type: 'What happened',
  updatedAt: 'When it last changed',
  userAgent: 'The browser or program, as it called itself',
  validUntil: 'The quote can be accepted until this time',
  when: 'From when the days are counted',
};

const CONTACT: Record<string, string> = {
  name: 'Name of the person or company',
  phone: 'Telephone number',
  address: 'Postal address, in lines',
  taxId: 'Tax number, such as a VAT number',
  kind: 'Whether it is a company or a person',
  locale: 'Language of documents, page and emails',
};

/** Of single schemas. */
const BY_SCHEMA: Record<string, Record<string, string>> = {
  Acceptance: { decision: 'What the customer decided', reason: 'Why it was declined, in their own words' },
  Account: {
    kind: 'Accounts with test keys send no real email',
    invoiceNumberFormat: 'How invoices are numbered',
  },
  AccountPatch: { invoiceNumberFormat: 'How invoices are numbered' },
  Actor: {
    type: 'Who did it: a person, a key, the customer or the service itself',
    id: 'Identifier of the person or the key',
    name: 'Name of the person or the key',
  },
  CatalogueItem: { unit: 'What the quantity counts', sku: 'Your own article number' },
  ChosenItem: { selected: 'Whether the item counts' },
  Customer: CONTACT,
  DeclineReason: { reason: 'What the customer wrote' },
  InvoiceCustomer: CONTACT,
  InvoiceStage: { index: 'Place in the payment schedule, from 0' },
  Key: { name: 'What the key is for' },
  LastEvent: { type: 'What happened last' },
  LostQuotes: { declined: 'Declined by the customer', expired: 'Expired without a decision' },
  Message: { from: 'Who wrote it', author: 'Name of who wrote it', text: 'The message' },
  MonthStatistics: { month: 'Such as 2026-11, in the time zone of the account' },
  PingEventData: { endpointId: 'The endpoint that is tested' },
  PreviousCustomer: CONTACT,
  PreviousQuote: { declineReason: 'Why the customer declined' },
  Quote: { declineReason: 'Why the customer declined, in their own words' },
  QuoteEvent: { data: 'What belongs to this kind of event' },
  QuoteSummary: { declineReason: 'Why the customer declined, in their own words' },
  Registration: { value: 'The number or text behind it' },
  Revision: {
    sentAt: 'When it was sent',
    sentTo: 'Who it was sent to',
    documentSha256: 'SHA-256 of the PDF, in hexadecimal digits',
    documentUrl: 'Opens the PDF without a key',
  },
  SectionTotal: { name: 'The section' },
  Session: {
    userId: 'Who is signed in',
    userName: 'Name of who is signed in',
    signedInAt: 'When they last proved who they are',
    lastSeenAt: 'When the session was last used',
  },
  User: {
    since: 'Since when they belong to the account',
    hasPassword: 'Whether they can sign in with a password',
    hasSecondFactor: 'Whether signing in takes a second step',
  },
  WebhookEndpoint: {
    url: 'Where events are sent',
    types: 'The types of events that are sent',
    enabled: 'Whether events are sent',
  },
};

/** The properties of a schema, with words for those that have none. */
export function withDescriptions(schema: string, properties: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = BY_SCHEMA[schema]?.[name] ?? EVERYWHERE[name];
      const isTold = description === undefined || 'description' in property || '$ref' in property;
      return [name, isTold ? property : { ...property, description }];
    }),
  );
}
