import { sendMessage } from '../../actions/agreement/messages/send-message.ts';
import { findSentQuote, listThread, markThreadRead } from '../../actions/agreement/messages/thread.ts';
import { readQuote } from '../../actions/quotes/read-quote.ts';
import { parseDateTime } from '../../domain/calendar.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { isId } from '../../domain/ids.ts';
import type { Message } from '../../domain/quote/message.ts';
import { checkBody, omitFields, readBody } from '../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../endpoint.ts';
import { respondOnce } from '../idempotency.ts';
import { formatPage, QueryReader, readPage } from '../query.ts';
import { type Check, compileCheck } from '../schemas/check.ts';
import { createPageSchema, examplePage, pageParameters } from '../schemas/list.ts';
import {
  MESSAGE_EXAMPLE,
  MESSAGE_READ_ONLY,
  MessageSchema,
  PostMessage,
  ReadMessages,
  UnreadSchema,
} from '../schemas/quote/message.ts';

const checkMessage = compileCheck(PostMessage);
const checkRead = compileCheck(ReadMessages);

const POST_PROBLEMS = [
  ...(['not_found', 'quote_not_sent'] as const),
  ...BODY_PROBLEMS,
  ...REPEAT_PROBLEMS,
] satisfies Operation['problems'];

const operations = {
  list: {
    id: 'listMessages',
    tag: 'Quotes',
    summary: 'List the messages about a quote',
    description:
      'Messages between the account and its customer, oldest first, with the replies that came by email. Those of anybody else than the recipients of the quote, or with a sender that could not be verified, are `from` `other`.',
    query: pageParameters,
    responses: {
      200: {
        description: 'A page of messages',
        schema: createPageSchema(MessageSchema),
        example: examplePage(MESSAGE_EXAMPLE),
      },
    },
    problems: ['not_found', 'validation_failed'],
  },
  post: {
    id: 'postMessage',
    tag: 'Quotes',
    summary: 'Write to the customer about a quote',
    description:
      'The message is shown on the customer page and emailed to the recipient of the last link. If no link works (the links were revoked, or the quote has another customer), no email is sent, and the page shows the message once the quote is sent again. The messages of the customer so far count as read. The quote itself does not change.',
    headers: ['Idempotency-Key'],
    body: { schema: PostMessage, example: { text: MESSAGE_EXAMPLE.text } },
    responses: { 201: { description: 'The message', schema: MessageSchema, example: MESSAGE_EXAMPLE } },
    problems: [...POST_PROBLEMS, 'send_limited'],
  },
  read: {
    id: 'readMessages',
    tag: 'Quotes',
    summary: 'Mark the messages to the account as read',
    description:
      'Marks all messages up to and including `upTo`. Messages that were read before keep their time.',
    headers: ['Idempotency-Key'],
    body: { schema: ReadMessages, example: { upTo: MESSAGE_EXAMPLE.id } },
    responses: {
      200: { description: 'The number of unread messages', schema: UnreadSchema, example: { unread: 0 } },
    },
    problems: POST_PROBLEMS,
  },
} satisfies Record<string, Operation>;

const path = '/api/v1/quotes/:id/messages';

export const messageRoutes: Endpoint[] = [
  { method: 'GET', path, scope: 'read', operation: operations.list, handle: list },
  { method: 'POST', path, scope: 'write', operation: operations.post, handle: post },
  { method: 'POST', path: `${path}/read`, scope: 'write', operation: operations.read, handle: read },
];

async function list(call: Call): Promise<ApiResponse> {
  const { deps, caller, query, now } = call;
  const { accountId, quoteId } = getThread(call);
  await readQuote(deps, accountId, quoteId, now);
  const reader = new QueryReader(query);
  const page = readPage(reader);
  reader.done();
  const { messages, ...total } = await listThread(deps, { accountId, quoteId }, page);
  const docs = messages.map((message) =>
    JSON.stringify(caller.canWrite ? message : { ...message, quotedText: null }),
  );
  return json(200, formatPage(docs, page, total));
}

function post(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const { quoteId } = getThread(call);
  const respond = (message: Message) => json(201, message);
  return respondOnce(call, respond, async ({ keep }) => {
    await findSentQuote(deps, getThread(call), now);
    const input = readValidBody(call, checkMessage, MESSAGE_READ_ONLY) as PostMessage;
    const writer = { ...caller, via: 'api' } as const;
    return sendMessage(deps, writer, quoteId, input, now, keep);
  });
}

function read(call: Call): Promise<ApiResponse> {
  const { deps, now } = call;
  const respond = (unread: number) => json(200, { unread });
  return respondOnce(call, respond, async ({ keep }) => {
    await findSentQuote(deps, getThread(call), now);
    const { upTo } = readValidBody(call, checkRead, []) as ReadMessages;
    return markThreadRead(deps, getThread(call), parsePlace(upTo), now, keep);
  });
}

function parsePlace(upTo: string): { id: string } | { time: number } {
  if (isId('msg', upTo)) return { id: upTo };
  const time = parseDateTime(upTo);
  if (time === undefined) {
    assertNoErrors([{ path: '/upTo', message: 'must be the id of a message of this quote, or a date-time' }]);
  }
  return { time: Number(time) };
}

function readValidBody(call: Call, check: Check, readOnly: readonly string[]): Record<string, unknown> {
  const body = readBody(call);
  body.value = omitFields(body.value, readOnly);
  assertNoErrors(checkBody(body, check));
  return body.value;
}

function getThread({ caller, params }: Call): { accountId: string; quoteId: string } {
  return { accountId: caller.accountId, quoteId: params.id ?? '' };
}
