import { firstNames, lastNames, services, streets } from '../../db/demo/company'
import { Dice } from '../../db/demo/jobs'
import { customers, franchises, jobs, workers } from '../../db/schema'
import type { JobStatus } from '../../db/schema/jobs'
import type { Deps } from '../../src/deps'

const day = 86_400_000
const end = Date.parse('2026-03-02T00:00:00Z')

/** A store with this many jobs over two years, in all states, spread over 20 franchises and 200 workers. */
export async function fillJobs({ store }: Deps, count: number): Promise<void> {
  const dice = new Dice(7)
  const stamps = { createdAt: end, updatedAt: end }
  await store.write(async (tx) => {
    for (let index = 0; index < 20; index++)
      await tx.insert(franchises).values({
        id: `franchise-${index}`,
        name: `Franchise ${index}`,
        timeZone: 'America/Denver',
        ...stamps,
      })
    for (let index = 0; index < 200; index++)
      await tx.insert(workers).values({
        id: `worker-${index}`,
        name: `Worker ${index}`,
        franchiseId: `franchise-${index % 20}`,
        ...stamps,
      })
  })
  const bite = 500
  for (let from = 0; from < count; from += bite) {
    const people = Array.from({ length: bite }, (_, at) => person(dice, from + at))
    await store.write(async (tx) => {
      const chunk = 50
      for (let at = 0; at < bite; at += chunk) {
        const some = people.slice(at, at + chunk)
        await tx.insert(customers).values(
          some.map(({ id, name, email, phone }) => ({
            id,
            name,
            email,
            phone: phone.replaceAll('-', ''),
            ...stamps,
          })),
        )
        await tx.insert(jobs).values(some.map((one, nth) => job(dice, one, from + at + nth, count)))
      }
    })
  }
}

function person(dice: Dice, index: number) {
  const [first, last] = [dice.pick(firstNames), dice.pick(lastNames)]
  const host = ['gmail.com', 'yahoo.com', 'outlook.com', `company${index % 1000}.com`][index % 4]
  return {
    id: `customer-${index}`,
    name: `${first} ${last}`,
    email: index === 4711 ? 'customer4711@example.com' : `${first}.${last}${index}@${host}`.toLowerCase(),
    phone: phoneOf(index),
  }
}

/** Numbers as a region has them: five area codes with hundreds of exchanges each. */
function phoneOf(index: number): string {
  const area = ['303', '720', '719', '970', '983'][index % 5] ?? ''
  const exchange = 200 + ((index * 7) % 800)
  return `${area}-${exchange}-${String(index % 10_000).padStart(4, '0')}`
}

/** One worker's visits have separate hours, so none overlaps. */
function job(
  dice: Dice,
  customer: ReturnType<typeof person>,
  index: number,
  count: number,
): typeof jobs.$inferInsert {
  const createdAt = end - Math.floor(((count - index) / count) * 730) * day
  const statuses: JobStatus[] = [
    'completed',
    'completed',
    'completed',
    'completed',
    'cancelled',
    'no_show',
    'scheduled',
    'pending',
  ]
  const status = statuses[index % statuses.length]!
  const visit = status !== 'pending' && status !== 'cancelled'
  const start = end - 730 * day + Math.floor(index / 200) * 17 * 3_600_000
  const service = dice.pick(services)
  return {
    id: dice.id(createdAt),
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    address: `${dice.between(100, 4999)} ${dice.pick(streets)}, Denver, CO 80202`,
    type: service.label,
    franchiseId: `franchise-${index % 20}`,
    placeState: 'placed',
    zip: '80202',
    status,
    revision: 1,
    priceCents: service.price,
    totalCents: service.price,
    ...(visit
      ? {
          workerId: `worker-${index % 200}`,
          scheduledStart: start,
          scheduledEnd: start + 3_600_000,
          busyUntil: start + 4_500_000,
        }
      : {}),
    ...(status === 'completed' ? { completedAt: start + 3_600_000 } : {}),
    createdAt,
    updatedAt: createdAt,
  }
}
