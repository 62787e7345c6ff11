import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { CliError } from '../command.ts';

/** The headers of a browser. The headers of `fetch` say that no person opens the page. */
const BROWSER_HEADERS = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'same-origin',
};

/** Opens a page as a customer does. */
export function openPage(url: string): Promise<void> {
  return visit(url, 'GET');
}

/** Submits a form of a customer page. */
export function submitForm(url: string, fields: Record<string, string>): Promise<void> {
  return visit(url, 'POST', new URLSearchParams(fields).toString());
}

async function visit(url: string, method: 'GET' | 'POST', body?: string): Promise<void> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const type = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const sent = send(url, { method, headers: { ...BROWSER_HEADERS, ...type } }).end(body);
  const [response] = await (once(sent, 'response') as Promise<[IncomingMessage]>).catch(() => {
    throw new CliError(`the customer page ${url} does not respond: see PUBLIC_URL of the service`);
  });
  response.resume();
  await once(response, 'end');
  const { statusCode = 0 } = response;
  if (statusCode >= 400) throw new CliError(`the customer page ${url} returned status ${statusCode}`);
}
