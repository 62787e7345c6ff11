import { readDescription } from '../../../app/telemetry/manifest.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { renderPageLinks } from '../docs-site.ts';
import { renderCode, renderSamples } from './code-sample.ts';
import { renderDocsPage } from './docs-page.ts';
import { buildOperationSamples } from './examples/operation-samples.ts';
import { GUIDE, renderGuide } from './guide.ts';
import {
  type Endpoint,
  findExample,
  type Group,
  groupOperations,
  listErrorCodes,
  listUsedSchemas,
  type OpenApi,
  type Parameter,
} from './openapi-model.ts';
import { renderRichText } from './rich-text.ts';
import { renderMeaning, renderSchema, renderTypeName } from './schema-table.ts';

/**
 * Own pages instead of a ready-made reference: Scalar's script is 4.4 MB and shows nothing without JavaScript, while
 * these are HTML that everybody can read and one search covers.
 *
 * The guide and the reference from the OpenAPI document. All of it is readable without scripts.
 */
export function renderReference(openapi: object): string {
  const api = openapi as OpenApi;
  const groups = groupOperations(api);
  return renderDocsPage({
    title: `${api.info.title} API: guide and reference`,
    subtitle: `API ${api.info.version}`,
    contents: renderContents(groups),
    scripts: ['docs.js'],
    body: html`${renderIntroduction(api)}
${renderGuide(getServer(api))}
${groups.map((group) => renderGroup(group, api))}
${renderErrors()}
${renderSchemas(api)}`,
  });
}

/** The operations of one tag by its URL, with the schemas that they use; `undefined` if there is no such tag. */
export function renderTagPage(openapi: object, url: string): string | undefined {
  const api = openapi as OpenApi;
  const groups = groupOperations(api);
  const group = groups.find((each) => each.url === url);
  if (!group) return undefined;
  return renderDocsPage({
    title: `${group.name} · ${api.info.title} API`,
    subtitle: `API ${api.info.version}`,
    contents: html`<ul>
<li><a href="/docs">Guide and reference</a></li>
${groups.map(
  (each) => html`<li><a href="${each.url}"${each === group && html` aria-current="page"`}>${each.name}</a>
${each === group && renderEndpointLinks(group)}</li>
`,
)}</ul>`,
    scripts: ['docs.js'],
    body: html`${renderGroup(group, api)}
${renderSchemas(api, listUsedSchemas(api, group.endpoints))}`,
  });
}

function renderEndpointLinks({ endpoints }: Group): Html {
  return html`<ul>${endpoints.map((endpoint) => html`<li><a href="#${endpoint.id}">${endpoint.summary ?? endpoint.path}</a></li>`)}</ul>`;
}

function renderContents(groups: Group[]): Html {
  return html`<ul>
<li><a href="#introduction">Introduction</a></li>
<li><a href="#guide">Guide</a>
<ul>${GUIDE.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></li>
${groups.map(
  (group) => html`<li><a href="#${group.id}">${group.name}</a>
${renderEndpointLinks(group)}</li>
`,
)}
<li><a href="#errors">Errors</a></li>
<li><a href="/docs/problems">Problems</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>`;
}

function getServer(api: OpenApi): string {
  return api.servers?.[0]?.url ?? '';
}

function renderIntroduction(api: OpenApi): Html {
  const [scheme] = Object.values(api.components?.securitySchemes ?? {});
  return html`<section class="intro" aria-labelledby="introduction"><h1 id="introduction">${api.info.title} API</h1>
<p>${readDescription()}</p>
<p>You write quotes, and no programs? Begin with <a href="/docs/business">what a business does with Proffer</a>.</p>
${renderRichText(api.info.description)}
<h2>Documentation</h2>
${renderPageLinks()}
<h2>Base URL</h2>
${renderCode(getServer(api))}
<h2>Authentication</h2>
<p>Every request carries a key in the <code>Authorization</code> header.</p>
${renderRichText(scheme?.description)}
${renderCode('Authorization: Bearer $PROFFER_API_KEY')}
<p>Machine-readable version: <a id="openapi" href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
<div class="try-key card padded" hidden><h2 id="try">Try it here</h2>
<p>With a test key, every operation below can be called from this page. The key stays in this field until you leave the page: it is not stored, and it is sent only to this service.</p>
<label for="try-key">Test key</label>
<input id="try-key" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="prf_test_…" aria-describedby="try-key-error">
<p id="try-key-error" class="try-error" role="alert"></p></div>
<p id="docs-status" class="visually-hidden" role="status"></p></section>`;
}

