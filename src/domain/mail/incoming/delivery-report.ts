import { cleanLine, cleanText } from '../clean-text.ts';
import type { DeliveryFailure } from '../incoming-mail.ts';
import { findHeader, type Header, parseHeaders } from './message-headers.ts';

const MAX_RECIPIENTS = 100;
const MAX_DIAGNOSTIC_LENGTH = 500;

/** Reads a `message/delivery-status` (RFC 3464): a group of fields about the mail, then one group per recipient. */
export function parseDeliveryReport(report: string): DeliveryFailure[] {
  return splitGroups(cleanText(report))
    .map(parseHeaders)
    .filter((fields) => findHeader(fields, 'action') !== undefined)
    .slice(0, MAX_RECIPIENTS)
    .flatMap((fields) => parseRecipient(fields) ?? []);
}

function splitGroups(text: string): string[] {
  const groups: string[] = [];
  let lines: string[] = [];
  for (const line of [...text.split('\n'), '']) {
    if (line.trim() !== '') lines.push(line);
    else if (lines.length > 0) {
      groups.push(lines.join('\n'));
      lines = [];
    }
  }
  return groups;
}

function parseRecipient(fields: readonly Header[]): DeliveryFailure | undefined {
  const address = findHeader(fields, 'final-recipient') ?? findHeader(fields, 'original-recipient');
  const recipient = address === undefined ? '' : parseTypedAddress(address);
  if (!recipient.includes('@')) return undefined;
  // A comment may follow the code, as in "5.1.1 (bad destination mailbox address)".
  const [status = ''] = /^[245]\.\d{1,3}\.\d{1,3}(?!\d)/.exec(findHeader(fields, 'status') ?? '') ?? [];
  const [action = ''] = /^[a-z]{1,20}/.exec(findHeader(fields, 'action')?.toLowerCase() ?? '') ?? [];
  const diagnostic = cleanLine(dropType(findHeader(fields, 'diagnostic-code') ?? ''), MAX_DIAGNOSTIC_LENGTH);
  return { recipient, action, status: status || null, diagnostic: diagnostic || null };
}

/** Reads an address such as "rfc822; rosa@example.com", which some servers put in angle brackets. */
function parseTypedAddress(value: string): string {
  const address = cleanLine(dropType(value), 254).toLowerCase();
  return address.startsWith('<') && address.endsWith('>') ? address.slice(1, -1) : address;
}

function dropType(value: string): string {
  const semicolon = value.indexOf(';');
  return /^[\w-]+\s?$/.test(value.slice(0, semicolon)) ? value.slice(semicolon + 1).trim() : value;
}
