// Hono, zod and Drizzle on Bun, as their manuals show: a query built per request, one commit each.
import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { bookingSchema } from './booking-schema.mjs'
import { answerOf, jobFrom, REFUSAL, SET_UP } from './jobs.mjs'

const client = new Database(process.env.DATABASE_FILE)
for (const statement of SET_UP) client.run(statement)
const db = drizzle({ client })

const jobs = sqliteTable('jobs', {
  id: text().primaryKey(),
  customerName: text('customer_name').notNull(),
  customerEmail: text('customer_email'),
  customerPhone: text('customer_phone'),
  address: text().notNull(),
  type: text().notNull(),
  price: integer().notNull(),
  preferredDate: text('preferred_date'),
  preferredTime: text('preferred_time'),
  addOns: text('add_ons', { mode: 'json' }).notNull(),
  franchiseId: text('franchise_id'),
  notes: text(),
  paymentId: text('payment_id'),
  paymentStatus: text('payment_status'),
  gutterLength: real('gutter_length'),
  stories: real(),
  status: text().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

const checked = validator('json', (value, context) => {
  const parsed = bookingSchema.safeParse(value)
  return parsed.success ? parsed.data : context.json(REFUSAL, 400)
})

const app = new Hono()
app.post('/api/jobs/create', checked, (context) => {
  const job = jobFrom(context.req.valid('json'), Bun.randomUUIDv7())
  db.insert(jobs).values(job).run()
  return context.json(answerOf(job), 201)
})
app.get('/api/vitals', (context) => context.json({ ok: true }))

Bun.serve({ hostname: '127.0.0.1', port: Number(process.env.PORT), fetch: app.fetch })
