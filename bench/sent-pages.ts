import { callApi, type FilledCheckout } from './checkouts.ts';

/** Quotes that are sent, so that customers can open their pages. */
export const SENT = 20;

/** Sends some quotes, and returns the requests of their customer pages. */
export async function requestSentPages({ server, ids }: FilledCheckout): Promise<string[]> {
  const requests: string[] = [];
  for (const id of ids.slice(0, SENT)) {
    const { publicUrl } = await callApi(server.port, 'POST', `/quotes/${id}/send`, {});
    requests.push(`GET ${new URL(publicUrl).pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  }
  return requests;
}
