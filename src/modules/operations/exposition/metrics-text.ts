import { readdirSync, statSync } from 'node:fs'
import { localPath } from '../../../../db/client'
import type { Deps } from '../../../deps'
import { within } from '../../../lib/background'
import { second } from '../../../lib/clock'
import { describeError } from '../../../lib/log'
import { probeNames } from '../../../providers/probes'
import { Histogram } from '../../../telemetry/histogram'
import { interfaceVersion, programVersion } from '../../../version'
import { scheduledTasks } from '../scheduled-tasks/registry'
import { readStored, type Stored } from './stored'
import { Exposition, type Labels, type Sample } from './text'

const timeLimit = 2 * second

/** All metrics as Prometheus reads them. Only queues are read from the store, and a store that is down is one of them. */
export async function readMetricsText(deps: Deps, inFlight: number): Promise<string> {
  const out = new Exposition()
  writeProcess(out, deps)
  writeRequests(out, deps, inFlight)
  await writeStore(out, deps)
  writeWork(out, deps)
  writeProviders(out, deps)
  return out.text()
}

function writeProcess(out: Exposition, { config, store, telemetry }: Deps): void {
  const { heapUsed, rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const labels = {
    version: programVersion,
    api: interfaceVersion,
    bun: Bun.version,
    engine: store.engine,
    env: config.env,
  }
  out.gauge('truckroll_build_info', 'The versions that are running; the value is always 1.', [[labels, 1]])
  out.gauge(
    'process_start_time_seconds',
    'When the process started, in seconds since 1970.',
    performance.timeOrigin / 1000,
  )
  out.counter('process_cpu_seconds_total', 'CPU time the process has used.', (user + system) / 1e6)
  out.gauge('process_resident_memory_bytes', 'Memory the process holds.', rss)
  out.gauge('truckroll_heap_used_bytes', 'Memory that live JavaScript objects use.', heapUsed)
  out.gauge('process_open_fds', 'Open files and connections.', openFiles())
  out.histogram('truckroll_event_loop_delay_seconds', 'How late a timer of the event loop fires.', [
    { labels: {}, histogram: telemetry.figures.loopDelay },
  ])
}

/** Only Linux lists them; elsewhere the metric is left out. */
function openFiles(): number | [] {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return []
  }
}

function writeRequests(out: Exposition, { requests }: Deps, inFlight: number): void {
  const totals = requests.totals()
  const byRoute = ({ method, route }: (typeof totals)[number]) => ({ method, route })
  out.counter(
    'truckroll_http_requests_total',
    'Answered requests, by route pattern and status.',
    totals.flatMap((one) =>
      [...one.statuses].map(([status, count]): Sample => [
        { ...byRoute(one), status: String(status) },
        count,
      ]),
    ),
  )
  out.histogram(
    'truckroll_http_request_duration_seconds',
    'The time from a request to the end of its answer, by route pattern.',
    totals.map((one) => ({ labels: byRoute(one), histogram: one.seconds })),
  )
  out.gauge(
    'truckroll_http_requests_in_flight',
    'Requests that are being answered, this one included.',
    inFlight,
  )
}

async function writeStore(out: Exposition, deps: Deps): Promise<void> {
  const { store, telemetry, config } = deps
  const { commitUnits, commitSeconds, commitsFailed } = telemetry.figures
  const one = (histogram: Histogram) => [{ labels: {}, histogram }]
  out.histogram('truckroll_store_commit_units', 'Units of writes that shared one commit.', one(commitUnits))
  out.histogram(
    'truckroll_store_commit_duration_seconds',
    'The time to run and commit the units of one commit.',
    one(commitSeconds),
  )
  out.counter(
    'truckroll_store_commits_failed_total',
    'Commits that failed with all their units.',
    commitsFailed,
  )
  out.gauge('truckroll_store_units_queued', 'Units of writes that wait for their turn.', store.queued())
  if (config.database.url.startsWith('file:')) writeFiles(out, localPath(config.database.url))
  const limited = <T>(asked: Promise<T>) =>
    within(asked, timeLimit, () => new Error('The store took too long'))
  const { up, latencyMs } = await limited(store.health()).catch(() => ({ up: false, latencyMs: timeLimit }))
  out.gauge('truckroll_store_up', 'Whether the store answers: 1 or 0.', up ? 1 : 0)
  out.gauge('truckroll_store_ping_seconds', 'How long the store took to answer just now.', latencyMs / 1000)
  try {
    if (up) writeQueues(out, await limited(readStored(deps)))
  } catch (error) {
    deps.log.warn('the queues could not be read for the metrics', describeError(error))
  }
}

