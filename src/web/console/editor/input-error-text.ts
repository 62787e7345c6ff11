import { fill } from '../../../i18n/fill.ts';
import type { InputError } from './draft/read-texts.ts';
import type { EditorWords } from './editor-data.ts';

export function formatInputError(t: EditorWords, flaw: InputError, example: string): string {
  if (flaw === 'unreadable') return fill(t.unreadable, { example });
  if (flaw === 'range') return t.rangeInvalid;
  return flaw === 'stages' ? t.stagesInvalid : t[flaw];
}
