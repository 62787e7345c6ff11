import { CliError } from '../command.ts';

/** A message of JSON-RPC. */
export interface Message {
  jsonrpc: '2.0';
  id?: string | number | null;
  method?: string;
  params?: { name?: unknown; _meta?: Record<string, unknown> };
  result?: { protocolVersion?: string };
  error?: { code: number; message: string };
}

const VERSION_FIELD = 'io.modelcontextprotocol/protocolVersion';

/** Returns a function that sends a message to the service and returns the messages of its response. */
export function createForwarder(url: string, key: string): (message: Message) => Promise<Message[]> {
  const address = `${url}/mcp`;
  /** The version that clients agree on once, before messages named it themselves. */
  let agreedVersion: string | undefined;

  return async (message) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...createProtocolHeaders(message, agreedVersion),
    };
    // A redirect would lose the body.
    const request = { method: 'POST', headers, body: JSON.stringify(message), redirect: 'manual' } as const;
    const response = await fetch(address, request).catch((error: Error) => {
      throw new CliError(`${url} cannot be reached: ${error.cause ?? error}`);
    });
    const replies = await readReplies(response, url);
    if (message.method === 'initialize') agreedVersion = replies[0]?.result?.protocolVersion;
    return replies;
  };
}

/** HTTP repeats in headers what the message says, so that proxies need not read it. */
function createProtocolHeaders(
  { method, params }: Message,
  agreedVersion: string | undefined,
): Record<string, string> {
  const version = params?._meta?.[VERSION_FIELD];
  if (typeof version !== 'string') {
    return agreedVersion === undefined || method === 'initialize'
      ? {}
      : { 'MCP-Protocol-Version': agreedVersion };
  }
  return {
    'MCP-Protocol-Version': version,
    'Mcp-Method': method ?? '',
    ...(typeof params?.name === 'string' && { 'Mcp-Name': encodeHeader(params.name) }),
  };
}

/** Encodes what a header cannot hold, as the protocol says. */
function encodeHeader(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

async function readReplies(response: Response, url: string): Promise<Message[]> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  if (type.startsWith('text/event-stream')) return readEvents(text);
  if (response.ok && text === '') return [];
  const body = parseObject(text);
  if (body?.jsonrpc === '2.0') return [body as unknown as Message];
  throw new CliError(
    `${url} returned status ${response.status}: ${body?.detail ?? 'no MCP endpoint of Proffer is at this URL'}`,
  );
}

/** Reads the messages of server-sent events. */
function readEvents(text: string): Message[] {
  return text
    .split(/\r?\n/)
    .filter((line) => /^data: *\S/.test(line))
    .map((line) => JSON.parse(line.slice('data:'.length)) as Message);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
