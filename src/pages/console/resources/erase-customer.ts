import { readCustomer } from '../../../actions/customers/customers.ts';
import { eraseCustomer } from '../../../actions/customers/erasure/erase-customer.ts';
import { exportCustomer } from '../../../actions/customers/erasure/export-customer.ts';
import { previewRetained } from '../../../actions/customers/erasure/find-retained.ts';
import { isRecent } from '../../../actions/people/sessions.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { contentDisposition } from '../../../http/headers/content-disposition.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { isProblem } from '../forms/form-values.ts';
import { customerPath } from './customer-path.ts';
import { buildErasurePage } from './erasure-page.ts';
import { getId } from './resource-routes.ts';

const PATH = '/customers/:id';

/** Erasing and exporting a person, for owners who signed in recently. */
export const customerErasurePages: ConsoleRoute[] = [
  { method: 'GET', path: `${PATH}/export`, minRole: 'owner', handle: recently('/export', download) },
  {
    method: 'GET',
    path: `${PATH}/erase`,
    minRole: 'owner',
    handle: recently('/erase', (context) => show(context)),
  },
  { method: 'POST', path: `${PATH}/erase`, minRole: 'owner', handle: recently('/erase', erase) },
];

/** Like `requireRecentSignIn`, for pages of one customer. The download begins on the page of the customer again. */
function recently(page: '/export' | '/erase', handle: ConsoleRoute['handle']): ConsoleRoute['handle'] {
  return async (context) => {
    if (isRecent(context.person, context.deps.clock())) return handle(context);
    const to = `${context.base}/${customerPath(getId(context))}${page === '/erase' ? page : ''}`;
    return { signInFor: to };
  };
}

async function download(context: PageContext): Promise<PageReply> {
  const { deps, account } = context;
  const id = getId(context);
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', `customer-${id}.zip`),
  };
  return { headers, body: await exportCustomer(deps, account.id, id) };
}

async function show(context: PageContext, problem?: string): Promise<PageReply> {
  const { deps, account } = context;
  const { doc } = await readCustomer(deps, account.id, getId(context));
  const customer = JSON.parse(doc) as CustomerRecord;
  const preview = await previewRetained(deps, account, customer.id);
  return { status: problem ? 409 : 200, page: buildErasurePage(context, { customer, ...preview, problem }) };
}

async function erase(context: PageContext): Promise<PageReply> {
  const { deps, base, t } = context;
  const id = getId(context);
  try {
    const { retained } = await eraseCustomer(deps, context.caller, id);
    // The page of a customer whose documents are kept lists these.
    return { redirect: `${base}/${retained.length > 0 ? customerPath(id) : 'customers'}?done=erased` };
  } catch (error) {
    if (isProblem(error, 'send_in_progress')) return show(context, t.erasure.sending);
    throw error;
  }
}
