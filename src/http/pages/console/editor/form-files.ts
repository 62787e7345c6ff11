import { deleteAttachment, putAttachment } from '../../../../actions/attachment/change-attachments.ts';
import { findChangeableQuote } from '../../../../actions/quote/change-quote.ts';
import { Problem } from '../../../../domain/errors.ts';
import { refusePartlyInvoiced } from '../../../../domain/quote/problems.ts';
import type { PageContext } from '../console-route.ts';
import type { Upload } from '../forms/upload.ts';
import { changeable, ownerOf } from '../quote/forms.ts';

/** Attaches the file of a form that was just saved. */
export async function attachFile(
  context: PageContext,
  quoteId: string,
  { name, type, bytes }: Upload,
): Promise<void> {
  const { deps, account, now } = context;
  const found = await findChangeableQuote({
    ...{ deps, accountId: account.id, quoteId, refuse: refusePartlyInvoiced, now },
    expectVersion: () => {},
  });
  const file = { name: plainName(name), contentType: type || 'application/octet-stream' };
  await putAttachment(deps, ownerOf(context), found, file, pieces(bytes));
}

export async function detachFile(context: PageContext, name: string): Promise<void> {
  const { deps, params, form } = context;
  const found = await changeable(context, params.id ?? '', form.version, refusePartlyInvoiced);
  await deleteAttachment(deps, ownerOf(context), found, name);
}

/** Explains why a file was rejected, in the language of the user. */
export function fileTrouble({ say }: PageContext, error: unknown): string {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const words: Record<string, string> = say.editor.problems;
  return words[error.code] ?? error.message;
}

/** Removes the folder, which some browsers include. */
function plainName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').normalize('NFC');
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
