import { customers, jobs } from '../../db/schema'
import type { Deps } from '../../src/deps'

const atOnce = 500

/** Customers with an email, a number and one completed job each. */
export async function fillCustomers({ store, clock }: Deps, count: number): Promise<void> {
  const at = clock.now()
  for (let from = 0; from < count; from += atOnce) {
    const people = Array.from({ length: Math.min(atOnce, count - from) }, (_, place) =>
      personOf(from + place),
    )
    await store.write(async (tx) => {
      await tx.insert(customers).values(people.map((person) => ({ ...person, createdAt: at, updatedAt: at })))
      await tx.insert(jobs).values(people.map((person) => jobOf(person, at)))
    })
  }
}

type Person = ReturnType<typeof personOf>

function personOf(number: number) {
  const digits = String(number).padStart(6, '0')
  return {
    id: `customer-${digits}`,
    name: `Customer ${number}`,
    email: `customer${number}@example.com`,
    phone: `30355501${digits.slice(-2)}`,
  }
}

function jobOf({ id, name, email, phone }: Person, at: number): typeof jobs.$inferInsert {
  return {
    id: `job-of-${id}`,
    customerId: id,
    customerName: name,
    customerEmail: email,
    customerPhone: phone,
    address: '12 Main St, Springfield',
    type: 'Gutter cleaning',
    // Locating it on the map isn't measured here.
    placeState: 'unknown',
    status: 'completed',
    scheduledStart: at - 7_200_000,
    scheduledEnd: at - 3_600_000,
    busyUntil: at - 3_600_000,
    completedAt: at - 3_600_000,
    priceCents: 12_900,
    totalCents: 12_900,
    createdAt: at,
    updatedAt: at,
  }
}
