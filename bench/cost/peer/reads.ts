import type { BareStore } from './store'

interface JobRow {
  id: string
  seq: number
  customer_id: string
  worker_id: string | null
  scheduled_start: number | null
  scheduled_end: number | null
}

const urlOf = ({ url }: Request) => new URL(url)
const data = (content: object) => Response.json({ ok: true, data: content })

/** A page of jobs with their second technicians. */
export function list(store: BareStore) {
  const page = store.query<JobRow>(
    `SELECT *, (SELECT s.worker_id FROM second_workers AS s WHERE s.job_id = jobs.id) AS second_worker_id
     FROM jobs ORDER BY seq DESC LIMIT ?`,
  )
  return (request: Request): Response => {
    const items = page.all(Number(urlOf(request).searchParams.get('limit')))
    return data({ items, nextCursor: String(items.at(-1)?.seq) })
  }
}

const mostJobs = 50

/** Jobs, customers, technicians and invoices that match all words by their start. */
export function search(store: BareStore) {
  const findJobs = store.query<JobRow>(
    `SELECT jobs.* FROM job_search CROSS JOIN jobs ON jobs.seq = job_search.rowid
     WHERE job_search MATCH ? ORDER BY job_search.rowid DESC LIMIT ${mostJobs}`,
  )
  const findCustomers = store.query<{ id: string }>(
    `SELECT customers.* FROM (SELECT rowid, id FROM customer_search WHERE customer_search MATCH ?
     ORDER BY rowid DESC LIMIT ?) AS found CROSS JOIN customers ON customers.id = found.id`,
  )
  const readCustomer = store.query<{ id: string }>('SELECT * FROM customers WHERE id = ?')
  const readWorkers = store.query<{ name: string }>('SELECT id, name, email, phone, active FROM workers')
  const findInvoices = store.query<object>(
    'SELECT * FROM invoices WHERE job_id IN (SELECT value FROM json_each(?)) ORDER BY +id DESC LIMIT ?',
  )
  return (request: Request): Response => {
    const { searchParams } = urlOf(request)
    const limit = Number(searchParams.get('limit'))
    const words =
      searchParams
        .get('q')
        ?.toLowerCase()
        .match(/[\da-z]+/g) ?? []
    const match = words.map((word) => `"${word}"*`).join(' ')
    const jobs = findJobs.all(match)
    const named = findCustomers.all(match, limit)
    const others = jobs.slice(0, limit).map(({ customer_id: id }) => readCustomer.get(id))
    return data({
      jobs: jobs.slice(0, limit),
      customers: [...named, ...others].slice(0, limit),
      workers: readWorkers
        .all()
        .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
        .slice(0, limit),
      invoices: findInvoices.all(JSON.stringify(jobs.map(({ id }) => id)), limit),
    })
  }
}

const dayMs = 86_400_000
const windowHours = [8, 10, 12, 14, 16]

