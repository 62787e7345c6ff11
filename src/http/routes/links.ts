import { addEvent } from '../../store/tables/events.ts';
import { revokeQuoteLinks } from '../../store/tables/links.ts';
import type { Answer, Call, Endpoint } from '../api/endpoint.ts';
import { findSettledRow } from '../api/load-quote.ts';

export const linkRoutes: Endpoint[] = [
  {
    method: 'DELETE',
    path: '/api/v1/quotes/:id/links',
    scope: 'write',
    operation: {
      id: 'revokeQuoteLinks',
      tag: 'Quotes',
      summary: "Revoke the links to the customer's page",
      description:
        'None of the links that were sent opens any more, nor any address of the PDF that was given before. The next sending makes a new link, `GET …/pdf` a new address.',
      answers: { 204: { description: 'Revoked' } },
      problems: ['not_found'],
    },
    handle: revoke,
  },
];

async function revoke(call: Call): Promise<Answer> {
  const { caller, now } = call;
  const row = await findSettledRow(call);
  await call.write(async (tx) => {
    await revokeQuoteLinks(tx, caller.accountId, row.id, now);
    await addEvent(
      tx,
      caller.accountId,
      row.id,
      { type: 'links_revoked', actor: caller.actor, data: {} },
      now,
    );
  });
  return { status: 204 };
}
