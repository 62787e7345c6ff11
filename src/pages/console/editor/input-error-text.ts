import { fill } from '../../../i18n/fill.ts';
import type { InputError } from './draft/read-texts.ts';
import type { EditorWords } from './editor-data.ts';

export function formatInputError(t: EditorWords, error: InputError, example: string): string {
  if (error === 'unreadable') return fill(t.unreadable, { example });
  if (error === 'range') return t.rangeInvalid;
  if (error === 'steps') return t.stepsInvalid;
  if (isTooLong(error)) return fill(t.tooLong, { max: error.slice('tooLong '.length) });
  if (isOutside(error)) {
    const [min = '', max = '', step = ''] = error.slice('outside '.length).split('|');
    return fill(t.quantityOutside, { min, max, step });
  }
  return error === 'stages' ? t.stagesInvalid : t[error];
}

function isOutside(error: InputError): error is `outside ${string}|${string}|${string}` {
  return error.startsWith('outside');
}

function isTooLong(error: InputError): error is `tooLong ${number}` {
  return error.startsWith('tooLong');
}
