import type { ExpectVersion } from '../../../actions/expect-version.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Form } from '../../form-fields.ts';
import type { Values } from './field.ts';

/** Reads the named fields of a form, trimmed and with normalized line breaks. */
export function readTyped(form: Form, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, plainText(form[name] ?? '')]));
}

function plainText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim();
}

/** Returns a check that the stored version is the one that the user saw. */
export function createVersionCheck(form: Form): ExpectVersion {
  return (version) => {
    if (String(version) !== form.version) {
      throw new Problem('precondition_failed', 'It was changed in the meantime.');
    }
  };
}

/** Reads the values that the fields had when the user opened the form. */
export function readInitialValues(form: Form): Values {
  try {
    const was: unknown = JSON.parse(form.was ?? '{}');
    const entries = Object.entries(was as object).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

export function isProblem(error: unknown, code: Problem['code']): error is Problem {
  return error instanceof Problem && error.code === code;
}

/** Converts an empty text to `null`. */
export function emptyToNull(text: string | undefined): string | null {
  return text ? text : null;
}

/** Adds the scheme that people leave out of a web address. Anything that does not begin with a domain stays as it is. */
export function addScheme(text: string): string {
  return /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[/:?#]|$)/u.test(text) ? `https://${text}` : text;
}
