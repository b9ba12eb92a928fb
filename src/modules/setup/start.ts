import { eq } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { takeDemoOut } from '../../../db/unseed'
import { countAsDemo, countTrials, type Trials } from '../../demo/trials'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/request'
import { actorText, commandLine, type Actor } from '../../lib/actor'
import { conflict, invalid } from '../../lib/errors'
import { travel, wrapLongitude, type LatLng, type Point } from '../../lib/geo'
import { usTimeZone } from '../../lib/us-time-zone'
import { markStarted } from '../../settings/started'
import { insertService, ServiceInput, serviceOf } from '../catalog'
import { askAboutVisitsWhileClosed, FranchiseInput, insertOnlyFranchise } from '../franchises'
import { placeAddress } from '../geo'
import { adoptJobs } from '../jobs'
import { wakeSender } from '../messages'
import { recordActivity } from '../office'
import { adoptRecurring } from '../recurring'
import { ensureOwner, type By } from '../staff'
import { insertWorker, WorkerInput, type Shift } from '../workforce'
import type { SetupPlace, StartInput, Started } from './model'
import { companyOf } from './state'

/** Monday to Friday, unless the office has set hours before. Without hours, customers are offered no times. */
const usualWeek: Shift[] = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: '08:00', end: '17:00' }))

const areaMetres = 40_000
const areaCorners = 32

/** Where an address is, and what time it probably keeps. */
export async function findPlace(deps: Deps, address: string): Promise<SetupPlace> {
  const place = await placeAddress(deps, address)
  return place
    ? { label: place.label, timeZone: usTimeZone([address, place.label], place) }
    : { label: null, timeZone: null }
}

/**
 * Replaces the demo company with the caller's own, once. Everything happens in one unit, so a crash leaves
 * either the demo company or the new one.
 */
export async function startForReal(deps: Deps, input: StartInput, by: By): Promise<Started> {
  const actor = by === 'cli' ? commandLine : actorOf(by)
  const base = await placeAddress(deps, input.address)
  if (!base)
    throw invalid('Validation failed', [
      "address: we couldn't find this place. Add the city and the ZIP code",
    ])
  const started = await deps.store.write((tx) => replaceCompany(tx, deps, { input, base, actor, by }))
  await deps.settings.load(deps.store.read)
  wakeSender(deps)
  return started
}

interface Beginning {
  input: StartInput
  base: Point
  actor: Actor
  by: By
}

async function replaceCompany(tx: Tx, deps: Deps, beginning: Beginning): Promise<Started> {
  const { input, actor, by } = beginning
  const now = deps.clock.now()
  if ((await companyOf(tx)) === 'real') throw conflict(alreadyReal)
  if (!(await markStarted(tx, actorText(actor), now))) throw conflict(alreadyReal)
  await decideAboutTrials(tx, input.trials)
  const week = await writeSettings(tx, deps, beginning, now)
  const look = { color: deps.settings.business.color }
  const franchise = await insertOnlyFranchise(tx, now, { ...franchiseOf(beginning), ...look }, actor)
  const removedJobs = await removeCompany(tx, now, { to: franchise.id, actor })
  const { name: label, price: listPrice, minutes: baseMinutes } = input.service
  if (await serviceOf(tx, label)) throw conflict(serviceTaken)
  const service = await insertService(tx, now, ServiceInput.parse({ label, listPrice, baseMinutes }), actor)
  const worker = await insertWorker(tx, now, technicianOf(beginning, franchise.id), week, actor)
  const ownerLink = await ensureOwner(tx, deps, input.ownerEmail, by)
  await recordActivity(tx, now, {
    type: 'company.started',
    actor,
    summary: `Started ${input.name} for real and removed the demo company`,
    subject: { kind: 'setting', id: 'business', name: input.name },
    metadata: { removedJobs, trials: input.trials ?? null },
  })
  return { franchiseId: franchise.id, serviceId: service.id, workerId: worker.id, removedJobs, ownerLink }
}

const alreadyReal =
  'This company has already started for real. Change its name, services and technicians in the console.'

const serviceTaken = 'You already have a service with this name. Give the first service another name.'

async function decideAboutTrials(tx: Tx, decision: StartInput['trials']): Promise<void> {
  if (decision === 'remove') return countAsDemo(tx)
  if (decision === undefined && isAny(await countTrials(tx)))
    throw conflict(
      'People entered jobs or customers next to the demo company. Say whether to keep or remove them.',
    )
}

const isAny = (trials: Trials): boolean => Object.values(trials).some((rows) => rows > 0)

/**
 * Real jobs and recurring visits of a demo franchise move to the new one. A demo franchise that other real records need stays
 * inactive, and HQ is asked about its visits.
 */
async function removeCompany(tx: Tx, now: number, heir: { to: string; actor: Actor }): Promise<number> {
  const demo = await tx.select({ id: franchises.id }).from(franchises).where(eq(franchises.demo, true))
  const adoption = { ...heir, from: demo.map(({ id }) => id) }
  await adoptJobs(tx, now, adoption)
  await adoptRecurring(tx, adoption)
  const removedJobs = await takeDemoOut(tx)
  for (const { id } of demo) await askAboutVisitsWhileClosed(tx, now, id)
  return removedJobs
}

async function writeSettings(
  tx: Tx,
  { settings }: Deps,
  { input: { name, address, timeZone }, actor }: Beginning,
  now: number,
): Promise<Shift[]> {
  const by = actorText(actor)
  await settings.change(tx, 'business', { values: { name, postalAddress: address, timeZone }, by }, now)
  const { week } = settings.hours
  if (week.length > 0) return week
  await settings.change(tx, 'hours', { values: { week: usualWeek }, by }, now)
  return usualWeek
}

function franchiseOf({ input, base }: Beginning): FranchiseInput {
  const { name, address: postalAddress, timeZone } = input
  const { lat, lng } = base
  return FranchiseInput.parse({ name, postalAddress, timeZone, lat, lng, areaPolygon: circle(base) })
}

function circle(center: Point): LatLng[] {
  return Array.from({ length: areaCorners }, (_, corner) => {
    const { lat, lng } = travel(center, (360 * corner) / areaCorners, areaMetres)
    return [lat, wrapLongitude(lng)]
  })
}

/** Drives from the business, until somebody enters a home address. */
const technicianOf = ({ input, base }: Beginning, franchiseId: string): WorkerInput =>
  WorkerInput.parse({
    ...input.technician,
    franchiseId,
    homeAddress: input.address,
    homeLat: base.lat,
    homeLng: base.lng,
  })
