const MAX_LENGTH = 500;

/** A program on the computer of the person: it listens on whatever port is free. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/;

/** Parameters of the response: an address that has one already could pass for a response of somebody else. */
const RESPONSE_PARAMETERS = ['code', 'state', 'iss', 'error'];

/** Whether an app may name this address for responses: https, or http to the computer of the person. */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !/^https?:\/\/[!-~]+$/.test(text) || /[#\\]/.test(text)) return false;
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') return false;
  if (RESPONSE_PARAMETERS.some((name) => url.searchParams.has(name))) return false;
  return url.protocol === 'https:' || LOOPBACK.test(text);
}

/** Compares character by character; only the port of a loopback address may differ (RFC 8252). */
export function isRegisteredRedirect(registered: readonly string[], wanted: string): boolean {
  if (!isRedirectUri(wanted)) return false;
  return registered.some((uri) => uri === wanted || (isLoopback(uri) && dropPort(uri) === dropPort(wanted)));
}

export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri);
}

/** Only loopback addresses lose their port. */
function dropPort(uri: string): string {
  return uri.replace(LOOPBACK, 'http://$1$2');
}

/** Adds the parameters of a response, and leaves the rest of the address as it was registered. */
export function addResponse(uri: string, response: Record<string, string | undefined>): string {
  const given = Object.entries(response).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`;
}
