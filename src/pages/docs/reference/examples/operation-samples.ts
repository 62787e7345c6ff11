import type { Sample } from '../code-sample.ts';
import type { Endpoint, OpenApi } from '../openapi-model.ts';
import { renderCurlExample } from './curl.ts';
import { renderPythonExample } from './python.ts';
import { buildSampleRequest } from './sample-request.ts';
import { renderTypescriptExample } from './typescript.ts';

/** One sample per language; none for operations that no key may use. */
export function buildOperationSamples(endpoint: Endpoint, api: OpenApi): Sample[] {
  const sample = buildSampleRequest(endpoint, api);
  if (!sample) return [];
  return [
    { language: 'curl', code: renderCurlExample(sample) },
    { language: 'TypeScript', code: renderTypescriptExample(endpoint.operationId ?? '', sample) },
    { language: 'Python', code: renderPythonExample(sample) },
  ];
}
