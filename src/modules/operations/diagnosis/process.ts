import { and, eq, sql } from 'drizzle-orm'
import { hqTasks } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { day, hour, isoTime, minute, second } from '../../../lib/clock'
import { countClientErrors } from '../client-errors'
import { taskHealth, type TaskHealth } from '../scheduled-tasks/health'
import { consolePage, counted, fault, type Check, type Finding } from './check'

export const memory: Check = {
  health: 'memory',
  look() {
    const { heapUsed, rss } = process.memoryUsage()
    const inMegabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)
    return { health: { status: 'up', heapUsedMB: inMegabytes(heapUsed), rssMB: inMegabytes(rss) } }
  },
}

/** Well below five minutes, the difference at which signed payment events are refused. */
const clockTolerance = 2 * minute

export const rightTime: Check = {
  doctor: 'clock',
  async look(deps) {
    const now = deps.clock.now()
    const [newest, theirs] = [await newestRecord(deps), await timeElsewhere(deps)]
    const off = theirs === null ? 0 : Math.abs(now - theirs)
    const action = 'Turn on automatic time sync: `timedatectl set-ntp true`.'
    return {
      findings: [
        newest > now + clockTolerance &&
          fault(
            `This server says it's ${isoTime(now)}, but the newest record is from ${isoTime(newest)}.`,
            action,
          ),
        off > clockTolerance &&
          fault(`The clock is off by ${Math.round(off / second)} seconds compared with a provider.`, action),
      ],
      fine: isoTime(now),
    }
  },
}

async function newestRecord({ store }: Deps): Promise<number> {
  const [row] = await store.read.all<{ at: number | null }>(sql`
    SELECT max(at) AS at FROM (
      SELECT created_at AS at FROM (SELECT created_at FROM jobs ORDER BY seq DESC LIMIT 1)
      UNION ALL SELECT at FROM (SELECT at FROM activity ORDER BY id DESC LIMIT 1)
    )`)
  return row?.at ?? 0
}

/** The time according to the first real provider that responds: every HTTP response carries it. */
async function timeElsewhere({ config }: Deps): Promise<number | null> {
  const { payments, email, sms, hosting, codehost } = config
  const addresses = [
    payments.secretKey !== undefined && (payments.apiUrl ?? 'https://api.stripe.com'),
    email.resendKey !== undefined && (email.resendUrl ?? 'https://api.resend.com'),
    sms.accountSid !== undefined && (sms.apiUrl ?? 'https://api.twilio.com'),
    codehost.repo !== undefined && (codehost.url ?? 'https://api.github.com'),
    hosting.project !== undefined && (hosting.url ?? 'https://api.vercel.com'),
  ]
  for (const address of addresses.filter((one) => one !== false)) {
    const signal = AbortSignal.timeout(3 * second)
    const answer = await fetch(address, { method: 'HEAD', signal, redirect: 'manual' }).catch(() => null)
    const date = Date.parse(answer?.headers.get('date') ?? '')
    if (!Number.isNaN(date)) return date
  }
  return null
}

/** Switched off is fine as long as an outside scheduler runs the tasks on time. */
export const tasks: Check = {
  health: 'scheduler',
  insights: true,
  doctor: 'tasks',
  alert: 'scheduled tasks',
  async look(deps) {
    const { enabled } = deps.config.cron
    const troubled = (await taskHealth(deps)).filter(({ status }) => status !== 'ok')
    const late = troubled.filter(({ status }) => status === 'late').length
    return {
      health: {
        status: troubled.length > 0 ? 'degraded' : enabled ? 'up' : 'off',
        late,
        failing: troubled.length - late,
      },
      findings: [
        ...troubled.map((task) => troubleOf(task, deps.settings.business.timeZone)),
        !enabled &&
          troubled.length === 0 && {
            severity: 'low',
            category: 'config',
            title: 'Scheduled tasks are turned off',
            detail:
              'Dispatch, recurring jobs, onboarding emails and payment retries only run when your own scheduler starts them.',
            action:
              'Turn them on in one process (CRON_ENABLED=true), or run the tasks from your own scheduler.',
          },
      ],
      isNote: troubled.length === 0,
      fine: 'all on time',
    }
  },
}

