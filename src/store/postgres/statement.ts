import { createHash } from 'node:crypto';
import { isRead } from '../database.ts';

/** A statement for PostgreSQL: `$1` for each `?`, and a name under which each connection prepares it once. */
export interface Statement {
  text: string;
  name: string | undefined;
  isRead?: boolean;
}

/** Names that are kept, so that a text is hashed once. Lists with several filters make ever new texts. */
const MAX_NAMED = 4000;
const named = new Map<string, Statement>();

export function toStatement(text: string): Statement {
  const known = named.get(text);
  if (known) return known;
  const statement = { text: numberPlaceholders(text), name: hashName(text), isRead: isRead(text) };
  if (named.size >= MAX_NAMED) named.clear();
  named.set(text, statement);
  return statement;
}

/** Derived from the text alone: if processes share connections unknowingly, a name never refers to another text. */
function hashName(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Question marks in quoted text and quoted names stay. */
function numberPlaceholders(text: string): string {
  let count = 0;
  return text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (part) =>
    part === '?' ? `$${++count}` : part,
  );
}
