import { getProblemUrl, type ProblemResponse } from '../../api/schemas/problem.ts';
import { PROBLEMS, Problem } from '../../domain/errors.ts';
import { DatabaseUnavailable, StoredDataDamaged } from '../../domain/outage.ts';
import { RenderError } from '../../domain/render-error.ts';
import { OUTAGES } from './outages.ts';

export const BODY_LIMIT = 1_048_576;
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Converts any error to a problem that the caller may see. Internal details stay in the log. */
export function toProblem(error: unknown, bodyLimit = BODY_LIMIT): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseUnavailable) {
    return new Problem('unavailable', OUTAGES[error.reason].detail, { headers: { 'Retry-After': '2' } });
  }
  if (error instanceof RenderError) return renderProblem(error);
  if (error instanceof StoredDataDamaged) {
    return new Problem(
      'stored_data_damaged',
      'What is stored here is damaged and is not sent. The operator of the service can restore a backup.',
    );
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const bytes = bodyLimit.toLocaleString('en');
    return new Problem('body_too_large', `The body is larger than ${bytes} bytes. Send less in one request.`);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Problem(
      'unsupported_media_type',
      'The Content-Type header is not a valid media type. Send JSON with "Content-Type: application/json".',
    );
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('bad_request', 'The request could not be read. Check its headers and its length.');
  }
  return new Problem(
    'internal',
    'An unexpected error occurred. Try again; if it persists, report the requestId.',
  );
}

function renderProblem(error: RenderError): Problem {
  switch (error.reason) {
    case 'busy':
      return new Problem('pdf_busy', 'Too many PDFs are waiting to be generated. Try again shortly.', {
        headers: { 'Retry-After': '2' },
      });
    case 'timeout':
      return new Problem(
        'pdf_failed',
        'Generating the PDF took too long. Shorten the texts or the list of items.',
      );
    case 'too_large':
      return new Problem('pdf_too_large', error.message, {
        errors: error.path ? [{ path: error.path, message: 'must be a shorter or simpler text' }] : [],
      });
    case 'stopped':
      return new Problem(
        'unavailable',
        'No PDF can be generated at the moment. Try again shortly. The cause is in the log of the service.',
        { headers: { 'Retry-After': '2' } },
      );
    case 'failed':
      return new Problem('pdf_failed', 'The PDF could not be generated. Report the requestId.');
  }
}

export function formatProblem(problem: Problem, requestId: string, baseUrl: string): string {
  const response: ProblemResponse = {
    type: getProblemUrl(baseUrl, problem.code),
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    errors: problem.errors.map(({ in: place = 'body', ...error }) => ({ in: place, ...error })),
    ...problem.extra,
    requestId,
  };
  return JSON.stringify(response);
}