/** Arrival windows with more free technicians than bookings that wait for one; routes aren't planned. */
export function availability(store: BareStore) {
  const findService = store.query<object>('SELECT * FROM service_types WHERE lower(label) = lower(?)')
  const readFranchises = store.query<{ id: string }>('SELECT * FROM franchises WHERE active = 1')
  const readWorkers = store.query<{ id: string }>(
    'SELECT * FROM workers WHERE franchise_id = ? AND active = 1',
  )
  const ofWorkers = '(SELECT id FROM workers WHERE franchise_id = ? AND active = 1)'
  const readShifts = store.query<{ weekday: number; start_minute: number; end_minute: number }>(
    `SELECT * FROM worker_shifts WHERE worker_id IN ${ofWorkers}`,
  )
  const readTimeOff = store.query<{ starts_at: number; ends_at: number }>(
    `SELECT * FROM worker_time_off WHERE worker_id IN ${ofWorkers} AND starts_at < ? AND ends_at > ?`,
  )
  const readVisits = store.query<JobRow>(
    `SELECT id, worker_id, status, scheduled_start, scheduled_end, busy_until, started_at, lat, lng FROM jobs
     WHERE worker_id IN ${ofWorkers} AND scheduled_start > ? AND scheduled_start < ?`,
  )
  const readWaiting = store.query<{ preferred_date: string; preferred_time: string }>(
    "SELECT * FROM jobs WHERE status = 'pending' AND franchise_id = ?",
  )
  const readHolds = store.query<object>('SELECT * FROM window_holds WHERE ends_at > ?')
  return (request: Request): Response => {
    const { searchParams } = urlOf(request)
    const start = Date.parse(`${searchParams.get('from')}T00:00:00Z`)
    const days = Number(searchParams.get('days'))
    const [from, until] = [start, start + days * dayMs]
    const service = findService.get(searchParams.get('service'))
    const id = readFranchises.get()?.id ?? ''
    const [workers, shifts] = [readWorkers.all(id), readShifts.all(id)]
    const absences = readTimeOff.all(id, until, from)
    const visits = readVisits.all(id, from, until)
    const holds = readHolds.all(Date.now()).length
    const waiting = Map.groupBy(readWaiting.all(id), (one) => `${one.preferred_date} ${one.preferred_time}`)
    const windows = Array.from({ length: days }, (_, at) => from + at * dayMs).flatMap((day) => {
      const date = new Date(day).toISOString().slice(0, 10)
      const weekday = new Date(day).getUTCDay()
      return windowHours.flatMap((hour) => {
        const label = `${String(hour).padStart(2, '0')}:00-${hour + 2}:00`
        const opens = day + hour * 3_600_000
        const onDuty = shifts.filter(
          (shift) =>
            shift.weekday === weekday && shift.start_minute <= hour * 60 && shift.end_minute > hour * 60,
        )
        const away = absences.filter((one) => one.starts_at <= opens && one.ends_at > opens)
        const busy = visits.filter((one) => Math.abs((one.scheduled_start ?? 0) - opens) < 7_200_000)
        const taken = (waiting.get(`${date} ${label}`)?.length ?? 0) + holds
        if (onDuty.length - away.length - busy.length <= Math.floor(taken / workers.length)) return []
        return [{ date, window: label, start: new Date(opens).toISOString(), recommended: false }]
      })
    })
    return data({ service, franchise: { id }, windows, reason: null })
  }
}

/** A technician's visits of today, each with its answers, its signature, the visit before and the address. */
export function day(store: BareStore, workerId: string) {
  const readWorker = store.query<{ franchise_id: string }>('SELECT * FROM workers WHERE id = ?')
  const readFranchise = store.query<object>('SELECT * FROM franchises WHERE id = ?')
  const readVisits = store.query<JobRow>(
    `SELECT * FROM jobs WHERE worker_id = ? AND scheduled_start >= ? AND scheduled_start < ?
     AND status IN ('scheduled', 'en_route', 'in_progress', 'completed', 'no_show') ORDER BY scheduled_start`,
  )
  const readSecond = store.query<object>('SELECT * FROM second_workers WHERE job_id = ?')
  const readAnswers = store.query<object>('SELECT * FROM job_answers WHERE job_id = ?')
  const readSignature = store.query<object>('SELECT * FROM job_signatures WHERE job_id = ?')
  const readEarlier = store.query<object>(
    `SELECT * FROM jobs WHERE customer_id = ? AND id <> ? AND status IN ('completed', 'no_show')
     AND scheduled_start IS NOT NULL ORDER BY seq DESC LIMIT 3`,
  )
  const readAddress = store.query<object>('SELECT * FROM customer_addresses WHERE customer_id = ?')
  const readLocation = store.query<object>(
    'SELECT * FROM worker_locations WHERE worker_id = ? ORDER BY recorded_at DESC LIMIT 1',
  )
  return (): Response => {
    const now = Date.now()
    const worker = readWorker.get(workerId)
    const jobs = readVisits.all(workerId, now - dayMs, now + dayMs).map((job) => ({
      ...job,
      second: readSecond.all(job.id),
      answers: readAnswers.all(job.id),
      signature: readSignature.get(job.id),
      earlier: readEarlier.all(job.customer_id, job.id),
      address: readAddress.get(job.customer_id),
    }))
    const franchise = readFranchise.get(worker?.franchise_id ?? '')
    return data({ worker, franchise, jobs, location: readLocation.get(workerId) })
  }
}
