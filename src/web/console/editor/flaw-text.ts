import { fill } from '../../../i18n/fill.ts';
import type { Flaw } from './draft/read-texts.ts';
import type { EditorWords } from './editor-data.ts';

export function flawText(say: EditorWords, flaw: Flaw, example: string): string {
  if (flaw === 'unreadable') return fill(say.unreadable, { example });
  if (flaw === 'range') return say.rangeFlaw;
  return flaw === 'stages' ? say.stagesFlaw : say[flaw];
}
