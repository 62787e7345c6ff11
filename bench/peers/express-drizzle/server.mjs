// A plain CRUD service for quotes as commonly written with Express and Drizzle, on PostgreSQL or on SQLite. It is
// copied to the folder where these are installed and runs there.
import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { relations } from 'drizzle-orm/relations';
import express from 'express';
import { z } from 'zod';

const { amount, connect, contains, createdAt, decimal, id, index, insertQuote, integer, table, text } =
  process.env.ENGINE === 'SQLite' ? await import('./sqlite.mjs') : await import('./postgres.mjs');

const quotes = table(
  'quotes',
  {
    id: id(),
    number: text('number').notNull(),
    status: text('status').notNull().default('DRAFT'),
    customerId: text('customer_id').notNull(),
    title: text('title').notNull(),
    createdAt: createdAt(),
  },
  ({ createdAt }) => [index('quotes_created_at').on(createdAt)],
);

const quoteItems = table(
  'quote_items',
  {
    id: id(),
    quoteId: integer('quote_id')
      .notNull()
      .references(() => quotes.id, { onDelete: 'cascade' }),
    description: text('description').notNull(),
    quantity: decimal('quantity').notNull(),
    unitPrice: amount('unit_price').notNull(),
    taxRate: decimal('tax_rate').notNull(),
  },
  ({ quoteId }) => [index('quote_items_quote_id').on(quoteId)],
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

const db = connect({ quotes, quoteItems, quotesRelations, quoteItemsRelations });
const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.use(authenticate);

app.get('/quotes', async (req, res) => {
  const { page, limit, search, status } = listQuery.parse(req.query);
  const where = and(
    search ? contains(quotes.title, `%${search.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
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
  const created = await insertQuote(db, { quotes, quoteItems }, newQuote.parse(req.body));
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
