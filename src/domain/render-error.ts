export type RenderFailure =
  /** the queue is full: try again later */
  | 'busy'
  /** the document took longer than it may */
  | 'timeout'
  /** the typesetter broke or gave up on it */
  | 'failed'
  /** there is no thread for it: the service is ending, or cannot start one */
  | 'stopped';

export class RenderError extends Error {
  readonly reason: RenderFailure;
  constructor(reason: RenderFailure, message: string) {
    super(message);
    this.name = 'RenderError';
    this.reason = reason;
  }
}
