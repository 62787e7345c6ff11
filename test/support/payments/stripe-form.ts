import type { Json } from '../service/client.ts';

/** Reads nested parameters such as `line_items[0][price_data][currency]=eur`. */
export function parseForm(body: string): Json {
  const form: Json = {};
  for (const [path, value] of new URLSearchParams(body)) {
    const names = path.split(/[[\]]+/).filter((name) => name !== '');
    const last = names.pop() ?? '';
    let part = form;
    for (const name of names) {
      part[name] ??= {};
      part = part[name];
    }
    part[last] = value;
  }
  return form;
}
