import { emptyDataFolder, startService, stopService, type RunningService } from '../support/server'

const limit = 5
const windowMs = 60_000

interface Passed {
  sentAt: number
  answeredAt: number
}

export interface LimitReport {
  /** Requests that were let through, by round and client. */
  passed: number[]
  /** How many of those were certainly one too many within a minute. */
  tooMany: number
}

/**
 * Uses up a limit, kills the service with SIGKILL as soon as the last answer is there, and tries again after a restart, again
 * and again on one data folder. Each round has clients of its own: one with IPv4 and one with IPv6.
 */
export async function spendAndKill(rounds: number): Promise<LimitReport> {
  const env = { DATA_DIR: emptyDataFolder() }
  const report: LimitReport = { passed: [], tooMany: 0 }
  let service = await startService(env)
  try {
    for (let round = 0; round < rounds; round++) {
      const clients = [`203.0.113.${round}`, `2001:db8:${round.toString(16)}::1`]
      const before = await Promise.all(clients.map((client) => spend(service, client)))
      service.signal('SIGKILL')
      await service.exited
      service = await startService(env)
      const after = await Promise.all(clients.map((client) => spend(service, client)))
      for (const at of clients.keys()) {
        const passed = [...(before[at] ?? []), ...(after[at] ?? [])]
        report.passed.push(passed.length)
        report.tooMany += certainlyTooMany(passed)
      }
    }
  } finally {
    await stopService(service)
  }
  return report
}

/** A request is counted at some moment between sending it and its answer. */
function certainlyTooMany(passed: Passed[]): number {
  return passed.filter((first, at) => {
    const next = passed[at + limit]
    return next !== undefined && next.answeredAt - first.sentAt < windowMs
  }).length
}

async function spend({ url }: RunningService, client: string): Promise<Passed[]> {
  const passed: Passed[] = []
  for (let sent = 0; sent < limit; sent++) {
    const sentAt = performance.now()
    const answer = await fetch(`${url}/api/customer/verify`, {
      method: 'POST',
      headers: { 'x-forwarded-for': client },
      body: JSON.stringify({ email: `${client.replaceAll(':', '-')}-${sent}@example.com` }),
    })
    if (answer.status === 200) passed.push({ sentAt, answeredAt: performance.now() })
    else if (answer.status !== 429)
      throw new Error(`Unexpected answer ${answer.status}: ${await answer.text()}`)
  }
  return passed
}
