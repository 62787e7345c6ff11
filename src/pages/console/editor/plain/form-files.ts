import {
  deleteAttachment,
  putAttachment,
} from '../../../../actions/quotes/attachments/change-attachments.ts';
import { findChangeableQuote } from '../../../../actions/quotes/change-quote.ts';
import { Problem } from '../../../../domain/errors.ts';
import { assertNotPartlyInvoiced } from '../../../../domain/quote/problems.ts';
import type { PageContext } from '../../console-route.ts';
import type { Upload } from '../../forms/upload.ts';
import { findChangeable, getOwner } from '../../quote/steps/forms.ts';

/** Attaches the file of a form that was just saved. */
export async function attachFile(
  context: PageContext,
  quoteId: string,
  { name, type, bytes }: Upload,
): Promise<void> {
  const { deps, account, now } = context;
  const found = await findChangeableQuote({
    ...{ deps, accountId: account.id, quoteId, assertAllowed: assertNotPartlyInvoiced, now },
    expectVersion: () => {},
  });
  const file = { name: removeFolder(name), contentType: type || 'application/octet-stream' };
  await putAttachment(deps, getOwner(context), found, file, pieces(bytes));
}

export async function detachFile(context: PageContext, name: string): Promise<void> {
  const { deps, params, form } = context;
  const found = await findChangeable(context, params.id ?? '', form.version, assertNotPartlyInvoiced);
  await deleteAttachment(deps, getOwner(context), found, name);
}

/** Explains why a file was rejected, in the language of the user. */
export function describeFileError({ t }: PageContext, error: unknown): string {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const words: Record<string, string> = t.editor.problems;
  return words[error.code] ?? error.message;
}

/** Removes the folder, which some browsers include. */
function removeFolder(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').normalize('NFC');
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
