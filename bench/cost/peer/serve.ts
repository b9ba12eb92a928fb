// The least that answers the same requests: Bun.serve, bun:sqlite and prepared statements.
import { availability, day, list, search } from './reads'
import { BareStore } from './store'
import { booking, checkout, webhook } from './writes'

const { PORT, DATABASE_FILE, WEBHOOK_SECRET, WORKER_ID } = process.env
const store = new BareStore(DATABASE_FILE ?? '')

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(PORT),
  routes: {
    '/api/vitals': { GET: () => Response.json({ ok: true }) },
    '/api/jobs/create': { POST: booking(store) },
    '/api/payments/checkout': { POST: checkout(store) },
    '/api/payments-webhook': { POST: webhook(store, WEBHOOK_SECRET ?? '') },
    '/api/availability': { GET: availability(store) },
    '/api/admin/jobs': { GET: list(store) },
    '/api/admin/search': { GET: search(store) },
    '/api/work/jobs': { GET: day(store, WORKER_ID ?? '') },
  },
})
