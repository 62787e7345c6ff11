/**
 * Returns the line on which each entry of the list in a valid JSON text begins. The list is the whole text, or the first
 * list in an object (`{ "data": [ … ] }`).
 */
export function findEntryLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let listDepth = 0;
  let expectEntry = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] as string;
    if (char === '\n') line++;
    if (/\s/.test(char)) continue;
    if (expectEntry && char !== ']') {
      lines.push(line);
      expectEntry = false;
    }
    if (char === '"') index = findStringEnd(text, index);
    else if (char === '[' || char === '{') {
      depth++;
      if (char === '[' && listDepth === 0) {
        listDepth = depth;
        expectEntry = true;
      }
    } else if (char === ']' || char === '}') {
      if (depth === listDepth) break;
      depth--;
    } else if (char === ',' && depth === listDepth) expectEntry = true;
  }
  return lines;
}

function findStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
