import assert from 'node:assert/strict';
import type { EditorData } from '../../../src/pages/console/editor/editor-data.ts';
import { htmlShape } from '../html-shape.ts';
import { createHtmlValidator } from '../html-validator.ts';

const findViolations = createHtmlValidator({
  extends: ['html-validate:recommended'],
  // One of the two menus is always hidden, depending on the width; the list of the palette depends on the typed text; a
  // title is as long as the name in it; the source of an email is not changed.
  rules: {
    'unique-landmark': 'off',
    'prefer-native-element': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
  },
});

const validShapes = new Set<string>();

/** Checks that the HTML is valid and contains nothing that our content security policy would block. */
export function expectValidHtml(page: string, what: string): void {
  const shape = htmlShape(page);
  if (!validShapes.has(shape)) {
    assert.deepEqual(findViolations(page), [], what);
    validShapes.add(shape);
  }
  assert.doesNotMatch(
    page,
    /\sstyle="|<style|<script(?! src="[^"]+" defer>)|\son[a-z]+="|>undefined<|\[object/,
    what,
  );
}

/** Returns the value of a form field in a page. */
export function fieldIn(page: string, name: string): string {
  const tag = new RegExp(`<input[^>]*\\sname="${name.replaceAll('.', '\\.')}"[^>]*>`).exec(page)?.[0] ?? '';
  return plainText(/\svalue="([^"]*)"/.exec(tag)?.[1] ?? '');
}

/** Returns the data that a page of the editor passes to its script. */
export function readEditorData(page: string): EditorData {
  return JSON.parse(plainText(/\sdata-editor="([^"]*)"/.exec(page)?.[1] ?? 'null'));
}

function plainText(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => signs[name] ?? whole);
}

/** Returns the compressed size in bytes of all scripts that a browser loads for a page. */
export async function scriptBytes(url: string, page: string): Promise<number> {
  const paths = [...page.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path);
  assert.notEqual(paths.length, 0);
  const sizes = paths.map(async (path) => {
    const script = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
    const size = Number(script.headers.get('Content-Length'));
    // A script of less than a kilobyte is sent as it is.
    if (size >= 1024) assert.equal(script.headers.get('Content-Encoding'), 'gzip');
    return size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
