import type { Plural } from '../plural.ts';

/** Sending a quote by email. */
export const send = {
  title: 'Send {number}',
  titleAgain: 'Send {number} again',
  to: 'To',
  cc: 'Copy to',
  ccHint: 'Separate several addresses with commas',
  subject: 'Subject',
  message: 'Message',
  messageHint:
    'The total, the expiry date, a button that opens the quote and the PDF are added below your text.',
  optional: 'optional',
  preview: 'Preview of the email',
  previewButton: 'Update preview',
  test: 'Send a test to {to}',
  send: 'Send quote',
  sendAgain: 'Send quote again',
  renews: 'It has expired. Sending renews it until {date}.',
  replaces: 'The customer has answered this quote. Sending it again opens it for a new answer.',
  captures: 'The email is captured, not delivered: this is a test business, or no mail server is configured.',
  noTax:
    'Your business has a tax number, but this quote has no tax. If that is right, state on its lines why there is no tax.',
  attached: 'With the PDF',
  files: { one: 'and {n} file', other: 'and {n} files' } as Plural,
  tested: 'The test was sent to {to}. The customer did not get an email.',
  testCaptured:
    'The test was captured, not delivered. See Captured emails. The customer did not get an email.',
  toWrong: 'This is not an email address.',
  toMissing: 'Enter an email address: the customer has none.',
  ccWrong: '“{address}” is not an email address.',
  ccMany: 'Too many addresses: at most {n}.',
  tooLong: 'Too long: at most {n} characters.',
  tooLarge: 'This is too large for an email. Shorten it.',
  refused: 'The mail server rejected the email, so it was not sent. Check the address, then send again.',
  unavailable:
    'The mail server cannot be reached or is not accepting mail, so nothing was sent. Try again in a few minutes. If it keeps failing, test the email settings.',
  timeout: 'The mail server did not respond in time, so nothing was sent. Try again in a few minutes.',
  unknown:
    'The email was handed over, but the mail server’s reply was lost: it may have arrived. Ask the customer first. If you send it again from here, it is the same email.',
  sign_in_needed:
    'The mail server rejects the sign-in, so nothing was sent. An owner can sign in again under Settings, Email.',
  said: 'The mail server said: {response}',
};