function renderGroup(group: Group, api: OpenApi): Html {
  return html`<section class="group" aria-labelledby="${group.id}"><h2 id="${group.id}"><a href="${group.url}">${group.name}</a></h2>
${renderRichText(group.description)}
${group.endpoints.map((endpoint) => renderEndpoint(endpoint, api))}</section>`;
}

function renderEndpoint(endpoint: Endpoint, api: OpenApi): Html {
  const body = endpoint.requestBody;
  const schema = body?.content?.['application/json']?.schema;
  return html`<article class="endpoint card" aria-labelledby="${endpoint.id}">
<div class="words">
<h3 id="${endpoint.id}"><a href="#${endpoint.id}">${endpoint.summary ?? endpoint.path}</a></h3>
<p class="route"><span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> <code>${breakable(endpoint.path)}</code></p>
${endpoint.description !== `${endpoint.summary}.` && renderRichText(endpoint.description)}
${renderParameters(endpoint.parameters ?? [])}
${schema && html`<h4>Body ${!body?.required && html`<span class="muted">(optional)</span>`}</h4>${renderRichText(body?.description)}${renderSchema(schema)}`}
${renderResponses(endpoint, api)}
</div>
<div class="samples">
${renderRequest(endpoint, api)}
${renderSuccessExample(endpoint)}
</div>
</article>`;
}

function renderRequest(endpoint: Endpoint, api: OpenApi): Html {
  const samples = buildOperationSamples(endpoint, api);
  if (samples.length === 0) return html`<p class="muted">For the console only: no API key may do this.</p>`;
  return html`${renderSamples(samples)}
<details class="try" data-operation="${endpoint.operationId ?? ''}" hidden><summary>Try it</summary></details>`;
}

function renderParameters(parameters: Parameter[]): Html | null {
  if (parameters.length === 0) return null;
  return html`<h4>Parameters</h4>
<table class="fields"><thead class="visually-hidden"><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map(
    (parameter) =>
      html`<tr><th scope="row"><code>${parameter.name}</code> <span class="muted">${parameter.in}</span>${parameter.required && html` <span class="required">required</span>`}</th><td class="type">${renderTypeName(parameter.schema ?? {})}</td><td>${renderMeaning({ description: parameter.description, ...parameter.schema })}</td></tr>
`,
  )}</tbody></table>`;
}

function renderResponses(endpoint: Endpoint, api: OpenApi): Html {
  const successes = Object.entries(endpoint.responses ?? {}).filter(([status]) => Number(status) < 400);
  const problems = listErrorCodes(endpoint, api);
  return html`<h4>Responses</h4>
<dl class="responses">${successes.map(([status, response]) => {
    const schema = response.content?.['application/json']?.schema;
    return html`<div><dt><span class="code good">${status}</span></dt><dd>${renderRichText(response.description)}${schema && html`<p class="type">${renderTypeName(schema)}</p>`}</dd></div>`;
  })}${problems.map(
    (problem) =>
      html`<div><dt><span class="code">${problem.status}</span></dt><dd><p><a href="/docs/problems#${problem.code}"><code>${problem.code}</code></a> ${problem.title}</p></dd></div>`,
  )}</dl>`;
}

function renderSuccessExample(endpoint: Endpoint): Html | null {
  const success = Object.entries(endpoint.responses ?? {}).find(([status]) => status.startsWith('2'));
  const example = findExample(success?.[1].content);
  if (!success || example === undefined) return null;
  return renderCode(JSON.stringify(example, null, 2), `Response ${success[0]}`);
}

function renderErrors(): Html {
  return html`<section class="group" aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>Every error response is <code>application/problem+json</code> (RFC 9457). The meaning of a <code>code</code> never changes; <code>errors</code> lists all invalid fields, not only the first. <a href="/docs/problems">Every code, what happened and what to do</a> is a page of its own, to which <code>type</code> leads.</p></section>`;
}

function renderSchemas(api: OpenApi, names = Object.keys(api.components?.schemas ?? {})): Html {
  return html`<section class="group" aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${names
  .map((name) => [name, api.components?.schemas?.[name] ?? {}] as const)
  .map(
    ([
      name,
      schema,
    ]) => html`<article class="card padded" aria-labelledby="schema-${name}"><h3 id="schema-${name}"><a href="#schema-${name}">${name}</a></h3>
${renderRichText(schema.description)}
${renderSchema(schema)}</article>`,
  )}</section>`;
}

/** Allows line breaks after slashes in long paths. */
function breakable(path: string): Html {
  return html`${path.split('/').map((part, index) => html`${index > 0 && html`/<wbr>`}${part}`)}`;
}
