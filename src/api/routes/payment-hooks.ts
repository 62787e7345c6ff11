import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type NotificationResult, receiveNotification } from '../../actions/payments/receive-notification.ts';
import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { isProviderKind } from '../../domain/invoice/payment/provider-kind.ts';

type HookRequest = FastifyRequest<{ Params: { kind: string; connectionId: string; token?: string } }>;

const MAX_NOTIFICATION_BYTES = 64 * 1024;

/** Registers the URLs that payment providers send notifications to. 200 is sent after the commit. */
export function registerHookRoutes(server: FastifyInstance, deps: Deps): void {
  const handle = async (request: HookRequest, reply: FastifyReply) => {
    const { kind, connectionId, token } = request.params;
    if (!isProviderKind(kind)) throw describeFailure('unknown');
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const raw = { headers: request.headers, body, now: deps.clock() };
    const result = await receiveNotification(deps, { kind, connectionId, token }, raw);
    if (result !== 'done') throw describeFailure(result);
    return reply.code(200).header('Cache-Control', 'no-store').send();
  };
  const options = { bodyLimit: MAX_NOTIFICATION_BYTES };
  server.post('/:kind/:connectionId', options, handle);
  server.post('/:kind/:connectionId/:token', options, handle);
}

function describeFailure(result: Exclude<NotificationResult, 'done'>): Problem {
  switch (result) {
    case 'unknown':
      return new Problem('not_found', 'There is no connection to a payment provider at this URL.');
    case 'forged':
      return new Problem(
        'bad_request',
        'The notification does not come from the payment provider: its signature or its URL is not valid. Check the webhook secret of the connection.',
      );
    case 'failed':
      return new Problem(
        'unavailable',
        'The payment provider could not be asked. Send the notification again later.',
      );
  }
}
