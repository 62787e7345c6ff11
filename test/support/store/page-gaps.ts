/** Types of the pages of a B-tree, and the length of their header: the first two have a pointer more. */
const HEADER_BYTES: Record<number, number> = { 2: 12, 5: 12, 10: 8, 13: 8 };
/** The file begins with a header of its own, on the first page. */
const FILE_HEADER_BYTES = 100;

/**
 * Zeroes the unused space between the cell pointers and the cells of each page in use of an SQLite file. SQLite can leave
 * copies of rows there that it has moved to another page, until the space is used again. Deleted rows are elsewhere.
 */
export function withoutPageGaps(file: Buffer): Buffer {
  const cleared = Buffer.from(file);
  const pageBytes = file.length === 0 ? 1 : file.readUInt16BE(16) || 65_536;
  for (let page = 0; page < file.length; page += pageBytes) {
    const header = page === 0 ? FILE_HEADER_BYTES : page;
    const headerBytes = HEADER_BYTES[file[header] ?? 0];
    if (headerBytes === undefined) continue;
    const pointersEnd = header + headerBytes + 2 * file.readUInt16BE(header + 3);
    const cellsStart = page + (file.readUInt16BE(header + 5) || 65_536);
    cleared.fill(0, pointersEnd, Math.max(pointersEnd, cellsStart));
  }
  return cleared;
}
