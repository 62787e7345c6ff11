import type { ImportedLine, PaymentImport } from './payment-import.ts';

/**
 * Omits the lines about a customer that is being erased: those that name it, and those that can pay only its invoices.
 * Returns `undefined` if there are none.
 */
export function omitLinesAbout(
  stored: PaymentImport,
  invoiceIds: ReadonlySet<string>,
  name: string,
): PaymentImport | undefined {
  const lines = stored.lines.flatMap((line) => omitFromLine(line, invoiceIds, name));
  if (lines.length === stored.lines.length && lines.every((line, at) => line === stored.lines[at])) {
    return undefined;
  }
  return { ...stored, unmatched: stored.unmatched + stored.lines.length - lines.length, lines };
}

function omitFromLine(line: ImportedLine, invoiceIds: ReadonlySet<string>, name: string): ImportedLine[] {
  const proposals = line.proposals.filter(({ invoiceId }) => !invoiceIds.has(invoiceId));
  const isPayment = line.payments.some(({ invoiceId }) => invoiceIds.has(invoiceId));
  const isOnlyForThem = proposals.length === 0 && line.proposals.length > 0;
  if (isPayment || isOnlyForThem || hasWords(line.text, name)) return [];
  return [proposals.length === line.proposals.length ? line : { ...line, proposals }];
}

/** Whether a text contains a name as whole words. Banks write names in capitals. */
function hasWords(text: string, name: string): boolean {
  const [plain, wanted] = [` ${text.toLowerCase()} `, name.trim().toLowerCase()];
  if (wanted === '') return false;
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    const around = [plain.charAt(at - 1), plain.charAt(at + wanted.length)];
    if (!around.some((character) => /[\p{L}\p{N}]/u.test(character))) return true;
  }
  return false;
}
