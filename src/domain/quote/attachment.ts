import { type FieldError, Problem } from '../errors.ts';

/** A file that the customer receives with the quote. The bytes are stored by their hash. */
export interface Attachment {
  name: string;
  size: number;
  contentType: string;
  sha256: string;
}

const ATTACHMENT_LIMITS = { bytes: 10 * 2 ** 20, files: 20, bytesOfQuote: 25 * 2 ** 20 } as const;
const MAX_NAME = 150;

/** Characters that file systems reject, that are invisible, or that change the reading direction. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Checks the name of a new attachment, also against the names of the others. */
export function attachmentNameErrors(name: string, others: readonly Attachment[]): FieldError[] {
  const message = nameFlaw(name) ?? twinFlaw(name, others);
  return message === undefined ? [] : [{ in: 'path', path: '/name', message }];
}

function nameFlaw(name: string): string | undefined {
  // The first condition avoids counting the characters of a very long name.
  if (name.length > MAX_NAME * 2 || [...name].length > MAX_NAME)
    return `must have at most ${MAX_NAME} characters`;
  if (name.trim() === '') return 'must not be blank';
  if (!name.isWellFormed() || name !== name.normalize('NFC')) return 'must be in the Unicode form NFC';
  if (name === '.' || name === '..') return 'must not be . or ..';
  if (FORBIDDEN.test(name)) {
    return 'must not contain / \\ : * ? " < > |, control characters or direction characters';
  }
  return undefined;
}

function twinFlaw(name: string, others: readonly Attachment[]): string | undefined {
  const twin = others.find((other) => other.name !== name && foldCase(other.name) === foldCase(name));
  return twin && `differs only in case from ${JSON.stringify(twin.name)}, which is attached already`;
}

/** Converts to upper case first, because some letters are equal only there. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

/** Throws if the attachment would exceed the limits of a quote. */
export function refuseTooMuch(others: readonly Attachment[], name: string, size: number): void {
  const rest = others.filter((other) => other.name !== name);
  const { bytes, files, bytesOfQuote } = ATTACHMENT_LIMITS;
  if (size > bytes) {
    throw new Problem(
      'body_too_large',
      `An attachment can have at most ${bytes.toLocaleString('en')} bytes.`,
    );
  }
  if (rest.length >= files) {
    throw new Problem('attachments_full', `A quote can have at most ${files} attachments. Delete one first.`);
  }
  const total = rest.reduce((sum, other) => sum + other.size, size);
  if (total > bytesOfQuote) {
    throw new Problem(
      'attachments_full',
      `The attachments of a quote can have at most ${bytesOfQuote.toLocaleString('en')} bytes together. With this one they would have ${total.toLocaleString('en')}.`,
    );
  }
}

/** Returns the attachments as the record of a decision lists them. */
export function namedAttachments(attachments: readonly Attachment[]): Pick<Attachment, 'name' | 'sha256'>[] {
  return attachments.map(({ name, sha256 }) => ({ name, sha256 }));
}

/** Returns the client's content type if it can be sent back in a header. */
export function contentTypeOf(header: string | undefined): string {
  const type = header?.trim() ?? '';
  return type.length <= 150 && /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(type) ? type : DOWNLOAD_TYPE;
}

/** Attachments are always served with this type, so that browsers download them instead of displaying them. */
export const DOWNLOAD_TYPE = 'application/octet-stream';
