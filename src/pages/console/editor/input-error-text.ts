import { fill } from '../../../i18n/fill.ts';
import type { InputError } from './draft/read-texts.ts';
import type { EditorWords } from './editor-data.ts';

/** Texts whose names are those of other texts of the editor. */
const TEXTS: Record<string, string> = {
  range: 'rangeInvalid',
  steps: 'stepsInvalid',
  stages: 'stagesInvalid',
};

export function formatInputError(t: EditorWords, error: InputError, example: string): string {
  const [name = '', values = ''] = error.split(/ (.*)/s);
  const [max = '', min = '', step = ''] = values.split('|');
  return fill(t[(TEXTS[name] ?? name) as 'outside'], { example, max, min, step });
}
