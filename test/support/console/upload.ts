import type { PageAnswer, TestPerson } from './sign-in.ts';

interface UploadedFile {
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array | string;
}

export type UploadArguments = [
  /** The path below the account. */
  path: string,
  fields: Record<string, string>,
  file?: UploadedFile,
  headers?: Record<string, string>,
];

/** Sends a form with a file as a browser does. */
export async function uploadForm(
  url: string,
  person: TestPerson,
  ...args: UploadArguments
): Promise<PageAnswer> {
  const response = await startUpload(url, person, ...args);
  const { status, headers } = response;
  return { status, headers, location: headers.get('Location'), text: await response.text() };
}

/** Returns the response as soon as it begins. */
export function startUpload(
  url: string,
  { cookie, accountId }: TestPerson,
  ...[path, fields, file, headers = {}]: UploadArguments
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append(file.field, new Blob([file.bytes as string], { type: file.type }), file.name);
  return fetch(`${url}/${accountId}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: url, ...headers },
    body: form,
  });
}
