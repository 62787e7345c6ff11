import { createHash, createPublicKey, createVerify } from 'node:crypto';

/** What a receiving mail server learns from the signature of a message. */
export interface DkimResult {
  isValid: boolean;
  domain: string;
  selector: string;
  /** Names of the signed header fields, in lower case, as the signature lists them. */
  fields: string[];
}

/**
 * Verifies the DKIM signature of a message as RFC 6376, section 6, describes it. `record` is the text of the DNS record
 * of the key. It shares no code with the signer.
 */
export function verifyDkim(source: Buffer, record: string): DkimResult {
  const message = source.toString('latin1');
  const end = message.indexOf('\r\n\r\n');
  const header = message.slice(0, end + 2);
  const fields = header.match(/^[^ \t\r\n][^\r\n]*\r\n(?:[ \t][^\r\n]*\r\n)*/gm) ?? [];
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const tags = parseTags(signature.slice(signature.indexOf(':') + 1));
  const [headerForm, bodyForm] = (tags.c ?? '').split('/');
  const names = (tags.h ?? '').toLowerCase().split(':');
  const hash = createHash('sha256').update(canonicalBody(message.slice(end + 4), bodyForm), 'latin1');
  const rest = fields.filter((field) => field !== signature);
  const signed = names.map((name) => {
    const index = rest.findLastIndex((field) => nameOf(field) === name);
    // A name without a field left stands for the absence of such a field.
    return index === -1 ? '' : relax(rest.splice(index, 1)[0] ?? '');
  });
  const unsigned = relax(signature.replace(/([;\s]b=)[^;]*/, '$1')).replace(/\r\n$/, '');
  const verifier = createVerify('RSA-SHA256').update(signed.join('') + unsigned, 'latin1');
  const key = createPublicKey({
    key: Buffer.from(parseTags(record).p ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  });
  return {
    isValid:
      tags.v === '1' &&
      tags.a === 'rsa-sha256' &&
      headerForm === 'relaxed' &&
      hash.digest('base64') === tags.bh &&
      verifier.verify(key, tags.b ?? '', 'base64'),
    domain: tags.d ?? '',
    selector: tags.s ?? '',
    fields: names,
  };
}

function parseTags(text: string): Record<string, string> {
  const pairs = text.split(';').map((tag) => {
    const at = tag.indexOf('=');
    return [tag.slice(0, at).trim(), tag.slice(at + 1).replaceAll(/\s/g, '')];
  });
  return Object.fromEntries(pairs);
}

function nameOf(field: string): string {
  return field.slice(0, field.indexOf(':')).trim().toLowerCase();
}

function relax(field: string): string {
  const value = field.slice(field.indexOf(':') + 1);
  return `${nameOf(field)}:${value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}\r\n`;
}

function canonicalBody(body: string, form: string | undefined): string {
  const lines = form === 'relaxed' ? body.replaceAll(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n') : body;
  return `${lines.replace(/(?:\r\n)*$/, '')}\r\n`;
}
