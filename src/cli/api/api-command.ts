import type { Input, Option } from '../command.ts';
import type { Service } from '../service/request.ts';
import type { ServiceOptions } from '../service/with-service.ts';

/** A command that calls one operation of the API, from which its options and rules follow. */
export interface ApiCommand {
  name: string;
  summary: string;
  /** The id of the operation. */
  operation: string;
  /** Loads the file of its endpoint: all of them take longer than the command. */
  routes(): Promise<object>;
  /** The kind of resource that the argument names, by its id or, if it has one, its number. */
  names?: 'quote' | 'invoice' | 'customer' | 'event' | 'export' | 'price list';
  /** Options that are called otherwise than the field, or that the command does not have. */
  options?: Record<string, string | null>;
  /** Options that no field of the operation has. */
  moreOptions?: Record<string, Option>;
  /** Query parameters that the command always sends. */
  query?: Record<string, string>;
  /** Further arguments, such as `<file>`. */
  moreArgs?: string;
  details?: string;
  examples?: string[];
  /** The fields that a list shows of each entry. */
  columns?: string[];
  /** The fields that are shown of one resource. */
  facts?: string[];
  /** Fields with a list, and what is shown of each entry of it. */
  rows?: Record<string, string[]>;
  /** Lists below the resource that are added to it. */
  also?: string[];
  /** The event of the emails that `show` is about: `captured` of `known` says whether the last one was not delivered. */
  mails?: string;
  /** Words for the result. `known` is the resource before the change, if the operation has amounts in its currency. */
  show?(result: object, known: object): string;
  /** Values of fields that are not given. */
  defaults?(known: object): Record<string, unknown>;
  /** Whether the resource is read first, because amounts are in its currency. */
  readsFirst?: true;
  /** What the command does instead of one request and `show`. */
  act?(): Promise<Act>;
  /** Chooses the account of the local database if none is named. */
  findAccount?(argument: string): Promise<FindAccount>;
}

/** A request that an input asks for. */
export interface PreparedCall {
  service: Service;
  method: string;
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
  /** The resource before the change, if it was read. */
  known: object;
  input: Input;
}

/** An event about an email, which a service without a mail server does not deliver. */
export interface Captured {
  captured?: boolean;
}

/** Resolves to the exit code; `undefined` means 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: most commands return no exit code
export type Act = (call: PreparedCall) => Promise<number | void>;

type FindAccount = NonNullable<ServiceOptions['findAccount']>;
