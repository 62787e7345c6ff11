const VERSION = '/api/v1';

/** Returns the base URL of all operations, whether or not the given URL includes the API version. */
export function getBaseUrl(url: string): string {
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new TypeError(
      `url is ${JSON.stringify(url)}; it must be the address of the service, such as https://quotes.example.com`,
    );
  }
  const address = url.replace(/\/$/, '');
  return address.endsWith(VERSION) ? address : address + VERSION;
}

/** Fills the parameters into the path of an operation. */
export function fillPath(template: string, parameters: Record<string, string> = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    // These would change the path.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new TypeError(`${name} is ${JSON.stringify(value)}; it must be the ${name} of something`);
    }
    return encodeURIComponent(value);
  });
}

/** Formats `?a=1&b=x,y&c[key]=z`, or nothing. Leaves out `undefined` and `null`. */
export function formatQuery(query: object = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => listPairs(name, value));
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
}

function listPairs(name: string, value: unknown): [name: string, value: string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return [[name, value.join(',')]];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => listPairs(`${name}[${key}]`, inner));
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%5B', '[').replaceAll('%5D', ']');
}
