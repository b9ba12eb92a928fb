import { refreshToday } from './demo'
import type { Deps } from './deps'
import { sweepAnswers } from './http/idempotency'
import { hour, minute, second } from './lib/clock'
import { onceQuiet } from './lib/quiet'
import { resumeImports, scrubIfDue, sweepCodes, sweepImports } from './modules/accounts'
import { sweepNotes } from './modules/customers'
import { sweepFiles } from './modules/files'
import { giveSlugs, sweepAreaRequests } from './modules/franchises'
import { postInvoicesSoon } from './modules/invoices'
import { giveReferencesSoon, lapseSoon, placeSoon, remindSoon, sweepTaken } from './modules/jobs'
import { startSender } from './modules/messages'
import { sweepActivity } from './modules/office'
import {
  sweepClientErrors,
  sumUp,
  sweepRuns,
  sweepMeasurements,
  sweepIncidents,
  watchHealth,
} from './modules/operations'
import { sweepEvents, resumePayments } from './modules/payments'
import { stopPush, sweepNotices, tellWorkersSoon } from './modules/push'
import { chargeSoon } from './modules/recurring'
import { reactSoon, sweepHolds } from './modules/scheduling'
import { indexSoon } from './modules/search'
import { sweepKeys, sweepSessions, sweepTokens } from './modules/staff'
import { resumeWebhooks, sendWebhooksSoon, stopWebhooks, sweepDeliveries } from './modules/webhooks'
import { sweepLocations, sweepWorkerTokens } from './modules/workforce'
import { warmAssets } from './web/assets/routes'

export interface Upkeep {
  /** Starts nothing more. Running work is waited for with other background work. */
  stop(): void
}

/** Deletes data that is kept for a limited time. */
const sweeps = {
  sweepAnswers,
  sweepCodes,
  sweepMeasurements,
  sweepEvents,
  sweepActivity,
  sweepErrors: sweepClientErrors,
  sweepLocations,
  sweepTaken,
  sweepWorkerTokens,
  sweepNotices,
  sweepTokens,
  sweepKeys,
  sweepSessions,
  sweepRuns,
  sweepDeliveries,
  sweepIncidents,
  sweepImports,
  sweepNotes,
  sweepFiles,
  sweepHolds,
  sweepAreaRequests,
}

const loopLookMs = 250

/** Measures how late the event loop gets to a timer. */
function watchLoop({ telemetry }: Deps): ReturnType<typeof setInterval> {
  let expectedAt = performance.now() + loopLookMs
  return setInterval(() => {
    const now = performance.now()
    telemetry.figures.loopDelay.observe(Math.max(0, now - expectedAt) / 1000)
    expectedAt = now + loopLookMs
  }, loopLookMs)
}

/** Prepares what first visitors would wait for: one thing after the other, to keep the memory at the start low. */
async function warmUp(deps: Deps, calledOff: AbortSignal): Promise<void> {
  try {
    await deps.providers.geocoder.warm(calledOff)
  } finally {
    await warmAssets(deps)
    Bun.gc(false)
    // Code that ran once at the start is compiled again if it's ever needed.
    Bun.shrink()
  }
}

/** By then the work of every minute has run once, and what only the start needed is garbage. */
const settledAfterMs = 61 * second

/**
 * Gives back the memory that only the start needed. That stops everything for up to 0.3 s, so it waits for a quiet
 * moment.
 */
const settleOnceQuiet = ({ store, requests }: Deps) =>
  onceQuiet(
    () => {
      store.rest()
      Bun.gc(true)
      Bun.shrink()
    },
    { count: () => requests.answered, afterMs: settledAfterMs, quietMs: 2 * second },
  )

/** Regular work besides the scheduled tasks. */
export function startUpkeep(deps: Deps): Upkeep {
  const sweepAll = () => {
    for (const [name, sweep] of Object.entries(sweeps)) deps.background.run(name, () => sweep(deps))
  }
  // Another process can change them in a shared database.
  const readSettings = () => deps.background.runSingle('settings', () => deps.settings.load(deps.store.read))
  const bill = () => {
    chargeSoon(deps)
    postInvoicesSoon(deps)
  }
  const sumUpSoon = () => deps.background.runSingle('sums for reports', () => sumUp(deps))
  const scrubSoon = () => deps.background.runSingle('scrub', () => scrubIfDue(deps))
  const refreshSoon = () => deps.background.runSingle('demo company', () => refreshToday(deps))
  const watchSoon = () => deps.background.runSingle('watching health', () => watchHealth(deps))
  const ending = new AbortController()
  deps.background.run('warm-up', () => warmUp(deps, ending.signal))
  // Resume the work that a crash left behind.
  placeSoon(deps)
  giveReferencesSoon(deps)
  deps.background.run('addresses of franchise pages', () => giveSlugs(deps))
  resumePayments(deps)
  remindSoon(deps)
  resumeImports(deps)
  deps.background.run('resuming webhooks', () => resumeWebhooks(deps))
  bill()
  refreshSoon()
  sweepAll()
  sumUpSoon()
  scrubSoon()
  deps.providers.probes.refreshAll()
  const timers = [
    setInterval(readSettings, 5 * second),
    setInterval(sweepAll, hour),
    setInterval(refreshSoon, hour),
    setInterval(() => sendWebhooksSoon(deps), second),
    setInterval(() => tellWorkersSoon(deps), 5 * second),
    setInterval(() => indexSoon(deps), 10 * second),
    setInterval(() => reactSoon(deps), 5 * second),
    setInterval(bill, minute),
    setInterval(() => resumeImports(deps), minute),
    setInterval(scrubSoon, minute),
    setInterval(() => placeSoon(deps), 5 * minute),
    setInterval(sumUpSoon, 5 * minute),
    setInterval(() => remindSoon(deps), 5 * minute),
    setInterval(() => lapseSoon(deps), minute),
    watchLoop(deps),
    setInterval(watchSoon, 30 * second),
  ]
  const settling = settleOnceQuiet(deps)
  const sender = startSender(deps)
  return {
    stop() {
      timers.forEach(clearInterval)
      settling.stop()
      ending.abort()
      stopWebhooks(deps)
      stopPush(deps)
      sender.stop()
    },
  }
}
