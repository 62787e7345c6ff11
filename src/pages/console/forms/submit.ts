import type { ExpectVersion } from '../../../actions/expect-version.ts';
import type { PageContext, PageReply } from '../console-route.ts';
import type { ConsolePage } from '../shell.ts';
import type { FormState, Values } from './field.ts';
import { createVersionCheck, isProblem, readInitialValues } from './form-values.ts';
import { mergeForm } from './merge.ts';

export interface Stored {
  version: number;
  values: Values;
}

interface Submission {
  typed: Values;
  /** Errors that are found before saving. */
  errors: Values;
  /** Reads the stored values; `undefined` for a new resource. */
  stored?: () => Promise<Stored>;
  /** Saves and returns the URL of the next page. */
  save(expectVersion: ExpectVersion): Promise<string>;
  /** Converts an error of saving to messages by field; `undefined` if it belongs to no field. */
  toFieldErrors?: (error: unknown) => Values | undefined;
  show(state: FormState, seen: Stored | undefined): Promise<ConsolePage>;
}

/** Saves the form, or shows it again with the typed values and their errors. */
export async function submitForm(context: PageContext, submission: Submission): Promise<PageReply> {
  const { typed, errors, stored, save, toFieldErrors, show } = submission;
  const showAgain = async (state: FormState, seen: Stored | undefined, status: number) => ({
    page: await show(state, seen),
    status,
  });
  if (Object.keys(errors).length > 0) return showAgain({ values: typed, errors }, readSeen(context), 400);
  try {
    return { redirect: await save(stored ? createVersionCheck(context.form) : () => {}) };
  } catch (error) {
    if (stored && isProblem(error, 'precondition_failed')) {
      const now = await stored();
      const { values, theirs } = mergeForm(readInitialValues(context.form), typed, now.values);
      return showAgain({ values, errors: {}, theirs }, now, 409);
    }
    const translated = toFieldErrors?.(error);
    if (translated) return showAgain({ values: typed, errors: translated }, readSeen(context), 400);
    throw error;
  }
}

/** Reads the version and values that the user saw last. */
function readSeen({ form }: PageContext): Stored | undefined {
  const version = Number(form.version);
  return Number.isSafeInteger(version) && version > 0
    ? { version, values: readInitialValues(form) }
    : undefined;
}
