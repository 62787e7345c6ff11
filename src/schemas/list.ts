export const pageParameters = {
  page: { type: 'integer', minimum: 1, default: 1, description: 'Page number' },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'Entries on a page' },
};

export function pageOf(entry: object): object {
  return {
    type: 'object',
    required: ['data', 'pagination'],
    additionalProperties: false,
    properties: {
      data: { type: 'array', items: entry },
      pagination: {
        type: 'object',
        required: ['page', 'limit', 'total', 'totalPages', 'hasMore'],
        additionalProperties: false,
        properties: {
          page: { type: 'integer' },
          limit: { type: 'integer' },
          total: { type: 'integer' },
          totalPages: { type: 'integer' },
          hasMore: { type: 'boolean' },
        },
      },
    },
  };
}

export function examplePage(entry: unknown) {
  return {
    data: [entry],
    pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false },
  };
}

export const eventList = {
  schema: {
    type: 'object',
    required: ['data'],
    additionalProperties: false,
    properties: {
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'type', 'at', 'actor', 'data'],
          additionalProperties: false,
          properties: {
            id: { type: 'string' },
            type: { type: 'string' },
            at: { type: 'string', format: 'date-time' },
            actor: {
              type: 'object',
              required: ['type'],
              additionalProperties: false,
              properties: {
                type: { type: 'string', enum: ['key', 'customer', 'system'] },
                id: { type: 'string' },
                name: { type: 'string' },
              },
            },
            data: { type: 'object' },
          },
        },
      },
    },
  },
  example: {
    data: [
      {
        id: 'evt_01k0a1b2c3d4e5f6g7h8j9kmnp',
        type: 'created',
        at: '2026-11-01T09:30:00.000Z',
        actor: { type: 'key', id: 'key_01k0a1b2c3d4e5f6g7h8j9kmnp', name: 'Website' },
        data: {},
      },
    ],
  },
};
