import {
  Client,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Json } from '../service/client.ts';

export interface Tools {
  list(): Promise<Tool[]>;
  names(): Promise<string[]>;
  /** Calls a tool and returns its result, as structured content and as the number of its bytes. */
  call(name: string, args?: object): Promise<ToolReply>;
  client: Client;
  close(): Promise<void>;
}

interface ToolReply {
  isError: boolean;
  value: Json;
  text: string;
  bytes: number;
}

/** The two generations of the protocol: with a handshake, and with the version in each message. */
export type Era = 'legacy' | 'auto';

/** Connects the official client over HTTP. */
export function openTools(url: string, key: string, era: Era = 'auto'): Promise<Tools> {
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  return connectTools(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }), era);
}

export async function connectTools(transport: Transport, era: Era = 'auto'): Promise<Tools> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  const list = async () => (await client.listTools()).tools;
  return {
    client,
    list,
    names: async () => (await list()).map(({ name }) => name),
    async call(name, args = {}) {
      const result = (await client.callTool({ name, arguments: { ...args } })) as Json;
      const [{ text }] = result.content;
      return {
        isError: result.isError === true,
        value: result.structuredContent,
        text,
        bytes: Buffer.byteLength(JSON.stringify(result)),
      };
    },
    close: () => client.close(),
  };
}
