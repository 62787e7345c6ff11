import type { Account } from '../../domain/account/account.ts';
import { listAddressLines } from '../../domain/account/particulars/postal-address.ts';
import { fill } from '../../i18n/fill.ts';
import { MAIL } from '../../i18n/messages.ts';
import type { MailBody } from './mail-body.ts';

type Pair = (typeof MAIL)['en']['pair'];

/** Renders the text part. Blocks are separated by an empty line. */
export function renderText(body: MailBody): string {
  const { pair } = MAIL[body.locale.language];
  const blocks = [
    `${body.kicker}\n${body.heading}`,
    ...body.prose,
    body.quotation ? indent(body.quotation) : '',
    body.changes ? formatChanges(body.changes, pair) : '',
    body.facts.map(({ label, value }) => fill(pair, { label, value })).join('\n'),
    body.button ? formatLink(body.button, pair) : '',
    body.files ? formatFiles(body.files, pair) : '',
    ...body.notes,
    // Mail clients recognise this line as the start of a signature.
    `-- \n${listLetterheadLines(body.account).join('\n')}`,
    body.unsubscribe ? formatLink(body.unsubscribe, pair) : '',
  ];
  return blocks
    .map(tidy)
    .filter((block) => block !== '')
    .join('\n\n');
}

function formatLink({ label, url }: { label: string; url: string }, pair: Pair): string {
  return `${fill(pair, { label, value: '' }).trimEnd()}\n${url}`;
}

function formatChanges({ label, lines }: NonNullable<MailBody['changes']>, pair: Pair): string {
  return [fill(pair, { label, value: '' }).trimEnd(), ...lines.map((line) => `- ${line}`)].join('\n');
}

function formatFiles({ label, links }: NonNullable<MailBody['files']>, pair: Pair): string {
  const heading = fill(pair, { label, value: '' }).trimEnd();
  return [heading, ...links.map(({ name, url }) => `${name}\n${url}`)].join('\n');
}

/** Lists the sender's name, address and contact details, line by line. */
export function listLetterheadLines(account: Account): string[] {
  const address = listAddressLines(account).map((line) => line.trim());
  const contact = [account.email, account.phone, account.website].filter((way) => way !== null);
  const registrations = account.registrations.map(({ label, value }) => `${label} ${value}`);
  return [account.name, ...address, contact.join(' · '), registrations.join(' · ')].filter(
    (line) => line !== '',
  );
}

function indent(words: string): string {
  return words
    .split(/\r\n|\r|\n/)
    .map((line) => `    ${line}`)
    .join('\n');
}

function tidy(block: string): string {
  return block
    .replace(/\r\n|\r/g, '\n')
    .replace(/^\n+/, '')
    .trimEnd();
}
