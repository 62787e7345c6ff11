export type RenderFailure =
  /** The queue is full; the caller may retry later. */
  | 'busy'
  /** Rendering exceeded the time limit. */
  | 'timeout'
  /** The document is longer than a PDF can be. The message is for the caller. */
  | 'too_large'
  /** The typesetter crashed or rejected the document. */
  | 'failed'
  /** There is no thread for it, or it lacks a resource of the system: the service is shutting down or has too few files. */
  | 'stopped';

export class RenderError extends Error {
  readonly reason: RenderFailure;
  /** JSON pointer to the field that is too large. */
  readonly path: string | undefined;
  /** The `cause` is logged. */
  constructor(
    reason: RenderFailure,
    message: string,
    { path, ...options }: ErrorOptions & { path?: string } = {},
  ) {
    super(message, options);
    this.name = 'RenderError';
    this.reason = reason;
    this.path = path;
  }
}
