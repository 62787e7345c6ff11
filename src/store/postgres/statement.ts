import { createHash } from 'node:crypto';
import { isRead } from '../database.ts';

/** A statement as PostgreSQL takes it: `$1` for each `?`, and a name under which each connection prepares it once. */
export interface Statement {
  text: string;
  name: string | undefined;
  isRead?: boolean;
}

// Statements are written in the code, so there are a few hundred; what is built beyond that is not worth keeping.
const MAX_NAMED = 1000;
const named = new Map<string, Statement>();

export function statementOf(text: string): Statement {
  const known = named.get(text);
  if (known) return known;
  const statement = { text: numbered(text), name: nameOf(text), isRead: isRead(text) };
  if (named.size >= MAX_NAMED) return { ...statement, name: undefined };
  named.set(text, statement);
  return statement;
}

/** Of the text and nothing else: where processes share connections unawares, a name never stands for another text. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Quoted text and quoted names keep their question marks. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (part) =>
    part === '?' ? `$${++count}` : part,
  );
}
