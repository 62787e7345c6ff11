/** A reply of a long thread names the mails nearest to it last; the others are not needed to find its quote. */
const MAX_REFERENCES = 100;
const MAX_ID_LENGTH = 250;

/** Reads a `Message-ID`, with angle brackets; `null` if there is none. */
export function parseMessageId(header: string | undefined): string | null {
  if (header === undefined) return null;
  const [id] = listMessageIds(header);
  // Some programs leave the brackets out.
  return id ?? listMessageIds(`<${header.trim()}>`)[0] ?? null;
}

/** Reads `In-Reply-To` and `References`, without duplicates, the nearest mail first. */
export function parseReferences(inReplyTo: string | undefined, references: string | undefined): string[] {
  const ids = [...listMessageIds(inReplyTo ?? ''), ...listMessageIds(references ?? '').reverse()];
  return [...new Set(ids)].slice(0, MAX_REFERENCES);
}

function listMessageIds(header: string): string[] {
  const ids: string[] = [];
  for (const part of header.split('<')) {
    const end = part.indexOf('>');
    const id = `<${part.slice(0, end)}>`;
    if (end > 0 && id.length <= MAX_ID_LENGTH && /^[\x21-\x7e]+$/.test(id)) ids.push(id);
  }
  return ids;
}
