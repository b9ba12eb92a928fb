import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { fillSchedules } from '../../../bench/recurring/fill'
import { openStore } from '../../../db/client'
import { localDateAt } from '../../../src/lib/calendar'
import { checkLedger } from '../../../src/modules/ledger/check'
import { emptyDataFolder, startService, stopService, type RunningService } from '../../support/server'

export interface KillReport {
  kills: number
  jobs: number
  invoices: number
  charged: number
  sent: number
  /** Broken rules, in words; empty if all is well. */
  wrong: string[]
}

const secret = 'chaos-cron-secret-0123456789'

/**
 * Kills the service with SIGKILL while it creates jobs, bills, charges and sends, again and again, lets it
 * finish once, and looks for anything done twice or not at all.
 */
export async function killWhileBilling({
  schedules,
  kills,
  seed,
}: {
  schedules: number
  kills: number
  seed: number
}): Promise<KillReport> {
  const folder = emptyDataFolder()
  const file = join(folder, 'truckroll.db')
  const now = Date.now()
  const store = await openStore({ url: `file:${file}` }, now)
  await fillSchedules(store, { schedules, due: schedules, today: localDateAt(now, 'America/New_York'), now })
  await store.close()
  const random = pseudoRandom(seed)
  const start = () => startService({ DATA_DIR: folder, CRON_SECRET: secret, LOG_LEVEL: 'info' })
  for (let kill = 0; kill < kills; kill++) {
    const service = await start()
    const running = trigger(service).catch(() => {})
    await Bun.sleep(20 + random() * 500)
    service.signal('SIGKILL')
    await Promise.all([service.exited, running])
  }
  letTimePass(file)
  const last = await start()
  await trigger(last)
  await untilQuiet(file, last)
  await stopService(last)
  return { kills, ...(await inspect(file)) }
}

async function trigger({ url }: RunningService): Promise<void> {
  await fetch(`${url}/api/cron/recurring-jobs`, { headers: { authorization: `Bearer ${secret}` } })
}

/** An interrupted attempt is looked up again after a while; here that time passes at once. */
function letTimePass(file: string): void {
  const db = new Database(file)
  db.run("UPDATE billing_charges SET due_at = 0 WHERE state = 'intended'")
  db.close()
}

/** A busy machine is slow, so the only sign of trouble is that nothing changes anymore. */
const standstillMs = 600_000

/** Runs until nothing is open. Names what's open if the service ends or makes no progress. */
async function untilQuiet(file: string, service: RunningService): Promise<void> {
  const db = new Database(file, { readonly: true })
  const open = db.prepare<{ charges: number; invoices: number; messages: number }, []>(
    `SELECT (SELECT count(*) FROM billing_charges WHERE state = 'intended') AS charges,
      (SELECT count(*) FROM invoices WHERE post_at IS NOT NULL) AS invoices,
      (SELECT count(*) FROM outbox WHERE state = 'queued') AS messages`,
  )
  try {
    let isRunning = true
    void service.exited.then(() => (isRunning = false))
    let before = ''
    let changedAt = performance.now()
    for (let quiet = 0; quiet < 3;) {
      await Bun.sleep(100)
      const left = open.get()!
      quiet = left.charges + left.invoices + left.messages === 0 ? quiet + 1 : 0
      const now = JSON.stringify(left)
      if (now !== before) changedAt = performance.now()
      before = now
      if (!isRunning || performance.now() - changedAt > standstillMs)
        throw new Error(`It does not come to rest: ${now}`)
    }
  } finally {
    db.close()
  }
}

const rules: Record<string, string> = {
  'schedules without exactly one invoice': `SELECT id FROM billing_schedules WHERE (SELECT count(*) FROM invoices WHERE schedule_id = billing_schedules.id) <> 1`,
  'templates without exactly one job': `SELECT id FROM job_templates WHERE (SELECT count(*) FROM jobs WHERE template_id = job_templates.id) <> 1`,
  'invoices for another job than their period': `SELECT invoices.id FROM invoices JOIN jobs ON jobs.id = job_id WHERE template_period <> period`,
  'jobs paid twice': `SELECT job_id FROM demo_intents WHERE state = 'succeeded' GROUP BY job_id HAVING count(*) > 1`,
  'cards charged without a paid job': `SELECT demo_intents.id FROM demo_intents JOIN jobs ON jobs.id = job_id
    WHERE demo_intents.state = 'succeeded' AND payment_state <> 'paid'`,
  'invoices sent without their document': `SELECT id FROM invoices WHERE status = 'sent' AND id NOT IN (SELECT invoice_id FROM invoice_documents)`,
  'invoices sent without their message': `SELECT id FROM invoices WHERE status = 'sent' AND (SELECT count(*) FROM outbox WHERE about LIKE 'invoice:' || invoices.id || ':%') <> 1`,
  'gaps in the numbers': `SELECT prefix FROM invoice_counters WHERE last <> (SELECT count(*) FROM invoices WHERE number LIKE prefix || '-' || year || '-%')`,
}

async function inspect(file: string): Promise<Omit<KillReport, 'kills'>> {
  const db = new Database(file)
  const count = (text: string) =>
    db.prepare<{ count: number }, []>(`SELECT count(*) AS count FROM ${text}`).get()!.count
  const wrong = Object.entries(rules).flatMap(([rule, text]) => {
    const found = db.prepare(text).all().length
    return found === 0 ? [] : [`${found} ${rule}`]
  })
  const [verdict] = db.prepare<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
  if (verdict?.integrity_check !== 'ok') wrong.push('the file is damaged')
  const sums = {
    jobs: count('jobs'),
    invoices: count('invoices'),
    charged: count("demo_intents WHERE state = 'succeeded'"),
    sent: count("invoices WHERE status = 'sent'"),
  }
  db.close()
  const store = await openStore({ url: `file:${file}` }, Date.now())
  wrong.push(...(await checkLedger(store.read)).map(({ about, problem }) => `${about} ${problem}`))
  await store.close()
  return { ...sums, wrong }
}

function pseudoRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
