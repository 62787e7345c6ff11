import { revokeLinks } from '../../actions/link/revoke-links.ts';
import type { ApiResponse, Call, Endpoint } from '../api/endpoint.ts';

export const linkRoutes: Endpoint[] = [
  {
    method: 'DELETE',
    path: '/api/v1/quotes/:id/links',
    scope: 'write',
    operation: {
      id: 'revokeQuoteLinks',
      tag: 'Quotes',
      summary: 'Revoke the links to the customer page',
      description:
        'Links that were already sent stop working, and so do the PDF URLs issued so far. Sending the quote again creates a new link, `GET …/pdf` a new URL.',
      responses: { 204: { description: 'Revoked' } },
      problems: ['not_found'],
    },
    handle: revoke,
  },
];

async function revoke({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  await revokeLinks(deps, caller, params.id ?? '', now);
  return { status: 204 };
}
