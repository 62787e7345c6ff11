/** The payment provider: its settings, and the emails about it. */
export const payments = {
  title: 'Payments',
  intro:
    'Connect a payment provider so that customers can pay invoices online. The money goes straight to your account at the provider, and no card data reaches this service.',
  testMode: 'This is a test account: it takes test keys only, and nobody pays with real money.',
  noPublicUrl:
    'This service has no public https:// URL, so the provider cannot notify it. Payments are found by asking the provider, after up to an hour.',
  none: 'No payment provider is connected. Invoices show your bank account, if you have entered one.',
  states: {
    connected: 'Connected. Customers can pay invoices online.',
    key_refused: '{provider} rejects the key. Until you enter a new one, nobody can pay online.',
    unreadable:
      'The stored key cannot be read: the secret of this service was changed or not restored. Until you enter the keys again, nobody can pay online.',
  },
  keyEnds: 'Key ends with {digits}',
  live: 'Live mode',
  test: 'Test mode',
  since: 'Connected',
  url: 'URL for notifications',
  connect: 'Connect {provider}',
  renew: 'Replace the keys of {provider}',
  changeTo: 'Change to {provider}',
  stripeUrl: 'In the Stripe Dashboard, add a webhook (Developers → Webhooks) with this URL and these events:',
  stripeKeys: 'Then copy its signing secret, and your secret key (Developers → API keys), into these fields:',
  stripeRenew:
    'With the key or the signing secret of now, the webhook at Stripe stays as it is. If both are new, add a webhook with this URL and these events:',
  mollieKeys: 'In the Mollie Dashboard, open Developers → API keys and copy the key into this field:',
  secretKey: 'Secret key',
  apiKey: 'API key',
  begins: 'Begins with {text}',
  webhookSecret: 'Signing secret',
  keyRefused: '{provider} rejects this key.',
  keyLive: 'This is a live key. A test account needs a test key.',
  keyTest: 'This is a test key. A live account needs a live key.',
  secretWrong: 'Enter the signing secret.',
  unreachable:
    '{provider} did not respond, so the key could not be checked. Nothing was changed. Try again in a moment.',
  secretNeeded:
    'Keys cannot be stored safely yet. The administrator of this service has to set up the secret key of the service first.',
  done: '{provider} is connected.',
  disconnect: 'Disconnect {provider}',
  disconnectHint:
    'Customers can no longer begin to pay online. Payments that they have begun are still recorded.',
  disconnected: 'The payment provider is disconnected.',
  mailSubjects: {
    connected: '{provider} was connected to {business}',
    replaced: 'The connection of {business} to {provider} was replaced',
    disconnected: '{provider} was disconnected from {business}',
  },
  mailText: '{name} did this in the console.',
  mailKey: 'Key ends with',
  mailNote:
    'If you did not expect this, look at “Payments” and “People” in the settings and change your password now.',
  refund: 'Refund',
  refundOf: 'Refund the payment of {amount}',
  refundTitle: 'Refund a payment of {number}',
  refundText: '{provider} gives the money back to the customer. This cannot be undone.',
  refundAmount: 'Amount to refund',
  refundLeft: 'At most {amount} is left of this payment.',
  refunded: 'The refund is recorded.',
  refundUnreachable: '{provider} did not respond. Press the button again: nothing is refunded twice.',
  refundRefused:
    '{provider} rejected the refund. Look in its dashboard for the reason, or refund there: it is recorded here by itself.',
  refundRunning: 'This payment is being refunded. Wait a minute and look again.',
};

/** Payments from bank statements. */
export const statements = {
  title: 'Import payments',
  intro:
    'Upload the statement of your bank: CAMT.052, CAMT.053, CAMT.054 or CSV. Nothing is recorded before you confirm it.',
  file: 'Bank statement',
  fileHint: 'At most {size}. The file is not stored.',
  read: 'Read statement',
  noFile: 'Choose a file.',
  unreadable:
    'This file cannot be read as a bank statement. Export it again as CAMT.052, CAMT.053, CAMT.054, or CSV with a date and an amount.',
  tooLarge: 'The file is too large. Export a shorter period.',
  choose:
    'Tick the payments to record. Those whose reference or number and amount agree are ticked already. If a payment is for several invoices, tick each of them.',
  received: 'Received',
  paysFor: 'Pays',
  why: 'Why',
  reference: 'Reference agrees',
  number: 'Number agrees',
  amount: 'Only the amount agrees',
  record: 'Record ticked payments',
  recordedCount: 'Payments recorded: {n}.',
  nothingTicked: 'No payment was ticked.',
  refused:
    'Not recorded: {n}. Less is due now than was paid, other invoices use up the payment, or the invoice has changed.',
  recorded: 'Recorded already',
  unmatched: 'Payments that match no invoice',
  unmatchedText: 'Record them on the page of their invoice if they belong to one.',
  nothingNew: 'No payment in this statement matches an open invoice.',
  counts: 'Recorded already: {recorded}. Without a match: {unmatched}. Not money received: {ignored}.',
  perhaps:
    'Perhaps recorded already: there is a payment of this day and amount. Tick it only if it is another one.',
  left: 'Not yet recorded: {amount}',
  askDecimal:
    'The file does not show whether amounts such as 5,000 have decimals or thousands. Say what comes before the decimals, and choose the file again.',
  decimal: 'Before the decimals',
  decimalPoint: 'A point: 1,234.567',
  decimalComma: 'A comma: 1.234,567',
  askDateOrder:
    'The file does not show whether the day or the month comes first in its dates. Say which, and choose the file again.',
  dateOrder: 'Dates',
  dayFirst: 'Day first: 31/12/2026',
  monthFirst: 'Month first: 12/31/2026',
  ignored: 'Left out',
  ignoredText:
    'These entries are no payments received, or cannot be read. The numbers are lines of the file.',
  ignoredReasons: {
    unreadable: 'Quotation marks do not match',
    date: 'The date cannot be read',
    amount: 'The amount cannot be read',
    currency: 'The currency is unknown',
    pending: 'Not booked, or declined',
    reversal: 'Reversal',
    zero_amount: 'Amount of 0',
    debit: 'Money paid',
  },
};
