// A plain CRUD of quotes as it is commonly written with Express and Drizzle. It is copied to where these are
// installed and run there.
import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq, ilike } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  serial,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { relations } from 'drizzle-orm/relations';
import express from 'express';
import pg from 'pg';
import { z } from 'zod';

const quotes = pgTable(
  'quotes',
  {
    id: serial('id').primaryKey(),
    number: text('number').notNull(),
    status: text('status').notNull().default('DRAFT'),
    customerId: text('customer_id').notNull(),
    title: text('title').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('quotes_created_at').on(table.createdAt)],
);

const quoteItems = pgTable(
  'quote_items',
  {
    id: serial('id').primaryKey(),
    quoteId: integer('quote_id')
      .notNull()
      .references(() => quotes.id, { onDelete: 'cascade' }),
    description: text('description').notNull(),
    quantity: doublePrecision('quantity').notNull(),
    unitPrice: bigint('unit_price', { mode: 'number' }).notNull(),
    taxRate: doublePrecision('tax_rate').notNull(),
  },
  (table) => [index('quote_items_quote_id').on(table.quoteId)],
);

const quotesRelations = relations(quotes, ({ many }) => ({ items: many(quoteItems) }));
const quoteItemsRelations = relations(quoteItems, ({ one }) => ({
  quote: one(quotes, { fields: [quoteItems.quoteId], references: [quotes.id] }),
}));

const newQuote = z.object({
  number: z.string().max(50),
  status: z.enum(['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED']),
  customerId: z.string().min(1),
  title: z.string().min(1).max(200),
  items: z
    .array(
      z.object({
        description: z.string().min(1).max(2000),
        quantity: z.number().positive(),
        unitPrice: z.number().int().nonnegative(),
        taxRate: z.number().nonnegative().default(0),
      }),
    )
    .min(1),
});

const listQuery = z.object({
  page: z.coerce.number().int().positive().default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  search: z.string().optional(),
  status: z.string().optional(),
});

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const db = drizzle(pool, { schema: { quotes, quoteItems, quotesRelations, quoteItemsRelations } });
const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.use(authenticate);

app.get('/quotes', async (req, res) => {
  const { page, limit, search, status } = listQuery.parse(req.query);
  const where = and(
    search ? ilike(quotes.title, `%${search.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    status ? eq(quotes.status, status) : undefined,
  );
  const [data, total] = await Promise.all([
    db.query.quotes.findMany({
      where,
      orderBy: desc(quotes.createdAt),
      limit,
      offset: (page - 1) * limit,
      with: { items: true },
    }),
    db.$count(quotes, where),
  ]);
  res.json({ data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } });
});

app.get('/quotes/:id', async (req, res) => {
  const id = z.coerce.number().int().parse(req.params.id);
  const quote = await db.query.quotes.findFirst({ where: eq(quotes.id, id), with: { items: true } });
  if (!quote) return res.status(404).json({ error: 'not found' });
  res.json(quote);
});

app.post('/quotes', async (req, res) => {
  const { items, ...fields } = newQuote.parse(req.body);
  const created = await db.transaction(async (tx) => {
    const [quote] = await tx.insert(quotes).values(fields).returning();
    const rows = items.map((item) => ({ ...item, quoteId: quote.id }));
    return { ...quote, items: await tx.insert(quoteItems).values(rows).returning() };
  });
  res.status(201).json(created);
});

app.use((error, _req, res, _next) => {
  if (error instanceof z.ZodError) return res.status(400).json({ errors: error.issues });
  console.error(error);
  res.status(500).json({ error: 'internal error' });
});

app.listen(Number(process.env.PORT), '127.0.0.1');

function authenticate(req, res, next) {
  const given = Buffer.from(req.get('authorization') ?? '');
  const expected = Buffer.from(`Bearer ${process.env.API_KEY}`);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return next();
  res.status(401).json({ error: 'unauthorized' });
}
