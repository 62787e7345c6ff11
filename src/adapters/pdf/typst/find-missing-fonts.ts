import { access } from 'node:fs/promises';
import { locateFont, readFontIndex } from './fonts.ts';

/** Lists the files of fonts that are not there. */
export async function findMissingFonts(): Promise<string[]> {
  const missing = await Promise.all(
    readFontIndex().map((face) =>
      access(locateFont(face)).then(
        () => [],
        () => [face.file],
      ),
    ),
  );
  return missing.flat();
}