function writeFiles(out: Exposition, path: string): void {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  out.gauge('truckroll_store_file_bytes', 'The size of the database file.', sizeOf(path))
  out.gauge('truckroll_store_wal_bytes', "The size of the database's write-ahead log.", sizeOf(`${path}-wal`))
}

const samplesOf = (label: string, values: Record<string, number>): Sample[] =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value])

function writeQueues(out: Exposition, stored: Stored): void {
  out.gauge(
    'truckroll_outbox_messages',
    'Messages that are waiting or need a person, by state.',
    samplesOf('state', stored.outbox),
  )
  out.gauge(
    'truckroll_outbox_overdue_seconds',
    'How long the oldest due message has been waiting, by channel.',
    samplesOf('channel', stored.overdueSeconds),
  )
  out.gauge(
    'truckroll_payment_events',
    'Payment events that are not done, by state.',
    samplesOf('state', stored.events),
  )
  out.gauge(
    'truckroll_payment_events_overdue_seconds',
    'How long the oldest due payment event has been waiting.',
    stored.overdueEventSeconds,
  )
  out.gauge(
    'truckroll_webhook_deliveries',
    'Events on their way to other software, by state.',
    samplesOf('state', stored.deliveries),
  )
  out.gauge('truckroll_alert_calls', "Alerts that the webhook hasn't taken yet.", stored.alertCalls)
  out.gauge('truckroll_jobs_to_place', 'Jobs whose address is not on the map yet.', stored.jobsToPlace)
  out.gauge('truckroll_incidents_open', 'Checks of the health page that are failing.', stored.openIncidents)
  out.gauge('truckroll_todos_open', 'To-dos that wait for a person.', stored.openTodos)
  out.gauge(
    'truckroll_task_last_success_timestamp_seconds',
    'When each scheduled task last succeeded, in seconds since 1970.',
    stored.lastSuccess.map(([task, at]): Sample => [{ task }, at / 1000]),
  )
}

function writeWork(out: Exposition, { telemetry, background }: Deps): void {
  const { taskRuns } = telemetry.figures
  // A count that starts at zero shows its first change.
  for (const { name: task } of scheduledTasks)
    for (const outcome of ['done', 'failed'] as const) taskRuns.of({ task, outcome })
  out.histogram('truckroll_task_run_duration_seconds', 'Runs of scheduled tasks, by outcome.', taskRuns.all())
  out.gauge(
    'truckroll_background_work',
    'Work that continues after its request was answered.',
    background.size,
  )
  out.counter(
    'truckroll_trace_spans_total',
    'Spans of traces, by outcome.',
    samplesOf('outcome', telemetry.tracer.figures()),
  )
}

function writeProviders(out: Exposition, { telemetry, providers }: Deps): void {
  const { providerCalls, breakers } = telemetry.figures
  out.histogram(
    'truckroll_provider_call_duration_seconds',
    'Calls to providers with pauses and retries, by outcome.',
    providerCalls.all(),
  )
  out.gauge(
    'truckroll_provider_breaker_open',
    'Whether calls are paused after failures: 1 or 0.',
    [...breakers].map(([provider, restingFor]): Sample => [{ provider }, restingFor() > 0 ? 1 : 0]),
  )
  const probed = probeNames.flatMap((part): [Labels, number][] => {
    const heard = providers.probes.look(part)
    return heard === 'demo' || heard === null ? [] : [[{ part }, heard.failure === null ? 1 : 0]]
  })
  out.gauge('truckroll_provider_up', 'Whether each real provider answered the latest check: 1 or 0.', probed)
}
