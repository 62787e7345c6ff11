import {
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { EVENT_OPTIONS } from './events';
import { callProffer, ifFound } from './request';
import { isSigned } from './verify-signature';

interface Registration {
  endpointId?: string;
  secret?: string;
}

export class ProfferTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Proffer Trigger',
    name: 'profferTrigger',
    icon: { light: 'file:proffer.svg', dark: 'file:proffer.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens to a quote, customer, message or invoice',
    defaults: { name: 'Proffer Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'profferApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: EVENT_OPTIONS,
        default: ['quote.accepted'],
        required: true,
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { endpointId } = this.getWorkflowStaticData('node') as Registration;
        if (!endpointId) return false;
        const endpoint = await ifFound(callProffer(this, { method: 'GET', path: pathOf(endpointId) }));
        const events = this.getNodeParameter('events') as string[];
        if (
          endpoint?.enabled === true &&
          endpoint.url === this.getNodeWebhookUrl('default') &&
          [...endpoint.types].sort().join() === [...events].sort().join()
        ) {
          return true;
        }
        await removeEndpoint(this);
        return false;
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const endpoint = await callProffer(this, {
          method: 'POST',
          path: '/webhook-endpoints',
          body: {
            url: this.getNodeWebhookUrl('default'),
            types: this.getNodeParameter('events') as string[],
            description: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id ?? ''}`.slice(0, 200),
          },
        });
        Object.assign(this.getWorkflowStaticData('node'), {
          endpointId: endpoint.id,
          secret: endpoint.secret,
        });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        await removeEndpoint(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as Registration;
    const { rawBody } = this.getRequestObject() as { rawBody?: Buffer };
    // A request that is not signed comes from somebody else: it must not start the workflow.
    if (!secret || !rawBody || !isSigned(rawBody, this.getHeaderData(), secret, Date.now())) {
      this.getResponseObject().status(401).json({ message: 'The signature of the webhook is not valid.' });
      return { noWebhookResponse: true };
    }
    const event = JSON.parse(rawBody.toString('utf8'));
    if (event.type === 'ping') return { webhookResponse: 'OK' };
    return { workflowData: [this.helpers.returnJsonArray([event])] };
  }
}

/** Removes the endpoint, also where somebody has removed it by hand already. */
async function removeEndpoint(context: IHookFunctions): Promise<void> {
  const registration = context.getWorkflowStaticData('node') as Registration;
  if (registration.endpointId) {
    await ifFound(callProffer(context, { method: 'DELETE', path: pathOf(registration.endpointId) }));
  }
  delete registration.endpointId;
  delete registration.secret;
}

function pathOf(endpointId: string): string {
  return `/webhook-endpoints/${encodeURIComponent(endpointId)}`;
}
