import { services, towns, type DemoTown } from './demo/company'
import {
  demoJob,
  Dice,
  workday,
  type DemoBranch,
  type DemoCustomer,
  type DemoJob,
  type DemoPlace,
} from './demo/jobs'
import { planPeople } from './demo/people'
import { planToday } from './demo/today'
import {
  customers,
  franchiseSplits,
  franchiseZips,
  franchises,
  jobEvents,
  jobTemplates,
  jobs,
  maintenancePlans,
  promoCodes,
  serviceTypes,
  workerShifts,
  workers,
} from './schema'
import type { PlanOffer } from './schema/recurring'
import type { Store, Tx } from './store'

const day = 86_400_000
const jobsPerTown = 140
const jobsPerUnit = 50

/**
 * Adds the demo company, which is always the same, with dates relative to now. Without `today` nobody has a visit on
 * that day.
 */
export async function seedDemo(
  store: Store,
  now: number,
  { today = false } = {},
): Promise<{ jobs: number; customers: number }> {
  const dice = new Dice(20260302)
  const stamps = { createdAt: now - 200 * day, updatedAt: now - 200 * day }
  const branches = await store.write(async (tx) => {
    const made: DemoBranch[] = []
    await addServices(tx, dice, stamps)
    for (const town of towns) {
      const place = await addFranchise(tx, dice, town, now, stamps)
      made.push({ place, people: await addCustomers(tx, dice, town, made.length, stamps) })
    }
    await addPromos(tx, dice, stamps)
    return made
  })
  let written = 0
  for (const branch of branches) written += await addJobs(store, dice, branch, now)
  await store.write((tx) => addRecurring(tx, dice, branches, now))
  if (today) written += await addToday(store, branches, now)
  return { jobs: written, customers: branches.flatMap(({ people }) => people).length }
}

type Stamps = { createdAt: number; updatedAt: number }

async function addServices(tx: Tx, dice: Dice, stamps: Stamps): Promise<void> {
  for (const service of services)
    await tx.insert(serviceTypes).values({
      id: dice.id(stamps.createdAt),
      label: service.label,
      baseMinutes: service.base,
      minutesPerFootStory: service.perFoot,
      bufferMinutes: service.buffer,
      skills: [...service.skills],
      listPriceCents: service.price,
      storyPriceCents: service.perStory ?? 0,
      extras: service.extras ?? [],
      byQuote: service.byQuote ?? false,
      demo: true,
      ...stamps,
    })
}

async function addFranchise(
  tx: Tx,
  dice: Dice,
  town: DemoTown,
  now: number,
  stamps: Stamps,
): Promise<DemoPlace> {
  const id = dice.id(stamps.createdAt)
  const [lat, lng] = town.base
  await tx.insert(franchises).values({
    id,
    name: town.name,
    slug: town.name.toLowerCase().replaceAll(' ', '-'),
    contactName: town.contact,
    email: `${town.city.toLowerCase()}@example.com`,
    phone: `${town.areaCode}-555-0100`,
    timeZone: town.timeZone,
    color: town.color,
    taxBasisPoints: town.taxBasisPoints,
    lat,
    lng,
    areaPolygon: [
      [lat + 0.16, lng - 0.2],
      [lat + 0.16, lng + 0.2],
      [lat - 0.16, lng + 0.2],
      [lat - 0.16, lng - 0.2],
    ],
    demo: true,
    ...stamps,
  })
  await tx.insert(franchiseZips).values(town.zips.map(([zip]) => ({ zip, franchiseId: id })))
  await tx.insert(franchiseSplits).values({
    id: dice.id(stamps.createdAt),
    franchiseId: id,
    shareBasisPoints: town.shareBasisPoints,
    effectiveFrom: now - 365 * day,
    createdAt: stamps.createdAt,
  })
  const crew: DemoPlace['workers'] = []
  for (const [index, [name, skills]] of town.workers.entries()) {
    const workerId = dice.id(stamps.createdAt)
    const [zip, homeLat, homeLng] = town.zips[index] ?? town.zips[0]
    await tx.insert(workers).values({
      id: workerId,
      franchiseId: id,
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
      phone: `${town.areaCode}-555-01${String(10 + index)}`,
      skills,
      homeAddress: `${town.city}, ${town.state} ${zip}`,
      homeLat,
      homeLng,
      maxJobsPerDay: 7,
      demo: true,
      ...stamps,
    })
    for (let weekday = 1; weekday <= (index === 0 ? 6 : 5); weekday++)
      await tx
        .insert(workerShifts)
        .values({ id: dice.id(stamps.createdAt), workerId, weekday, startMinute: 480, endMinute: 1020 })
    crew.push({ id: workerId, busyUntil: new Map() })
  }
  return { town, franchiseId: id, workers: crew }
}

