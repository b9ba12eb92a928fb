import { customers, franchises, jobs } from '../../../db/schema'
import type { Deps } from '../../../src/deps'

export interface Person {
  id: string
  name?: string
  email?: string | null
  phone?: string | null
  /** Completed jobs. */
  jobs?: number
  franchiseId?: string | null
  emailOptOut?: boolean
  smsOptOut?: boolean
}

export async function addFranchise(
  { store, clock }: Deps,
  id: string,
  changes: Partial<typeof franchises.$inferInsert> = {},
) {
  const now = clock.now()
  const row = {
    id,
    name: `Truckroll ${id}`,
    timeZone: 'America/Denver',
    createdAt: now,
    updatedAt: now,
    ...changes,
  }
  await store.write((tx) => tx.insert(franchises).values(row))
}

/** Customers with completed jobs, many at a time. */
export async function addPeople({ store, clock }: Deps, people: Person[]): Promise<void> {
  const at = clock.now()
  for (let from = 0; from < people.length; from += 200) {
    const some = people.slice(from, from + 200)
    const customerRows = some.map(
      ({ id, name = id, email = null, phone = null, emailOptOut = false, smsOptOut = false }) => ({
        id,
        name,
        email,
        phone,
        emailOptOut,
        smsOptOut,
        createdAt: at,
        updatedAt: at,
      }),
    )
    const jobRows = some.flatMap((person) =>
      Array.from({ length: person.jobs ?? 1 }, (_, count) => jobOf(person, `${person.id}-${count}`, at)),
    )
    await store.write(async (tx) => {
      await tx.insert(customers).values(customerRows)
      if (jobRows.length > 0) await tx.insert(jobs).values(jobRows)
    })
  }
}

export function jobOf(person: Person, id: string, at: number): typeof jobs.$inferInsert {
  return {
    id,
    customerId: person.id,
    customerName: person.name ?? person.id,
    customerEmail: person.email ?? null,
    customerPhone: person.phone ?? null,
    address: '12 Main St',
    type: 'Gutter cleaning',
    franchiseId: person.franchiseId ?? null,
    status: 'completed',
    scheduledStart: at - 7_200_000,
    scheduledEnd: at - 3_600_000,
    busyUntil: at - 3_600_000,
    completedAt: at,
    priceCents: 0,
    totalCents: 0,
    createdAt: at,
    updatedAt: at,
  }
}
