import { readFile } from 'node:fs/promises';
import { type Verdict, verifyDocument } from '../../actions/document/verify-document.ts';
import type { Input } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export async function run({ args, flag }: Input): Promise<number> {
  const pdf = await readFile(args[0] ?? '');
  const result = await withDatabase((db) => verifyDocument(db.read, pdf));
  process.stdout.write(flag('json') ? `${JSON.stringify(result)}\n` : `${sentences(result).join('\n')}\n`);
  return ['accepted', 'copy', 'text', 'attached'].includes(result.verdict) ? 0 : 1;
}

function sentences({ sha256, verdict, quote, acceptance }: Verdict): string[] {
  const number = quote?.number ?? 'a quote that was deleted';
  const hash = `SHA-256 ${sha256}`;
  const who =
    acceptance &&
    `${acceptance.name ?? 'the owner, for the customer'}, ${acceptance.at}, revision ${acceptance.revision}`;
  switch (verdict) {
    case 'accepted':
      return [`ACCEPTED: this very file of ${number} was accepted by ${who}.`, hash];
    case 'copy':
      return [`ACCEPTED: this is the copy of ${number} with the record of its acceptance by ${who}.`, hash];
    case 'offered':
      return [
        `NOT ACCEPTED AS IT IS: this file of ${number} was offered, and another selection of it was accepted by ${who}.`,
        hash,
      ];
    case 'text':
      return [`ACCEPTED: this file of ${number} has the very text that was accepted by ${who}.`, hash];
    case 'attached':
      return [`ACCEPTED: this very file was attached to ${number} when it was accepted by ${who}.`, hash];
    case 'attachment':
      return [`NOT ACCEPTED: this file was attached to ${number}, but nobody has accepted it.`, hash];
    case 'other':
      return [`NOT ACCEPTED: this file of ${number} was made here, but nobody has accepted it.`, hash];
    case 'unknown':
      return ['UNKNOWN: this service has not made this file, or it was changed since.', hash];
  }
}
