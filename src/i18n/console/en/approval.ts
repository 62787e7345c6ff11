import type { Plural } from '../plural.ts';

/** Approval of quotes before they are sent: rules, requests and decisions. */
export const approval = {
  title: 'Approval',
  needed: 'Needs approval',
  neededText: 'Until it is approved, it cannot be sent, recorded as accepted or invoiced.',
  neededAgain: 'What was sent stands. To send it again, it must be approved.',
  reasons: {
    totalFrom: 'With everything that the customer can choose, its total reaches the limit.',
    otherCurrency: 'It is not in the currency of the business.',
    discountFrom: 'Its discounts reach the limit, or a price is below the catalogue price.',
    marginBelow: 'Its margin is too low, or the cost of an item is missing.',
    madeByKeys: 'A program created or changed it with an API key.',
  },
  /** Asking. */
  ask: 'Ask for approval',
  askAgain: 'Ask again',
  askText: 'The people you choose get an email with a link to the quote. Anyone who may approve can decide.',
  askTextNoMail:
    'The people you choose see the request on their home page: no mail server is configured, so tell them yourself.',
  askWhom: 'Whom do you ask?',
  note: 'Note',
  noteHint: 'What should they know before they decide?',
  askedBy: '{name} asked for approval {when}.',
  /** Deciding. */
  decide: 'Your decision',
  decisionNoteHint: 'It is sent with your decision.',
  approve: 'Approve quote',
  reject: 'Reject quote',
  changes: 'Changes since the last approval',
  noChanges: 'There are no changes that the customer sees.',
  allNew: 'No earlier content was approved, so please check the whole quote.',
  youAsked: 'You asked for this approval, so someone else must decide.',
  youChanged: 'You changed this quote after it was last approved, so someone else must decide.',
  mayNot: 'You cannot approve quotes. These people can: {names}.',
  approvedBy: '{name} approved it {when}.',
  rejectedBy: '{name} rejected it {when}.',
  rejectedNext: 'Change the quote, or ask again.',
  /** Results of the last action. */
  didAsk: 'The approval has been requested.',
  didApprove: 'Approved. The quote can be sent now.',
  didReject: 'Rejected. The quote cannot be sent as it is.',
  /** Errors. */
  required: 'This quote needs approval first. Its page says why, and how to ask for it.',
  forbidden: 'You cannot decide on this approval. The page of the quote says why.',
  notNeeded: 'This quote needs no approval.',
  /** In the editor and the lists. */
  neededShort: 'Needs approval before it is sent',
  states: { requested: 'Waiting for approval', approved: 'Approved', rejected: 'Approval rejected' },
  toApprove: {
    one: '{n} quote waits for your approval',
    other: '{n} quotes wait for your approval',
  } as Plural,
  /** Settings. */
  settingsIntro:
    'Quotes that match a rule must be approved by someone else before they are sent. Empty fields are rules that do not apply.',
  rules: 'A quote needs approval if',
  totalFrom: 'its total is at least',
  totalFromHint:
    'In {currency}, with everything the customer can choose. Quotes in other currencies always need approval then.',
  discountFrom: 'its discounts are at least (percent)',
  discountFromHint:
    'Discounts of items and of the whole quote together. Prices below the catalogue price count too.',
  marginBelow: 'its margin is below (percent)',
  marginBelowHint:
    'The margin is what remains of the net total after costs. An item without a cost needs approval.',
  madeByKeys: 'it was created or changed with an API key',
  madeByKeysHint: 'For programs and agents: a person sees each of their quotes before the customer does.',
  save: 'Save approval rules',
  approvers: 'Who can approve',
  approversText: 'Owners can always approve. Give members this right under People.',
  approversOne: 'Only one person can approve, so that person can also approve their own quotes.',
  openPeople: 'Open People',
  /** Emails to users. */
  mailAsked: '{name} asks you to approve {number}',
  mailAskedText: 'The quote “{title}” of {business} needs approval before it is sent.',
  mailApproved: '{name} approved {number}',
  mailApprovedText: 'The quote “{title}” of {business} can be sent now.',
  mailRejected: '{name} rejected {number}',
  mailRejectedText: 'The quote “{title}” of {business} cannot be sent as it is. Change it, or ask again.',
  mailOpen: 'Open quote',
  mailNote: 'You get this email because you use Proffer for {business}. Sign in to see the quote.',
  mailMany: 'Several quotes wait for your approval',
  mailManyText:
    'This is request number {count} within an hour to approve quotes of {business}. Until the hour is over, further requests come without an email. Home lists all that wait for you.',
  mailManyOpen: 'Open Home',
  mailManyNote: 'You get this email because you use Proffer for {business}.',
};
