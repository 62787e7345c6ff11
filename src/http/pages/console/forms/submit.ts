import type { ExpectVersion } from '../../../../actions/expect-version.ts';
import type { FormState, Values } from '../../../../web/console/form/field.ts';
import { mergeTyped } from '../../../../web/console/form/merge.ts';
import type { ConsolePage } from '../../../../web/console/shell.ts';
import type { PageContext, PageReply } from '../console-route.ts';
import { isProblem, versionIn, wasIn } from './form-values.ts';

export interface Stored {
  version: number;
  values: Values;
}

interface Submission {
  typed: Values;
  /** What is wrong with it before anything is asked to save it. */
  errors: Values;
  /** What is stored now; `undefined` for something new. */
  stored?: () => Promise<Stored>;
  /** Gives the address to go on to. */
  save(expectVersion: ExpectVersion): Promise<string>;
  /** What the rules say that are only known while it is saved, field by field; `undefined` where it is not theirs. */
  refused?: (error: unknown) => Values | undefined;
  show(state: FormState, seen: Stored | undefined): Promise<ConsolePage>;
}

/** Saves, or shows the form again with all that was typed and what stands against it. */
export async function submitForm(context: PageContext, submission: Submission): Promise<PageReply> {
  const { typed, errors, stored, save, refused, show } = submission;
  const showAgain = async (state: FormState, seen: Stored | undefined, status: number) => ({
    page: await show(state, seen),
    status,
  });
  if (Object.keys(errors).length > 0) return showAgain({ values: typed, errors }, seenIn(context), 400);
  try {
    return { redirect: await save(stored ? versionIn(context.form) : () => {}) };
  } catch (error) {
    if (stored && isProblem(error, 'precondition_failed')) {
      const now = await stored();
      const { values, theirs } = mergeTyped(wasIn(context.form), typed, now.values);
      return showAgain({ values, errors: {}, theirs }, now, 409);
    }
    const told = refused?.(error);
    if (told) return showAgain({ values: typed, errors: told }, seenIn(context), 400);
    throw error;
  }
}

/** What the person has seen is what they saw before, until they are shown something newer. */
export function seenIn({ form }: PageContext): Stored | undefined {
  const version = Number(form.version);
  return Number.isSafeInteger(version) && version > 0 ? { version, values: wasIn(form) } : undefined;
}
