/** Fields with the same meaning in all schemas. The description in a schema itself takes precedence. */
const COMMON_FIELDS: Record<string, string> = {
  at: 'When it happened',
  cc: 'Further recipients',
  count: 'Number of them',
  createdAt: 'When it was created',
  currency: 'ISO 4217',
  data: 'The entries',
  dueDate: 'When the invoice is due',
  email: 'Email address',
  expiresAt: 'When it expires',
  hasMore: 'Whether there are entries after these',
  id: 'Identifier',
  issueDate: 'Date of the invoice, in the time zone of the account',
  items: 'The items, in their order',
  label: 'Label',
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
  status: 'Status',
  timestamp: 'When it happened',
  total: 'Number of entries on all pages',
  totalPages: 'Number of pages',
  type: 'Type of the event',
  updatedAt: 'When it last changed',
  userAgent: 'The browser or program, as in its User-Agent header',
  validUntil: 'The quote can be accepted until this time',
  when: 'The event from which the days are counted',
};

const CONTACT: Record<string, string> = {
  name: 'Name of the person or company',
  phone: 'Telephone number',
  address: 'Postal address, one part per line',
  taxId: 'Tax number, such as a VAT number',
  kind: 'Whether it is a company or a person',
  locale: 'Language of documents, page and emails',
};

/** Fields of single schemas. */
const BY_SCHEMA: Record<string, Record<string, string>> = {
  Acceptance: { decision: 'Decision of the customer', reason: 'Why it was declined, in their own words' },
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
  CheckedCustomer: {
    ...CONTACT,
    eInvoice: 'Particulars that electronic invoices lack; `null` if the customer gets none',
  },
  CatalogueItem: { unit: 'Unit of the quantity', sku: 'Your own article number' },
  ChosenItem: { selected: 'Whether the item counts' },
  Customer: CONTACT,
  DeclineReason: { reason: 'Reason that the customer gave' },
  InvoiceCustomer: CONTACT,
  InvoiceStage: { index: 'Place in the payment schedule, from 0' },
  Key: { name: 'Purpose of the key' },
  LastEvent: { type: 'Type of the last event' },
  LostQuotes: { declined: 'Declined by the customer', expired: 'Expired without a decision' },
  Message: { from: 'Who wrote it', author: 'Name of the author', text: 'The message' },
  InvoiceMonth: {
    month: 'Month such as 2026-11, in the time zone of the account',
    invoiced: 'Invoices by their issue date',
    credited: 'Credit notes by their issue date',
    paid: 'Payments by their date',
    open: 'Amount still due on the invoices of the month',
    overdue: 'Amount overdue on the invoices of the month',
  },
  InvoiceStatistics: {
    open: 'Issued invoices with something due, and what is due',
    overdue: 'Those of them whose due date has passed',
  },
  MonthStatistics: { month: 'Month such as 2026-11, in the time zone of the account' },
  PingEventData: { endpointId: 'The endpoint that is tested' },
  PreviousCustomer: CONTACT,
  PreviousQuote: { declineReason: 'Why the customer declined' },
  Quote: { declineReason: 'Why the customer declined, in their own words' },
  QuoteEvent: { data: 'Details that depend on the type of the event' },
  QuoteSummary: { declineReason: 'Why the customer declined, in their own words' },
  Registration: { value: 'The number or text after the label' },
  Revision: {
    sentAt: 'When it was sent',
    sentTo: 'Who it was sent to',
    documentSha256: 'SHA-256 of the PDF, in hexadecimal digits',
    documentUrl: 'Opens the PDF without a key',
  },
  SectionTotal: { name: 'The section' },
  Session: {
    userId: 'The user who is signed in',
    userName: 'Name of that user',
    signedInAt: 'When the user last signed in',
    lastSeenAt: 'When the session was last used',
  },
  User: {
    since: 'When the user joined the account',
    hasPassword: 'Whether the user can sign in with a password',
    hasSecondFactor: 'Whether the user has turned on two-step verification',
  },
  WebhookEndpoint: {
    url: 'Where events are sent',
    types: 'The types of events that are sent',
    enabled: 'Whether events are sent',
  },
};

/** Adds descriptions to the properties of a schema that have none. */
export function withDescriptions(schema: string, properties: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = BY_SCHEMA[schema]?.[name] ?? COMMON_FIELDS[name];
      const isDescribed = description === undefined || 'description' in property || '$ref' in property;
      return [name, isDescribed ? property : { ...property, description }];
    }),
  );
}
