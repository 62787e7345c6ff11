import type { Json } from './service/client.ts';

const OPERATION = '$.paths[*][get,post,put,patch,delete]';

/** What our OpenAPI document is held to beside the rules of Spectral; and which of those are off, and why. */
export const OPENAPI_RULES: Record<string, object | 'off'> = {
  // A service that everybody runs for himself has no address to write to.
  'contact-properties': 'off',
  // The contract comes first.
  'openapi-tags-alphabetical': 'off',
  // Held to their schemas by a test of ours, in a tenth of the time.
  'oas3-valid-media-example': 'off',
  'oas3-valid-schema-example': 'off',

  'own-operation-id': rule(
    OPERATION,
    ({ operationId }) => /^[a-z][a-zA-Z]+$/.test(operationId),
    'a verb and a noun',
  ),
  'own-summary': rule(
    OPERATION,
    ({ summary }) => /^[A-Z].{3,70}[^.]$/.test(summary ?? ''),
    'a summary of one line, without a full stop',
  ),
  'own-description': rule(
    OPERATION,
    ({ description }) => /^[A-Z].{8,}[.`]$/s.test(description ?? ''),
    'a description of whole sentences',
  ),
  'own-parameter': rule(
    `${OPERATION}.parameters[*]`,
    ({ description, schema }) => description?.length > 3 && schema?.type !== undefined,
    'a description and a type',
  ),
  'own-body-example': rule(
    `${OPERATION}.requestBody.content[application/json]`,
    ({ example }) => example !== undefined,
    'an example of the body',
  ),
  'own-success': rule(
    `${OPERATION}.responses`,
    (responses) =>
      Object.keys(responses).some((status) => status.startsWith('2')) &&
      Object.values<Json>(responses).every(({ content }) => hasExample(content?.['application/json'])),
    'a success with an example',
  ),
  'own-errors': rule(
    `${OPERATION}.responses`,
    (responses) => [401, 429, 500, 503].every((status) => responses[status]),
    'the errors of every operation',
  ),
  'own-problem': rule(
    `${OPERATION}.responses[?(@property >= 400)].content`,
    (content) => Object.keys(content['application/problem+json']?.examples ?? {}).length > 0,
    'problems with examples by their codes',
  ),
  'own-property': rule(
    '$.components.schemas[*].properties[*]',
    ({ $ref, description }) => $ref !== undefined || description?.length > 3,
    'a description of every field',
  ),
};

function hasExample(media: Json): boolean {
  return media === undefined || media.example !== undefined;
}

/** Without following references: each thing is looked at where it stands. */
function rule(given: string, isRight: (value: Json) => boolean, wanted: string): object {
  const check = (value: Json) => (isRight(value) ? undefined : [{ message: `there must be ${wanted}` }]);
  // biome-ignore lint/suspicious/noThenProperty: a keyword of Spectral
  return { given, severity: 'error', resolved: false, then: { function: check } };
}
