import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as it came; missing if it was read otherwise. */
  bytes?: Buffer;
}

const agent = new Agent({ keepAlive: true });
/** The headers of `fetch` but one: few tests are about compression, and those ask for it. */
const DEFAULTS = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

/**
 * Sends a request and reads the whole response, without following redirects. Like `fetch`, which takes twice the
 * processor time, it fails with a TypeError if the connection does.
 */
export async function exchange(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options;
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const sent = request(url, { method, agent, headers: { ...DEFAULTS, ...Object.fromEntries(own) } });
  const answered = once(sent, 'response');
  // A service that rejects a large body may close the connection while it is being sent.
  sent.on('error', () => {});
  sent.end(body);
  try {
    const [response] = (await answered) as [IncomingMessage];
    const bytes = await buffer(response);
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      ...{ text: new TextDecoder().decode(bytes), bytes },
    };
  } catch (error) {
    throw new TypeError(`${method} ${url} got no whole response`, { cause: error });
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
}
