/** Reads values of ASN.1 in DER: `{ tag, content, bytes }`. */
export function parse(bytes) {
  const value = parseAt(bytes, 0);
  if (value.bytes.length !== bytes.length) throw new Error('it has bytes after its end');
  return value;
}

export function members(value, tag = 0x30) {
  if (value?.tag !== tag) throw new Error('it has another structure than expected');
  const found = [];
  for (let at = 0; at < value.content.length; at += found.at(-1).bytes.length)
    found.push(parseAt(value.content, at));
  return found;
}

export function content(value, tag) {
  if (value?.tag !== tag) throw new Error('it has another structure than expected');
  return value.content;
}

/** The value of an object identifier, in hexadecimal. */
export function name(value) {
  return content(value, 0x06).toString('hex');
}

/** An algorithm, whose parameters are absent or NULL unless it is one that has some. */
export function algorithm(value) {
  const [id, parameters, ...more] = members(value);
  const hasOwn = name(id) === RSA_PSS;
  if (!hasOwn && (more.length > 0 || (parameters && parameters.bytes.toString('hex') !== '0500'))) {
    throw new Error('it names an algorithm in another way than expected');
  }
  return name(id);
}

export const RSA_PSS = '2a864886f70d01010a';

function parseAt(bytes, at) {
  const [tag, first] = bytes.subarray(at, at + 2);
  const more = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + more;
  if (first === undefined || first === 0x80 || more > 4 || start > bytes.length)
    throw new Error('it is not ASN.1 in DER');
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  if (start + length > bytes.length) throw new Error('it ends early');
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(at, start + length) };
}
