/* Messages of PostgreSQL's protocol. */

const TYPE_LENGTH = 1;

/**
 * Splits a stream into messages: a letter, the length of the rest, the rest. The first message of a client has no
 * letter.
 */
export function framed(onMessage: (message: Buffer) => void, isGreeted = false): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let start = isGreeted ? TYPE_LENGTH : 0;
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length >= start + 4) {
      const length = start + rest.readInt32BE(start);
      if (rest.length < length) return;
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
      start = TYPE_LENGTH;
    }
  };
}

export function isOneOf(message: Buffer, letters: string): boolean {
  return letters.includes(String.fromCharCode(message[0] as number));
}

/** Returns the text of a Parse message (after its name) or of a simple query. */
export function textOf(message: Buffer): string {
  const from = isOneOf(message, 'P') ? message.indexOf(0, 5) + 1 : 5;
  return message.toString('utf8', from, message.indexOf(0, from));
}
