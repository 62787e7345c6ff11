import type { Json } from './service/client.ts';

const OPERATION = '$.paths[*][get,post,put,patch,delete]';

/** Rules for our OpenAPI document in addition to those of Spectral, and the disabled ones with the reason. */
export const OPENAPI_RULES: Record<string, object | 'off'> = {
  // Everyone runs the service themselves, so there is no contact address.
  'contact-properties': 'off',
  // The tags follow the order of the contract.
  'openapi-tags-alphabetical': 'off',
  // One of our tests checks the examples against their schemas in a tenth of the time.
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

/** References are not followed: each element is checked where it is defined. */
function rule(given: string, isRight: (value: Json) => boolean, wanted: string): object {
  const check = (value: Json) => (isRight(value) ? undefined : [{ message: `there must be ${wanted}` }]);
  // biome-ignore lint/suspicious/noThenProperty: a keyword of Spectral
  return { given, severity: 'error', resolved: false, then: { function: check } };
}
