/** Returns name, code and stack of an error for the log, without the message: messages of libraries may quote data. */
export function safeError(error: unknown): { name: string; code?: unknown; stack?: string } {
  if (!(error instanceof Error)) return { name: typeof error };
  // SQLite's `errstr` is one of a few fixed sentences.
  const { code, errstr } = (error.cause ?? error) as { code?: unknown; errstr?: unknown };
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return { name: error.constructor.name, code: errstr ?? code, stack: frames.join('\n') };
}
