export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
}

interface ReadRequest {
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Creates the form for an operation, and a function that reads the request from it. */
export function createRequestForm(operation: Operation): { form: HTMLFormElement; read(): ReadRequest } {
  const form = document.createElement('form');
  form.noValidate = false;
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header');
  const inputs = parameters.map((parameter) => ({ parameter, input: inputFor(form, operation, parameter) }));
  const json = operation.requestBody?.content['application/json'];
  const isFile = operation.requestBody?.content['application/octet-stream'] !== undefined;
  const area = json || isFile ? areaFor(form, operation, json?.example) : undefined;
  const button = document.createElement('button');
  button.className = 'button';
  button.textContent = 'Send request';
  form.append(button);

  function read(): ReadRequest {
    const query = new URLSearchParams();
    let url = operation.path;
    for (const { parameter, input } of inputs) {
      const value = input.value.trim();
      if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(value));
      else if (value !== '') query.set(parameter.name, value);
    }
    const hasKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key');
    const body = area && area.value.trim() !== '' ? area.value : undefined;
    return {
      url: query.size > 0 ? `${url}?${query}` : url,
      headers: {
        ...(json && body !== undefined && { 'Content-Type': 'application/json' }),
        ...(hasKey && { 'Idempotency-Key': randomKey() }),
      },
      body,
    };
  }
  return { form, read };
}

function inputFor(
  form: HTMLFormElement,
  { operationId }: Operation,
  { name, in: place, description }: Parameter,
): HTMLInputElement {
  const input = document.createElement('input');
  input.id = `try-${operationId}-${name}`;
  input.required = place === 'path';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.title = description ?? '';
  form.append(labelled(input, name, place));
  return input;
}

function areaFor(form: HTMLFormElement, { operationId }: Operation, example: unknown): HTMLTextAreaElement {
  const area = document.createElement('textarea');
  area.id = `try-${operationId}-body`;
  area.value = example === undefined ? '' : JSON.stringify(example, null, 2);
  area.rows = Math.min(16, Math.max(3, area.value.split('\n').length));
  area.spellcheck = false;
  form.append(labelled(area, 'Body', ''));
  return area;
}

function labelled(field: HTMLElement, name: string, place: string): HTMLElement {
  const label = document.createElement('label');
  const words = document.createElement('span');
  words.textContent = place === 'path' ? `${name} (required)` : name;
  label.append(words, field);
  return label;
}

/** `crypto.randomUUID` is unavailable without HTTPS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `docs-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
