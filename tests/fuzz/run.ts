import * as fc from 'fast-check'
import { faultsOf, leftBehind, type Received } from './judge'
import { draftOf, type Draft, type Known } from './generate'
import { operationsOf, type Operation } from './operations'
import { curlOf, write, type Written } from './request'
import { startFuzzWorld, type FuzzWorld } from './world'

export interface FuzzOptions {
  seed: number
  perOperation: number
  /** Requests that do for an operation once one of them wasn't refused; all of them when left out. */
  enough?: number
  /** All of them when left out. */
  isChosen?: (operation: Operation) => boolean
  /** Called after each operation. */
  report?: (line: string) => void
}

export interface FuzzOutcome {
  requests: number
  failures: string[]
  /** How often each operation answered with each status. */
  statuses: Map<string, Map<number, number>>
}

/** A world wears out: everything in it gets canceled, ended and erased. Making one takes a while. */
const requestsPerWorld = 20_000
const requestsPerStock = 500
/** Operations whose requests use up what they name. */
const wearing = /webhook-|jobs|tokens|invoices|checkout|cancel|customers|work|sign-in|\/i\//

export async function fuzz({
  seed,
  perOperation,
  enough = perOperation,
  isChosen = () => true,
  report,
}: FuzzOptions): Promise<FuzzOutcome> {
  const outcome: FuzzOutcome = { requests: 0, failures: [], statuses: new Map() }
  let world = await startFuzzWorld()
  const chosen = (await operationsOf(world.test)).filter(isChosen)
  let worldSince = 0
  for (const operation of chosen) {
    if (outcome.requests - worldSince >= requestsPerWorld) {
      await world.close()
      world = await startFuzzWorld()
      worldSince = outcome.requests
    }
    await fuzzOperation(world, operation, { seed, perOperation, enough }, outcome)
    const { name } = operation
    const counts = [...(outcome.statuses.get(name) ?? [])].toSorted(([one], [other]) => one - other)
    report?.(`${name} ${counts.map(([status, count]) => `${status}×${count}`).join(' ')}`)
  }
  await world.close()
  return outcome
}

async function fuzzOperation(
  world: FuzzWorld,
  operation: Operation,
  { seed, perOperation, enough }: Required<Pick<FuzzOptions, 'seed' | 'perOperation' | 'enough'>>,
  outcome: FuzzOutcome,
): Promise<void> {
  const statuses = new Map<number, number>()
  outcome.statuses.set(operation.name, statuses)
  let failing: { sent: Written; answer: Received } | undefined
  // A few requests use up little, and on a server restocking takes longer than they do.
  const usesUp =
    perOperation > 20 &&
    (operation.method !== 'GET' || /\/work\/|webhook-/.test(operation.path)) &&
    wearing.test(operation.path)
  if (usesUp) await world.replenish()
  let total = await world.total()
  let requests = 0

  const isFine = async (draft: Draft): Promise<void> => {
    if (requests >= enough && isReached(statuses) && failing === undefined) return
    if (++requests % requestsPerStock === 0) {
      await world.replenish()
      total = await world.total()
    }
    const sent = write(operation, draft, world)
    const answer = await send(world, sent)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const faults = faultsOf(operation, sent, answer, world)
    const before = total
    total = await world.total()
    if (answer.status >= 400 && total !== before) {
      faults.push(...(await confirmed(world, operation, sent)))
      total = await world.total()
    }
    if (faults.length === 0) return
    failing = { sent, answer }
    throw new Error(faults.join('\n  '))
  }

  const property = fc.asyncProperty(draftOf(operation, knownTo(world, operation)), isFine)
  const result = await fc.check(property, { seed, numRuns: perOperation, markInterruptAsFailure: false })
  outcome.requests += requests
  if (!result.failed) return
  const cause =
    result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)
  outcome.failures.push(
    [
      `${operation.name}: ${cause}`,
      `seed ${seed}, ${result.numShrinks} times made smaller`,
      failing ? curlOf(failing.sent) : '',
      failing ? `answered ${failing.answer.status}: ${failing.answer.text.slice(0, 500)}` : '',
    ].join('\n  '),
  )
}

/** If every request were refused, the run would show nothing. */
export const isReached = (statuses: Map<number, number>): boolean =>
  [...statuses.keys()].some((status) => status < 400)

