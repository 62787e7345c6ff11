import type { Sample } from '../code-sample.ts';
import type { Endpoint, OpenApi } from '../openapi-model.ts';
import { curlExample } from './curl.ts';
import { pythonExample } from './python.ts';
import { sampleRequest } from './sample-request.ts';
import { typescriptExample } from './typescript.ts';

/** One sample per language; none for operations that no key may use. */
export function operationSamples(endpoint: Endpoint, api: OpenApi): Sample[] {
  const sample = sampleRequest(endpoint, api);
  if (!sample) return [];
  return [
    { language: 'curl', code: curlExample(sample) },
    { language: 'TypeScript', code: typescriptExample(endpoint.operationId ?? '', sample) },
    { language: 'Python', code: pythonExample(sample) },
  ];
}
