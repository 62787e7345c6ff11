import type { IHttpRequestMethods, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** One operation of the API, as n8n offers it. */
export interface Operation {
  resource: Resource;
  value: string;
  name: string;
  action: string;
  description: string;
  method: IHttpRequestMethods;
  /** `{id}` is replaced by the identifier of the resource. */
  path: string;
  /** Names of the fields below that become the body. */
  body?: readonly FieldName[];
  /** The result is a document, not JSON. */
  isFile?: true;
  /** The result is a list, of which `returnAll` and `limit` say how much. */
  isList?: true;
}

const RESOURCES = ['customer', 'invoice', 'quote'] as const;
type Resource = (typeof RESOURCES)[number];
type FieldName = keyof typeof FIELDS;

export const OPERATIONS: readonly Operation[] = [
  ...forResource('customer', '/customers', [
    { value: 'create', name: 'Create', method: 'POST', path: '', body: ['name', 'fields'] },
    { value: 'delete', name: 'Delete', method: 'DELETE', path: '/{id}' },
    { value: 'get', name: 'Get', method: 'GET', path: '/{id}' },
    { value: 'getAll', name: 'Get Many', method: 'GET', path: '', isList: true },
    {
      value: 'upsert',
      name: 'Create or Update',
      action: 'Create or replace a customer',
      description: 'Create a customer under your own identifier, or replace the one there is',
      method: 'PUT',
      path: '/{id}',
      body: ['name', 'fields'],
    },
  ]),
  ...forResource('invoice', '/invoices', [
    { value: 'get', name: 'Get', method: 'GET', path: '/{id}' },
    { value: 'getAll', name: 'Get Many', method: 'GET', path: '', isList: true },
    {
      value: 'getPdf',
      name: 'Get PDF',
      action: 'Get the PDF of an invoice',
      method: 'GET',
      path: '/{id}/pdf',
      isFile: true,
    },
    {
      value: 'issue',
      name: 'Issue',
      description: 'Make a draft final, with today as its date unless the fields say otherwise',
      method: 'POST',
      path: '/{id}/issue',
      body: ['fields'],
    },
    {
      value: 'recordPayment',
      name: 'Record Payment',
      action: 'Record a payment of an invoice',
      method: 'POST',
      path: '/{id}/payments',
      body: ['amount', 'fields'],
    },
    {
      value: 'send',
      name: 'Send',
      description: 'Email the invoice to the customer. A draft is issued first.',
      method: 'POST',
      path: '/{id}/send',
      body: ['fields'],
    },
  ]),
  ...forResource('quote', '/quotes', [
    {
      value: 'convert',
      name: 'Convert to Invoice',
      action: 'Convert a quote to an invoice',
      method: 'POST',
      path: '/{id}/convert-to-invoice',
      body: ['fields'],
    },
    {
      value: 'create',
      name: 'Create',
      method: 'POST',
      path: '',
      body: ['customerId', 'title', 'items', 'fields'],
    },
    { value: 'delete', name: 'Delete', method: 'DELETE', path: '/{id}' },
    { value: 'get', name: 'Get', method: 'GET', path: '/{id}' },
    { value: 'getAll', name: 'Get Many', method: 'GET', path: '', isList: true },
    {
      value: 'getPdf',
      name: 'Get PDF',
      action: 'Get the PDF of a quote',
      method: 'GET',
      path: '/{id}/pdf',
      isFile: true,
    },
    {
      value: 'send',
      name: 'Send',
      description: 'Email the quote with its PDF to the customer',
      method: 'POST',
      path: '/{id}/send',
      body: ['fields'],
    },
    {
      value: 'update',
      name: 'Update',
      description: 'Change the fields that are given, or record a decision with the field status',
      method: 'PATCH',
      path: '/{id}',
      body: ['fields'],
    },
  ]),
];

type Described = Omit<Operation, 'resource' | 'action' | 'description'> &
  Partial<Pick<Operation, 'action' | 'description'>>;

function forResource(resource: Resource, base: string, operations: readonly Described[]): Operation[] {
  return operations.map((operation) => {
    const noun = operation.isList
      ? `many ${resource}s`
      : `${resource === 'invoice' ? 'an' : 'a'} ${resource}`;
    const verb = operation.isList ? 'Get' : operation.name;
    const action = operation.action ?? `${verb} ${noun}`;
    return { description: action, ...operation, action, resource, path: base + operation.path };
  });
}

export function findOperation(resource: string, value: string): Operation | undefined {
  return OPERATIONS.find((operation) => operation.resource === resource && operation.value === value);
}

const FIELDS = {
  customerId: {
    displayName: 'Customer ID',
    type: 'string',
    required: true,
    default: '',
  },
  title: {
    displayName: 'Title',
    type: 'string',
    required: true,
    default: '',
  },
  name: {
    displayName: 'Name',
    type: 'string',
    required: true,
    default: '',
  },
  items: {
    displayName: 'Items',
    type: 'json',
    required: true,
    default: '[{ "description": "Consulting", "quantity": 1, "unitPrice": 9000, "taxRate": 19 }]',
    description: 'Prices are integers in the smallest unit of the currency: 9000 is 90.00',
  },
  amount: {
    displayName: 'Amount',
    type: 'number',
    typeOptions: { minValue: 1, numberPrecision: 0 },
    required: true,
    default: 0,
    description: 'In the smallest unit of the currency: 9000 is 90.00',
  },
  fields: {
    displayName: 'Additional Fields (JSON)',
    type: 'json',
    default: '{}',
    description: 'Any other field of the API, such as { "reference": "PO 17" }',
  },
} as const satisfies Record<string, Partial<INodeProperties>>;

const LIST_PROPERTIES: INodeProperties[] = [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: { returnAll: [false] } },
  },
  {
    displayName: 'Filters (JSON)',
    name: 'filters',
    type: 'json',
    default: '{}',
    description:
      'Query parameters of the API, such as { "status": "SENT,EXPIRED" } or { "search": "kitchen" }',
  },
];

/** The parameters of the node, which follow from the operations. */
export const PROPERTIES: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Customer', value: 'customer' },
      { name: 'Invoice', value: 'invoice' },
      { name: 'Quote', value: 'quote' },
    ],
    default: 'quote',
  },
  ...RESOURCES.map(describeOperations),
  ...forOperations(({ path }) => path.includes('{id}'), {
    displayName: 'ID',
    name: 'id',
    type: 'string',
    required: true,
    default: '',
  }),
  ...Object.entries(FIELDS).flatMap(([name, field]) =>
    forOperations(({ body }) => body?.includes(name as FieldName) === true, { ...field, name }),
  ),
  ...LIST_PROPERTIES.flatMap((property) => forOperations(({ isList }) => isList === true, property)),
];

function describeOperations(resource: Resource): INodeProperties {
  const options: INodePropertyOptions[] = OPERATIONS.filter((operation) => operation.resource === resource)
    .map(({ name, value, action, description }) => ({ name, value, action, description }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options,
    default: resource === 'quote' ? 'create' : 'get',
  };
}

/** Shows a parameter for some operations: one entry per resource, because n8n combines conditions with AND. */
function forOperations(
  isWanted: (operation: Operation) => boolean,
  property: INodeProperties,
): INodeProperties[] {
  return RESOURCES.flatMap((resource) => {
    const wanted = OPERATIONS.filter((operation) => operation.resource === resource && isWanted(operation));
    if (wanted.length === 0) return [];
    const show = { resource: [resource], operation: wanted.map(({ value }) => value) };
    return [{ ...property, displayOptions: { show: { ...show, ...property.displayOptions?.show } } }];
  });
}