const troubleOf = ({ name, status, lastSuccessAt }: TaskHealth, timeZone: string): Finding => ({
  severity: 'high',
  category: 'config',
  title: `The scheduled task ${name} ${status === 'late' ? 'is late' : 'is failing'}`,
  detail:
    lastSuccessAt === null
      ? 'It has never succeeded.'
      : `It last succeeded on ${readable(lastSuccessAt, timeZone)}.`,
  action:
    status === 'late'
      ? 'Turn on scheduled tasks (CRON_ENABLED=true), or run them from your own scheduler.'
      : `Run \`./truckroll task run ${name}\` on the server to see why.`,
})

/** `November 15, 2026 at 3:00 PM`. */
const readable = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone })

const fewestErrors = 10
const timesUsual = 3
const failuresTolerated = 5

export const errors: Check = {
  health: 'errorTracking',
  insights: true,
  alert: 'errors',
  async look(deps) {
    const now = deps.clock.now()
    const lately = await countClientErrors(deps, now - hour)
    const failed = deps.requests.failuresSince(now - hour)
    // A handful is never a spike, so the frequent health checks don't have to count a whole week.
    const week = lately < fewestErrors ? Infinity : await countClientErrors(deps, now - 7 * day)
    const usual = (week - lately) / (7 * 24 - 1)
    return {
      health: { status: 'up', reportedLastHour: lately, failedLastHour: failed },
      findings: [
        lately > timesUsual * usual && {
          severity: lately >= 10 * fewestErrors ? 'high' : 'medium',
          category: 'performance',
          title: `${counted(lately, 'error')} reported in the last hour`,
          detail: `The usual number is ${usual.toFixed(1)} per hour.`,
          action: 'Look at the grouped errors. If you just deployed a new version, start there.',
          page: consolePage('health', { part: 'errors' }),
        },
        failed >= failuresTolerated && {
          severity: 'high',
          category: 'performance',
          title: `${counted(failed, 'request')} failed in the last hour`,
          detail: 'People who used the service may have seen an error page.',
          action: 'Look for "request failed" in the server log. Each entry names the request and the cause.',
          page: consolePage('health'),
        },
      ],
    }
  },
}

const [slowMs, verySlowMs] = [500, 2_000]
const fewestRequests = 20
const routesListed = 5

/** Lists each part of the API once, by its slowest route: 5% of the requests took longer than the figure. */
export const slowRoutes: Check = {
  insights: true,
  look({ requests }) {
    const slow = requests.figures().filter(({ sample, p95Ms }) => sample >= fewestRequests && p95Ms > slowMs)
    const slowest = [...Map.groupBy(slow, ({ route }) => subjectOf(route))].slice(0, routesListed)
    return {
      findings: slowest.flatMap(([subject, [figures]]) =>
        figures === undefined ? [] : [slownessOf(subject, figures)],
      ),
    }
  },
}

type RouteFigures = ReturnType<Deps['requests']['figures']>[number]

const slownessOf = (subject: string, { sample, p95Ms }: RouteFigures): Finding => ({
  severity: p95Ms > verySlowMs ? 'high' : 'medium',
  category: 'performance',
  title: `Slow responses: ${subject}`,
  detail: `1 in 20 requests took longer than ${Math.round(p95Ms)} ms, measured over the last ${sample}.`,
  action:
    'See on the Health page whether a provider is slow. The server log shows how long each request took.',
  page: consolePage('health'),
})

/** `admin jobs` for `GET /api/admin/jobs/:id`, because people shouldn't have to read API paths. */
function subjectOf(route: string): string {
  const path = route.split(' ').at(-1) ?? ''
  const words = path.split(/[/-]/).filter((word) => word !== '' && word !== 'api' && !word.startsWith(':'))
  const subject = words.join(' ')
  return subjectNames[subject] ?? (subject || 'home page')
}

/** Parts of the API whose names mean nothing to the office. */
const subjectNames: Record<string, string> = {
  vitals: 'page speed reports',
}

export const signIns: Check = {
  insights: true,
  doctor: 'sign-ins',
  async look({ store, access }) {
    const [open] = await store.read
      .select({ detail: hqTasks.detail })
      .from(hqTasks)
      .where(and(eq(hqTasks.kind, 'access.refused'), eq(hqTasks.state, 'open')))
      .limit(1)
    return {
      findings: [
        open !== undefined && {
          severity: 'high',
          category: 'security',
          title: 'Many sign-ins failed',
          detail: open.detail ?? '',
          action:
            'Look for "sign-in refused" in the server log. When you\'re done, mark the to-do as done on the Today page.',
          page: consolePage('today'),
        },
      ],
      fine: `${access.count()} failed recently`,
    }
  },
}
