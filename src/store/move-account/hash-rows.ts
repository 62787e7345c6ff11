import { createHash } from 'node:crypto';
import type { Row } from '../tables/account/read-account-rows.ts';

/** Counts and hashes rows, each in the form in which both sides of a move are equal. */
export async function hashRows(
  batches: AsyncIterable<readonly Row[]>,
  compare: (row: Row) => Row,
  onRows: (count: number) => void,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of batches) {
    for (const row of rows) {
      const plain = Object.entries(compare(row)).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value,
      ]);
      hash.update(`${JSON.stringify(plain)}\n`);
    }
    count += rows.length;
    onRows(rows.length);
  }
  return { rows: count, sha256: hash.digest('hex') };
}
