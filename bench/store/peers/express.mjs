// Express on Node with zod and node:sqlite: one prepared insert and one commit per request.
import { randomUUIDv7 } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import express from 'express'
import { bookingSchema } from './booking-schema.mjs'
import { answerOf, INSERT_JOB, jobFrom, REFUSAL, rowOf, SET_UP } from './jobs.mjs'

const db = new DatabaseSync(process.env.DATABASE_FILE)
for (const statement of SET_UP) db.exec(statement)
const insert = db.prepare(INSERT_JOB)

const app = express()
app.use(express.json())
app.post('/api/jobs/create', (request, response) => {
  const parsed = bookingSchema.safeParse(request.body)
  if (!parsed.success) return response.status(400).json(REFUSAL)
  const job = jobFrom(parsed.data, randomUUIDv7())
  insert.run(...rowOf(job))
  return response.status(201).json(answerOf(job))
})
app.get('/api/vitals', (_request, response) => response.json({ ok: true }))

app.listen(Number(process.env.PORT), '127.0.0.1')
