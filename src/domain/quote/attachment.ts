import { type FieldError, Problem } from '../errors.ts';

/** A file that the customer receives with the quote. The bytes are stored by their hash. */
export interface Attachment {
  name: string;
  size: number;
  contentType: string;
  sha256: string;
}

const ATTACHMENT_LIMITS = { bytes: 10 * 2 ** 20, files: 20, bytesOfQuote: 25 * 2 ** 20 } as const;
const MAX_NAME_LENGTH = 150;

/** Characters that file systems reject, that are invisible, or that change the reading direction. */
const FORBIDDEN_CHARACTERS = /[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Checks the name of a new attachment, also against the names of the others. */
export function findAttachmentNameErrors(name: string, others: readonly Attachment[]): FieldError[] {
  const message = findNameError(name) ?? findTwinError(name, others);
  return message === undefined ? [] : [{ in: 'path', path: '/name', message }];
}

function findNameError(name: string): string | undefined {
  // The first condition avoids counting the characters of a very long name.
  if (name.length > MAX_NAME_LENGTH * 2 || [...name].length > MAX_NAME_LENGTH)
    return `must have at most ${MAX_NAME_LENGTH} characters`;
  if (name.trim() === '') return 'must not be blank';
  if (!name.isWellFormed() || name !== name.normalize('NFC')) return 'must be in the Unicode form NFC';
  if (name === '.' || name === '..') return 'must not be . or ..';
  if (FORBIDDEN_CHARACTERS.test(name)) {
    return 'must not contain / \\ : * ? " < > |, control characters or direction characters';
  }
  return undefined;
}

function findTwinError(name: string, others: readonly Attachment[]): string | undefined {
  const twin = others.find((other) => other.name !== name && foldCase(other.name) === foldCase(name));
  return twin && `differs only in case from ${JSON.stringify(twin.name)}, which is attached already`;
}

/** Converts to upper case first, because some letters are equal only there. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase();
}

/** Throws if the attachment would exceed the limits of a quote. */
export function assertAttachmentFits(others: readonly Attachment[], name: string, size: number): void {
  const rest = others.filter((other) => other.name !== name);
  const { bytes, files, bytesOfQuote: quoteBytes } = ATTACHMENT_LIMITS;
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
  if (total > quoteBytes) {
    throw new Problem(
      'attachments_full',
      `The attachments of a quote can have at most ${quoteBytes.toLocaleString('en')} bytes together. With this one they would have ${total.toLocaleString('en')}.`,
    );
  }
}

/** Returns the attachments as the record of a decision lists them. */
export function listAttachmentHashes(
  attachments: readonly Attachment[],
): Pick<Attachment, 'name' | 'sha256'>[] {
  return attachments.map(({ name, sha256 }) => ({ name, sha256 }));
}

/** Returns the client's content type if it can be sent back in a header. */
export function parseContentType(header: string | undefined): string {
  const type = header?.trim() ?? '';
  return type.length <= 150 && /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(type) ? type : DOWNLOAD_TYPE;
}

/** Attachments are always served with this type, so that browsers download them instead of displaying them. */
export const DOWNLOAD_TYPE = 'application/octet-stream';