async function addCustomers(
  tx: Tx,
  dice: Dice,
  town: DemoTown,
  townIndex: number,
  stamps: Stamps,
): Promise<DemoCustomer[]> {
  const { people, rows } = planPeople(dice, town, townIndex, stamps)
  await tx.insert(customers).values(rows)
  return people
}

async function addJobs(
  store: Store,
  dice: Dice,
  { place, people }: DemoBranch,
  now: number,
): Promise<number> {
  const made = Array.from({ length: jobsPerTown }, () => demoJob(dice, place, dice.pick(people), now))
    .filter((one) => one !== null)
    .toSorted((one, other) => one.job.createdAt - other.job.createdAt)
  for (let from = 0; from < made.length; from += jobsPerUnit)
    await store.write((tx) => insertJobs(tx, made.slice(from, from + jobsPerUnit)))
  return made.length
}

/** Uses two statements, because each one is a network call on a database server. */
async function insertJobs(tx: Tx, made: readonly DemoJob[]): Promise<void> {
  await tx.insert(jobs).values(made.map(({ job }) => job))
  await tx.insert(jobEvents).values(made.flatMap(({ events }) => events))
}

async function addToday(store: Store, branches: readonly DemoBranch[], now: number): Promise<number> {
  const { made, shifts } = planToday(branches, now)
  await store.write(async (tx) => {
    await insertJobs(tx, made)
    if (shifts.length > 0) await tx.insert(workerShifts).values(shifts)
  })
  return made.length
}

async function addPromos(tx: Tx, dice: Dice, stamps: Stamps): Promise<void> {
  const make = (code: string, kind: 'percent' | 'amount', value: number) => ({
    id: dice.id(stamps.createdAt),
    code,
    kind,
    value,
    demo: true,
    ...stamps,
  })
  await tx.insert(promoCodes).values([make('SPRING10', 'percent', 1000), make('NEIGHBOR25', 'amount', 2500)])
}

/** A few recurring customers with job templates, and plans in each state. */
async function addRecurring(tx: Tx, dice: Dice, branches: DemoBranch[], now: number): Promise<void> {
  const states = ['active', 'active', 'paused', 'requested', 'offered'] as const
  for (const { place, people } of branches)
    for (const [nth, status] of states.entries()) {
      const customer = people[nth]
      if (!customer) continue
      const stamps = { createdAt: now - (90 - nth) * day, updatedAt: now - (90 - nth) * day }
      const start = workday(new Date(now + (5 + nth * 9) * day))
      const months = dice.pick([3, 6, 12])
      const shared = {
        customerId: customer.id,
        customerName: customer.name,
        customerPhone: customer.phone,
        address: customer.address,
        intervalMonths: months,
        gutterLength: 150,
        stories: 2,
        demo: true,
        ...stamps,
      }
      const hasStarted = status !== 'requested' && status !== 'offered'
      const templateId = hasStarted ? dice.id(stamps.createdAt) : null
      if (templateId !== null)
        await tx.insert(jobTemplates).values({
          ...shared,
          id: templateId,
          customerEmail: customer.email,
          type: 'Gutter cleaning',
          priceCents: 17900,
          franchiseId: place.franchiseId,
          anchorDate: start,
          nextDate: start,
          active: status === 'active',
        })
      await tx.insert(maintenancePlans).values({
        ...shared,
        id: dice.id(stamps.createdAt),
        customerEmail: customer.email,
        serviceType: status === 'offered' ? 'Window washing' : 'Gutter cleaning',
        preferredStart: start,
        templateId,
        ...(status === 'offered' && { offer: everyTwoWeeks(place.town, now, start) }),
      })
    }
}

/** Offered today, so visitors can accept it. */
function everyTwoWeeks({ taxBasisPoints }: DemoTown, at: number, start: string): PlanOffer {
  const priceCents = 11_900
  const taxCents = Math.round((priceCents * taxBasisPoints) / 10_000)
  const totalCents = priceCents + taxCents
  return { priceCents, taxCents, totalCents, intervalMonths: 1, intervalWeeks: 2, start, at }
}
