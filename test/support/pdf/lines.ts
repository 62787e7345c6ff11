import assert from 'node:assert/strict';
import type { ReadPdf } from './read-pdf.ts';

export type Run = ReadPdf['pages'][number]['runs'][number];

/** Returns the lines as read from left to right, without spaces. */
export function linesOf({ pages }: ReadPdf): string[] {
  return pages.flatMap(({ runs }) =>
    linesAt(runs).map((line) =>
      line
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join('')
        .replace(/[\s\u200e\u200f\u061c]/g, ''),
    ),
  );
}

export function linesAt(runs: Run[]): Run[][] {
  return [...Map.groupBy(runs, ({ y }) => Math.round(y)).values()];
}

/** Checks that the values appear unchanged and in order, and that nothing exceeds the page. */
export function expectInOrder(
  read: ReadPdf,
  locale: string,
  { number, taxId, phone }: Record<'number' | 'taxId' | 'phone', string>,
): void {
  for (const { text, x, width } of read.pages.flatMap(({ runs }) => runs)) {
    assert.ok(!text.trim() || (x >= 59 && x + width <= 595 - 59), `“${text}” at ${x} is ${width} wide`);
  }
  const lines = linesOf(read);
  for (const text of [taxId, phone, number]) {
    const without = text.replace(/\s/g, '');
    assert.ok(
      lines.some((line) => line.includes(without)),
      `“${text}” in ${locale}: ${lines.join(' | ')}`,
    );
  }
  const footer = lines.filter((line) => line.includes('·')).join(' | ');
  assert.ok(footer.includes(taxId.replace(/\s/g, '')), `${taxId}: ${footer}`);
}

/** Checks that nothing exceeds the margins of A4 or runs over its neighbour. */
export function assertInside(runs: Run[]): void {
  for (const { text, x, y, width } of runs) {
    assert.ok(x >= 59 && x + width <= 595 - 59 && y > 14, `“${text}” at ${x}, ${y} is ${width} wide`);
  }
  for (const line of linesAt(runs)) {
    const inOrder = line.sort((a, b) => a.x - b.x);
    for (const [index, run] of inOrder.entries()) {
      const next = inOrder[index + 1];
      assert.ok(!next || run.x + run.width < next.x + 0.5, `“${run.text}” runs over “${next?.text}”`);
    }
  }
}
