import type { Plural } from '../../console.ts';

/** Sending a quote by email. */
export const send = {
  title: 'Send {number}',
  titleAgain: 'Send {number} again',
  to: 'To',
  cc: 'Copy to',
  ccHint: 'Several addresses with commas between them',
  subject: 'Subject',
  message: 'Message',
  messageHint: 'Total, validity, the button to the quote and the PDF are added below your text.',
  optional: 'optional',
  preview: 'Preview of the email',
  previewButton: 'Update preview',
  test: 'Send a test to {to}',
  send: 'Send quote',
  sendAgain: 'Send quote again',
  renews: 'It has expired. Sending renews it until {date}.',
  replaces: 'The customer has answered this quote. Sending it again opens it for a new answer.',
  captures: 'Nothing is delivered: this is a test business, or no mail server is set. The email is captured.',
  attached: 'The PDF goes with it',
  files: { one: 'and {n} file', other: 'and {n} files' } as Plural,
  tested: 'The test was sent to {to}. The customer got nothing.',
  testCaptured: 'The test was captured, not delivered: see it under Captured mail. The customer got nothing.',
  toWrong: 'This is not an email address.',
  toMissing: 'Enter an email address: the customer has none.',
  ccWrong: '“{address}” is not an email address.',
  ccMany: 'These are too many addresses: {n} are the most.',
  tooLong: 'This is too long: {n} characters are the most.',
  tooLarge: 'This is more than an email can carry. Shorten it.',
  refused: 'The mail server refused the email, so it was not sent. Check the address, then send again.',
  unavailable:
    'The mail server cannot be reached or takes nothing now, so nothing was sent. Try again in a few minutes. If it stays so, test the mail settings.',
  timeout: 'The mail server did not answer in time, so nothing was sent. Try again in a few minutes.',
  unknown:
    'The email was handed over, but the mail server’s reply was lost: it may have arrived. Ask the customer first. If you send again from here, it is the very same email.',
  said: 'The mail server said: {response}',
};
