import { createPrivateKey, sign, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';

// The signer of nodemailer cannot sign a field more often than it occurs, and hashes a whole message on the event loop.

export interface DkimKey {
  domain: string;
  selector: string;
  /** RSA key in PEM format. */
  privateKey: string;
}

/** Header fields that the signature covers, also where a message has none of them. */
const SIGNED_FIELDS = [
  ...['from', 'sender', 'reply-to', 'to', 'cc', 'subject', 'date', 'message-id', 'in-reply-to', 'references'],
  ...['mime-version', 'content-type', 'content-transfer-encoding', 'auto-submitted'],
  ...['list-unsubscribe', 'list-unsubscribe-post'],
];

const HEADER_END = '\r\n\r\n';
const signOffLoop = promisify(sign);

/**
 * Returns a function that adds a DKIM signature (RFC 6376, `relaxed/simple`) to a message. Each field is signed once more
 * than it occurs, so that nobody can add another one. Hash and signature are computed by the thread pool.
 */
export function createDkimSigner({
  domain,
  selector,
  privateKey,
}: DkimKey): (source: Buffer) => Promise<Buffer> {
  const key = createPrivateKey(privateKey);
  return async (source) => {
    const bodyStart = source.indexOf(HEADER_END) + HEADER_END.length;
    const header = source.toString('latin1', 0, bodyStart - HEADER_END.length);
    const fields = listSignedFields(header);
    const bodyHash = await hashBody(source.subarray(bodyStart));
    const names = [...fields.map(({ name }) => name), ...SIGNED_FIELDS].join(':');
    const unsigned = [
      ' v=1; a=rsa-sha256; c=relaxed/simple;',
      ` d=${domain}; s=${selector};`,
      ` h=${names.replaceAll(/(.{1,60}):/g, '$1:\r\n  ')};`,
      ` bh=${bodyHash};`,
      ' b=',
    ].join('\r\n');
    const signed = [...fields, { name: 'dkim-signature', value: unsigned }].map(canonicalize).join('\r\n');
    const signature = (await signOffLoop('sha256', Buffer.from(signed, 'latin1'), key)).toString('base64');
    const folded = signature.replaceAll(/.{1,72}/g, '\r\n  $&');
    return Buffer.concat([Buffer.from(`DKIM-Signature:${unsigned}${folded}\r\n`), source]);
  };
}

interface HeaderField {
  name: string;
  value: string;
}

/** Lists the fields to sign from the last to the first, as verifiers look for them. */
function listSignedFields(header: string): HeaderField[] {
  return header
    .split(/\r\n(?![ \t])/)
    .map((line) => {
      const colon = line.indexOf(':');
      return { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1) };
    })
    .filter(({ name }) => SIGNED_FIELDS.includes(name))
    .reverse();
}

/** Formats a field in the `relaxed` canonical form. */
function canonicalize({ name, value }: HeaderField): string {
  return `${name}:${value.replaceAll(/[ \t\r\n]+/g, ' ').trim()}`;
}

/** Hashes the `simple` canonical form: the body with exactly one line break at its end. */
async function hashBody(body: Buffer): Promise<string> {
  let end = body.length;
  while (end >= 2 && body[end - 1] === 0x0a && body[end - 2] === 0x0d) end -= 2;
  const hasLineBreak = end < body.length;
  const canonical = hasLineBreak ? body.subarray(0, end + 2) : Buffer.concat([body, Buffer.from('\r\n')]);
  const bytes = new Uint8Array(canonical.buffer as ArrayBuffer, canonical.byteOffset, canonical.length);
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('base64');
}
