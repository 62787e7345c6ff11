import { announce } from './copy.ts';
import { createRequestForm, type Operation } from './request-form.ts';

const MAX_SHOWN = 100_000;
const SHOWN_HEADERS = ['content-type', 'etag', 'location', 'ratelimit', 'retry-after', 'x-request-id'];

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** Sends requests that the reader composes with a test key. The key is not stored and is lost when the page closes. */
export function enableTryIt(): void {
  const field = document.querySelector<HTMLInputElement>('#try-key');
  const link = document.querySelector<HTMLAnchorElement>('#openapi');
  if (!field || !link) return;
  const server = link.href.replace(/\/openapi\.json$/, '');
  let api: Promise<OpenApi> | undefined;
  for (const part of document.querySelectorAll<HTMLElement>('.try-key, details.try')) part.hidden = false;
  field.addEventListener('input', () =>
    describeKeyError(field, field.value === '' ? '' : keyError(field.value)),
  );
  addEventListener('pagehide', () => {
    field.value = '';
  });
  for (const place of document.querySelectorAll<HTMLDetailsElement>('details.try')) {
    place.addEventListener('toggle', async () => {
      if (!place.open || place.querySelector('form')) return;
      api ??= fetch(link.href).then((response) => response.json());
      const found = find(await api, place.dataset.operation ?? '');
      if (found && !place.querySelector('form')) place.append(...createTryForm(found, { server, field }));
    });
  }
}

function find({ paths }: OpenApi, operationId: string): Operation | undefined {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === operationId) return { ...operation, path, method: method.toUpperCase() };
    }
  }
  return undefined;
}

function createTryForm(operation: Operation, at: { server: string; field: HTMLInputElement }): HTMLElement[] {
  const { form, read } = createRequestForm(operation);
  const result = document.createElement('div');
  result.className = 'try-result';
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const error = keyError(at.field.value);
    describeKeyError(at.field, error);
    if (error) return at.field.focus();
    const { url, body, headers } = read();
    await show(result, () =>
      fetch(at.server + url, {
        method: operation.method,
        headers: { ...headers, Authorization: `Bearer ${at.field.value.trim()}` },
        ...(body !== undefined && { body }),
        // Requests carry no session cookie, as from a program.
        credentials: 'omit',
        cache: 'no-store',
      }),
    );
  });
  return [form, result];
}

function keyError(key: string): string {
  if (key.trim() === '') return 'Enter a test key first.';
  return /^prf_test_\w+$/.test(key.trim())
    ? ''
    : 'Only test keys (prf_test_…) can be used here, so that nothing real is changed or sent.';
}

function describeKeyError(field: HTMLInputElement, error: string): void {
  const place = document.getElementById('try-key-error');
  if (place) place.textContent = error;
  field.toggleAttribute('aria-invalid', error !== '');
  if (error) field.setAttribute('aria-invalid', 'true');
}

async function show(result: HTMLElement, send: () => Promise<Response>): Promise<void> {
  result.textContent = 'Sending …';
  const started = performance.now();
  try {
    const response = await send();
    const text = await readText(response);
    const took = Math.round(performance.now() - started);
    const head = SHOWN_HEADERS.filter((name) => response.headers.has(name)).map(
      (name) => `${name}: ${response.headers.get(name)}`,
    );
    const line = document.createElement('p');
    line.className = response.ok ? 'try-status good' : 'try-status';
    line.textContent = `${response.status} ${response.statusText} in ${took} ms`;
    const code = document.createElement('pre');
    code.tabIndex = 0;
    code.textContent = [...head, '', text].join('\n');
    result.replaceChildren(line, code);
    announce(line.textContent);
  } catch {
    result.textContent = 'The service could not be reached. Try again.';
    announce(result.textContent);
  }
}

async function readText(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|^text\//.test(type)) {
    const { size } = await response.blob();
    return size === 0 ? '' : `(${size.toLocaleString('en')} bytes)`;
  }
  const text = await response.text();
  const pretty = /json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return pretty.length > MAX_SHOWN ? `${pretty.slice(0, MAX_SHOWN)}\n…` : pretty;
}
