/** A client may keep its connection and read nothing for hours. */
const MAX_IDLE_MS = 120_000;

/** Ends the work on a stream that nobody reads any more. Whoever reads it nevertheless gets an error. */
export async function* endWhenIdle(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = stream[Symbol.asyncIterator]();
  let isOver = false;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    isOver = true;
    return parts.return?.();
  };
  try {
    for (;;) {
      const part = await parts.next();
      if (part.done) return;
      idle = setTimeout(end, MAX_IDLE_MS).unref();
      yield part.value;
      clearTimeout(idle);
      if (isOver) throw new Error('nobody has read the export for two minutes');
    }
  } finally {
    clearTimeout(idle);
    await end();
  }
}
