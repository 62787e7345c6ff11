export type RenderFailure =
  /** The queue is full; the caller may retry later. */
  | 'busy'
  /** Rendering exceeded the time limit. */
  | 'timeout'
  /** The typesetter crashed or rejected the document. */
  | 'failed'
  /** There is no thread for it: the service is shutting down, or cannot start one. */
  | 'stopped';

export class RenderError extends Error {
  readonly reason: RenderFailure;
  constructor(reason: RenderFailure, message: string) {
    super(message);
    this.name = 'RenderError';
    this.reason = reason;
  }
}
