import type { Repeat } from '../../../actions/repeat.ts';
import type { ProblemCode } from '../../../domain/errors.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import type { ApiResponse, Call, Endpoint, Operation } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';

export const SEND_PROBLEMS: readonly ProblemCode[] = [
  'send_in_progress',
  'precondition_failed',
  'recipient_missing',
  'send_limited',
  'mail_sign_in_needed',
  'mail_refused',
  'mail_unavailable',
  'mail_timeout',
  'pdf_busy',
  'pdf_too_large',
  'pdf_failed',
];

type MailOperation = Pick<Operation, 'id' | 'tag' | 'summary' | 'description'> & {
  body: { schema: object; example: unknown };
  document: Operation['responses'][number];
  problems: readonly ProblemCode[];
};

/** An endpoint that emails a document to its customer, once per Idempotency-Key. Its body is optional. */
export function createMailEndpoint<Result>(
  path: string,
  { body, document, problems, ...operation }: MailOperation,
  respond: (call: Call, result: Result) => ApiResponse,
  run: (call: Call, repeat: Repeat<Result>) => Promise<Result>,
): Endpoint {
  return {
    method: 'POST',
    path,
    scope: 'write',
    operation: {
      ...operation,
      headers: ['Idempotency-Key', 'If-Match'],
      body: { ...body, optional: true },
      responses: { 200: document },
      problems: [...BODY_PROBLEMS, 'not_found', ...problems, ...REPEAT_PROBLEMS],
    },
    handle: (call) =>
      respondOnce(
        call,
        (result: Result) => respond(call, result),
        (repeat) => run(call, repeat),
      ),
  };
}
