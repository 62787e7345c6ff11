/** Formats rows below a heading, padded to aligned columns. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [heading, ...rows].map((row) => row.map(toPrintable));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => computeWidth(row[column] ?? ''))));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - computeWidth(cell))))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** Puts user text on one line and replaces control characters, which a terminal would interpret. */
export function toPrintable(text: string): string {
  return text
    .replaceAll(/\s*[\r\n]+\s*/g, ', ')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');
}

export function formatTime(at: number | string | null): string {
  return at === null ? '–' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

function computeWidth(text: string): number {
  let columns = 0;
  for (const char of text.replaceAll(/\p{M}/gu, '')) columns += WIDE.test(char) ? 2 : 1;
  return columns;
}
