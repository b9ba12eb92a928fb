import { and, eq, sql } from 'drizzle-orm'
import { hqTasks } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { day, hour, isoTime, minute, second } from '../../../lib/clock'
import { countClientErrors } from '../client-errors'
import { taskHealth, type TaskHealth } from '../scheduled-tasks/health'
import { counted, fault, type Check, type Finding } from './check'

export const memory: Check = {
  health: 'memory',
  look() {
    const { heapUsed, rss } = process.memoryUsage()
    const inMegabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)
    return { health: { status: 'up', heapUsedMB: inMegabytes(heapUsed), rssMB: inMegabytes(rss) } }
  },
}

/** Signed events are refused at five minutes. */
const clockTolerance = 2 * minute

export const rightTime: Check = {
  doctor: 'clock',
  async look(deps) {
    const now = deps.clock.now()
    const [newest, theirs] = [await newestRecord(deps), await timeElsewhere(deps)]
    const off = theirs === null ? 0 : Math.abs(now - theirs)
    const action = 'Set the clock and keep it right with NTP: `timedatectl set-ntp true`.'
    return {
      findings: [
        newest > now + clockTolerance &&
          fault(`It says ${isoTime(now)}, but the newest record is from ${isoTime(newest)}.`, action),
        off > clockTolerance &&
          fault(`It is ${Math.round(off / second)} s off from what a provider says.`, action),
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

/** The time at the first real provider that answers: every HTTP answer carries it. */
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

/** Switched off is fine as long as somebody else runs the tasks in time. */
export const tasks: Check = {
  health: 'scheduler',
  insights: true,
  doctor: 'tasks',
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
        ...troubled.map(troubleOf),
        !enabled &&
          troubled.length === 0 && {
            severity: 'low',
            category: 'config',
            title: 'This process runs no scheduled tasks',
            detail:
              'CRON_ENABLED is false, so dispatch, recurring jobs, onboarding emails and retries run only when your own scheduler starts them.',
            action: 'Set CRON_ENABLED=true in one process, or run the tasks from your own scheduler.',
          },
      ],
      isNote: troubled.length === 0,
      fine: 'none is late',
    }
  },
}

const troubleOf = ({ name, status, lastSuccessAt }: TaskHealth): Finding => ({
  severity: 'high',
  category: 'config',
  title: `The task ${name} ${status === 'late' ? 'is late' : 'fails'}`,
  detail: lastSuccessAt === null ? 'It has never succeeded.' : `It last succeeded at ${lastSuccessAt}.`,
  action:
    status === 'late'
      ? 'Start the service with CRON_ENABLED=true, or run the tasks from your own scheduler.'
      : `Run \`task run ${name}\` to see why.`,
})

const fewestErrors = 10
const timesUsual = 3
const failuresTolerated = 5

export const errors: Check = {
  health: 'errorTracking',
  insights: true,
  async look(deps) {
    const now = deps.clock.now()
    const lately = await countClientErrors(deps, now - hour)
    const failed = deps.requests.failuresSince(now - hour)
    // So few are no spike, whatever is usual: health is asked often, and need not count a week.
    const week = lately < fewestErrors ? Infinity : await countClientErrors(deps, now - 7 * day)
    const usual = (week - lately) / (7 * 24 - 1)
    return {
      health: { status: 'up', reportedLastHour: lately, failedLastHour: failed },
      findings: [
        lately > timesUsual * usual && {
          severity: lately >= 10 * fewestErrors ? 'high' : 'medium',
          category: 'performance',
          title: `${counted(lately, 'error')} reported in the last hour`,
          detail: `Usually it is ${usual.toFixed(1)} an hour.`,
          action: 'See Errors under Health, grouped by fault; the newest deployment is the first suspect.',
        },
        failed >= failuresTolerated && {
          severity: 'high',
          category: 'performance',
          title: `${counted(failed, 'request')} failed in the last hour`,
          detail: 'They were answered with 500 or above.',
          action: 'Look for "request failed" in the log; it names the cause and the request.',
        },
      ],
    }
  },
}

const [slowMs, verySlowMs] = [500, 2_000]
const fewestRequests = 20
const routesListed = 5

/** One request in twenty is slower than the figure. */
export const slowRoutes: Check = {
  insights: true,
  look: ({ requests }) => ({
    findings: requests
      .figures()
      .filter(({ sample, p95Ms }) => sample >= fewestRequests && p95Ms > slowMs)
      .slice(0, routesListed)
      .map(({ route, sample, p95Ms }) => ({
        severity: p95Ms > verySlowMs ? 'high' : 'medium',
        category: 'performance',
        title: `${route} is slow`,
        detail: `One request in twenty took more than ${Math.round(p95Ms)} ms, over the last ${sample}.`,
        action: 'Look at the provider it asks and at the load of the box; Health shows both.',
      })),
  }),
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
          title: 'Many sign-ins were refused',
          detail: open.detail ?? '',
          action: 'Look at the log for "sign-in refused", then mark the to-do as done under Today.',
        },
      ],
      fine: `${access.count()} refused lately`,
    }
  },
}