/** An earlier request's background work may have written meanwhile, so only what repeats in quiet counts. */
async function confirmed(world: FuzzWorld, operation: Operation, sent: Written): Promise<string[]> {
  await world.test.deps.background.idle()
  const before = await world.writes()
  const { status } = await send(world, {
    ...sent,
    headers: { ...sent.headers, 'x-forwarded-for': world.stranger() },
  })
  await world.test.deps.background.idle()
  const left = status >= 400 ? leftBehind(operation, before, await world.writes()) : []
  return left.length > 0 ? [`is refused with ${status}, and writes to ${left.join(', ')}`] : []
}

async function send(
  { test: { app } }: FuzzWorld,
  { method, target, headers, body }: Written,
): Promise<Received> {
  const init = { method, headers, redirect: 'manual' as const }
  const answer = await app.handle(
    new Request(`http://localhost${target}`, body === null ? init : { ...init, body }),
  )
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** The things an operation's fields name: by their own names, and an `id` by its path. */
function knownTo({ known }: FuzzWorld, { path }: Operation): Known {
  return (name) => known[named(name, path)] ?? []
}

function named(name: string, path: string): string {
  if (name === 'id' || name === 'token') return byPath.find(([part]) => path.includes(part))?.[1] ?? 'job'
  if (name === 'key' && path.includes('/today/')) return 'line'
  if (path === '/api/work/late') return lateNames[name] ?? name
  // The processor counts in cents, the office in dollars.
  if (name === 'amount' && path.endsWith('/payments')) return 'dollars'
  return byName[name] ?? name
}

const lateNames: Record<string, string> = {
  jobId: 'late',
  revision: 'lateRevision',
  'date-time': 'lateMoment',
}

const byPath: [part: string, kind: string][] = [
  ['/uploads/', 'photographed'],
  ['/jobs/{id}/files', 'photographed'],
  ['/files/{id}/', 'file'],
  ['/files/{id}', 'changingFile'],
  ['/refunds/', 'refund'],
  ['/refund', 'paid'],
  ['/admin/payments/', 'recorded'],
  ['/admin/imports/', 'import'],
  ['/addresses/remove', 'livingThere'],
  ['/customers/', 'customer'],
  ['/customer-notes/', 'customerNote'],
  ['/webhooks/', 'event'],
  ['/webhook-subscriptions/', 'webhook'],
  ['/webhook-deliveries/', 'delivery'],
  ['/admin/plans/', 'plan'],
  ['/maintenance-plans/', 'plan'],
  ['/transfers/', 'transfer'],
  ['/invoices/', 'invoice'],
  ['/schedules/', 'schedule'],
  ['/services/', 'service'],
  ['/franchises/', 'franchise'],
  ['/workers/', 'worker'],
  ['/promos/', 'promo'],
  ['/templates/', 'template'],
  ['/tasks/', 'todo'],
  ['/outbox/', 'message'],
  ['/tokens/revoke', 'hqToken'],
  ['/admin/tokens/', 'hqTokenId'],
  ['/admin/api-keys/', 'apiKey'],
  ['/admin/staff/', 'person'],
  ['/admin/calendar-feeds/', 'calendar'],
  ['/accept-price', 'lowPriced'],
  ['/work/jobs/{id}/move', 'onTheWay'],
  ['/work/jobs/{id}/arrive', 'onTheWay'],
  ['/work/jobs/{id}/undo', 'onTheWay'],
  ['/undo', 'justMoved'],
  ['/notify', 'justMoved'],
  ['/i/', 'invoiceLink'],
  ['/book/confirm/', 'confirmLink'],
  ['/visit/', 'visitLink'],
  ['/track/', 'trackLink'],
  ['/rate/', 'ratingLink'],
  ['/book/', 'booked'],
  ['/unsubscribe/', 'unsubscribe'],
  ['/demo/checkout/', 'session'],
  ['/account/jobs/', 'job'],
  ['/demo/onboarding/', 'account'],
  ['/demo/card/', 'cardSetup'],
  ['/card/', 'cardLink'],
  ['/plan/', 'planLink'],
  ['/onboarding/', 'onboardingLink'],
]

const byName: Record<string, string> = {
  jobId: 'job',
  hash: 'photoHash',
  key: 'messageKey',
  file: 'calendarFile',
  franchiseId: 'franchise',
  franchise: 'franchise',
  workerId: 'worker',
  worker: 'worker',
  cover: 'worker',
  customerId: 'customer',
  into: 'customer',
  invoiceId: 'invoice',
  scheduleId: 'schedule',
  templateId: 'template',
  recurringScheduleId: 'template',
  splitId: 'split',
  timeOffId: 'timeOff',
  tokenId: 'token',
  account_id: 'account',
  customerEmail: 'email',
  to: 'email',
  serviceType: 'type',
  service: 'type',
  paymentId: 'payment',
  date: 'date',
  'date-time': 'moment',
}
