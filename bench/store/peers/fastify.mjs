// Fastify on Node with its own JSON Schema on both sides and node:sqlite: one commit per request.
import { randomUUIDv7 } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { answerOf, INSERT_JOB, jobFrom, REFUSAL, rowOf, SET_UP } from './jobs.mjs'

const db = new DatabaseSync(process.env.DATABASE_FILE)
for (const statement of SET_UP) db.exec(statement)
const insert = db.prepare(INSERT_JOB)

const optionalText = (maxLength) => ({ type: ['string', 'null'], maxLength })
const optionalNumber = { type: ['number', 'null'] }
const texts = {
  preferredTime: optionalText(30),
  franchiseId: optionalText(100),
  notes: optionalText(1000),
  paymentId: optionalText(200),
  paymentStatus: optionalText(50),
}

const booking = {
  type: 'object',
  required: ['customerName', 'address', 'type', 'price'],
  properties: {
    customerName: { type: 'string', minLength: 1, maxLength: 200 },
    customerEmail: { type: 'string', format: 'email', maxLength: 200 },
    customerPhone: { type: 'string', maxLength: 50, pattern: String.raw`^[\d\s-]*$` },
    address: { type: 'string', maxLength: 500 },
    type: { type: 'string', maxLength: 200 },
    price: { type: 'number', minimum: 0, maximum: 99_999 },
    preferredDate: { type: ['string', 'null'], format: 'date', maxLength: 30 },
    addOns: { type: 'array', items: { type: 'string', maxLength: 100 }, default: [] },
    gutterLength: optionalNumber,
    stories: optionalNumber,
    ...texts,
  },
}

const text = { type: 'string' }
const nullableText = { type: ['string', 'null'] }
const job = {
  type: 'object',
  properties: {
    id: text,
    customerName: text,
    customerEmail: nullableText,
    customerPhone: nullableText,
    address: text,
    type: text,
    price: { type: 'number' },
    preferredDate: nullableText,
    addOns: { type: 'array', items: text },
    gutterLength: optionalNumber,
    stories: optionalNumber,
    ...Object.fromEntries(Object.keys(texts).map((name) => [name, nullableText])),
    status: text,
    createdAt: { type: 'integer' },
    updatedAt: { type: 'integer' },
  },
}
const answer = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    data: { type: 'object', properties: { job, message: text } },
  },
}

const app = Fastify()
app.setErrorHandler((error, _request, reply) => {
  const status = error.statusCode ?? 500
  return reply.code(status).send(status === 400 ? REFUSAL : { ok: false, error: 'Internal error' })
})
app.post('/api/jobs/create', { schema: { body: booking, response: { 201: answer } } }, (request, reply) => {
  const job = jobFrom(request.body, randomUUIDv7())
  insert.run(...rowOf(job))
  reply.code(201).send(answerOf(job))
})
app.get('/api/vitals', () => ({ ok: true }))

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
