import type { PeerDatabase } from './database.ts';

const QUOTE = 'api::quote.quote';

/** Returns the files of a project that serves quotes with items, without its admin panel, by path. */
export function strapiProject(database: PeerDatabase, port: number): Record<string, unknown> {
  return {
    'public/uploads/.gitkeep': '',
    'config/server.json': {
      host: '127.0.0.1',
      port,
      app: { keys: ['bench-key-one-0123456789', 'bench-key-two-0123456789'] },
    },
    'config/admin.json': {
      serveAdminPanel: false,
      auth: { secret: 'bench-admin-secret-0123456789' },
      apiToken: { salt: 'bench-token-salt-0123456789' },
      transfer: { token: { salt: 'bench-transfer-salt-0123456789' } },
      secrets: { encryptionKey: 'bench-encryption-key-0123456789' },
    },
    'config/api.json': { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } },
    'config/database.js': `module.exports = { connection: ${connection(database)} };\n`,
    'config/middlewares.json': [
      'strapi::logger',
      'strapi::errors',
      'strapi::security',
      'strapi::cors',
      'strapi::poweredBy',
      'strapi::query',
      'strapi::body',
      'strapi::session',
      'strapi::favicon',
      'strapi::public',
    ],
    'src/components/quote/item.json': component(),
    'src/api/quote/content-types/quote/schema.json': contentType(),
    'src/api/quote/routes/quote.js': factory('createCoreRouter'),
    'src/api/quote/controllers/quote.js': factory('createCoreController'),
    'src/api/quote/services/quote.js': factory('createCoreService'),
    'src/index.js': 'module.exports = { register() {}, bootstrap() {} };\n',
  };
}

/** The connection of a new project. On SQLite its driver would default to NORMAL, which can lose the last commits. */
function connection({ engine, address }: PeerDatabase): string {
  return engine === 'SQLite'
    ? `{
      client: 'sqlite',
      connection: { filename: ${JSON.stringify(address)} },
      useNullAsDefault: true,
      pool: { afterCreate: (db, done) => { db.pragma('synchronous = FULL'); done(null, db); } },
    }`
    : `{
      client: 'postgres',
      connection: { connectionString: ${JSON.stringify(address)}, ssl: false, schema: 'public' },
      pool: { min: 2, max: 10 },
      acquireConnectionTimeout: 60000,
    }`;
}

function component() {
  return {
    collectionName: 'components_quote_items',
    info: { displayName: 'item' },
    options: {},
    attributes: {
      description: { type: 'string', required: true },
      quantity: { type: 'float', required: true },
      unitPrice: { type: 'integer', required: true, min: 0 },
      taxRate: { type: 'float', default: 0 },
    },
  };
}

function contentType() {
  return {
    kind: 'collectionType',
    collectionName: 'quotes',
    info: { singularName: 'quote', pluralName: 'quotes', displayName: 'Quote' },
    options: { draftAndPublish: false },
    attributes: {
      number: { type: 'string' },
      // `status` is a reserved word in Strapi.
      state: {
        type: 'enumeration',
        enum: ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED'],
        default: 'DRAFT',
      },
      customerId: { type: 'string' },
      title: { type: 'string', required: true, maxLength: 200 },
      items: { type: 'component', component: 'quote.item', repeatable: true, required: true, min: 1 },
    },
  };
}

function factory(name: string): string {
  return `module.exports = require('@strapi/strapi').factories.${name}('${QUOTE}');\n`;
}
