// Bun.serve and bun:sqlite, nothing between: one prepared insert and one commit per request.
import { Database } from 'bun:sqlite'
import { isBooking } from './check.mjs'
import { answerOf, INSERT_JOB, jobFrom, REFUSAL, rowOf, SET_UP } from './jobs.mjs'

const db = new Database(process.env.DATABASE_FILE)
for (const statement of SET_UP) db.run(statement)
const insert = db.prepare(INSERT_JOB)

async function book(request) {
  let body
  try {
    body = await request.json()
  } catch {
    return Response.json(REFUSAL, { status: 400 })
  }
  if (!isBooking(body)) return Response.json(REFUSAL, { status: 400 })
  const job = jobFrom(body, Bun.randomUUIDv7())
  insert.run(...rowOf(job))
  return Response.json(answerOf(job), { status: 201 })
}

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  routes: {
    '/api/jobs/create': { POST: book },
    '/api/vitals': { GET: () => Response.json({ ok: true }) },
  },
})
