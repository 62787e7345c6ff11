/**
 * Counts the lines that may begin a part, before a mail is parsed. The parts of a `multipart` begin with the same line,
 * so only the most frequent line counts; lines of dashes are drawn in texts too.
 */
export function countParts(source: Uint8Array): number {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const counts = new Map<string, number>();
  let most = 0;
  for (let at = bytes.indexOf('\n--'); at !== -1; at = bytes.indexOf('\n--', at + 1)) {
    const line = bytes.toString('latin1', at + 3, at + 3 + MAX_BOUNDARY_LENGTH).split(/[\r\n]/, 1)[0] ?? '';
    if (/^-*\s*$/.test(line)) continue;
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    most = Math.max(most, count);
  }
  return most;
}

const MAX_BOUNDARY_LENGTH = 70;
