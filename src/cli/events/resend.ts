import type { Act } from '../api/api-command.ts';
import { printJson, toPrintable } from '../terminal/output.ts';

interface Resent {
  deliveries: { endpointId: string; deliveryId: string }[];
}

/** Delivers an event to the webhook endpoints again. */
export const resend: Act = async ({ service, method, path, body, input: { args, flag } }) => {
  const resent = await service.call<Resent>(method, path, body);
  if (flag('json')) printJson(resent);
  else {
    for (const { endpointId, deliveryId } of resent.deliveries) {
      process.stdout.write(`${toPrintable(args[0] ?? '')} → ${endpointId} (${deliveryId})\n`);
    }
  }
  if (resent.deliveries.length > 0) return 0;
  process.stderr.write('No enabled webhook endpoint of the account has the type of this event.\n');
  return 1;
};
