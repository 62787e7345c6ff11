import { readEvent } from '../../../actions/events/list-feed.ts';
import { type ResentEvent, resendEvent } from '../../../actions/events/webhooks/resend.ts';
import { readOptionalBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { checkResend, Resend, ResentSchema } from '../../schemas/webhook/delivery.ts';

export const resendRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/events/:id/resend',
  scope: 'write',
  for: 'settings',
  operation: {
    id: 'resendEvent',
    tag: 'Webhooks',
    summary: 'Deliver an event again',
    description:
      'Delivers the event to all enabled webhook endpoints that its type matches, or to the one in `endpointId`, whatever its types are. The `webhook-id` is the same as before.',
    headers: ['Idempotency-Key'],
    body: { schema: Resend, optional: true, example: { endpointId: 'whe_01k0a1b2c3d4e5f6g7h8j9kmnp' } },
    responses: {
      202: {
        description: 'The pending deliveries',
        schema: ResentSchema,
        example: {
          deliveries: [
            { endpointId: 'whe_01k0a1b2c3d4e5f6g7h8j9kmnp', deliveryId: 'whd_01k0a1b2c3d4e5f6g7h8j9kmnp' },
          ],
        },
      },
    },
    problems: [...BODY_PROBLEMS, 'not_found', 'endpoint_disabled', ...REPEAT_PROBLEMS],
  },
  handle: resend,
};

function resend(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  const eventId = params.id ?? '';
  const respond = (resent: ResentEvent) => json(202, resent);
  return respondOnce(call, respond, async ({ keep }) => {
    await readEvent(deps, caller.accountId, eventId);
    const { endpointId } = readOptionalBody(call, checkResend) as Resend;
    return resendEvent(deps, caller.accountId, { eventId, endpointId }, now, keep);
  });
}
