import type { FastifyRequest } from 'fastify';
import type { Form } from '../../form-fields.ts';

export interface Upload {
  name: string;
  /** The type according to the browser; it is not trusted. */
  type: string;
  bytes: Uint8Array;
}

/** Reads a form with a file. The first value of a field counts, and an empty file means that none was chosen. */
export async function readParts({
  headers,
  body,
}: Pick<FastifyRequest, 'headers' | 'body'>): Promise<{ form: Form; file?: Upload | undefined }> {
  const type = headers['content-type'] ?? '';
  const form: Form = {};
  let file: Upload | undefined;
  for (const [name, value] of await parseParts(type, body as Uint8Array | undefined)) {
    if (typeof value === 'string') form[name] ??= value;
    else if (value.size > 0) {
      file ??= { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) };
    }
  }
  return { form, file };
}

/** Parses the parts of the body; a body that is no form has none. */
async function parseParts(
  type: string,
  body: Uint8Array | undefined,
): Promise<Iterable<[string, string | File]>> {
  if (!body || !/^multipart\/form-data\s*;/i.test(type)) return [];
  try {
    const parts = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    return parts.entries() as Iterable<[string, string | File]>;
  } catch {
    return [];
  }
}
