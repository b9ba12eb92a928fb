import type { customers } from '../schema'
import { firstNames, lastNames, streets, type DemoTown } from './company'
import type { DemoCustomer, Dice } from './jobs'

const customersPerTown = 67

/** The customers of a town, and their rows. */
export function planPeople(
  dice: Dice,
  town: DemoTown,
  townIndex: number,
  stamps: { createdAt: number; updatedAt: number },
) {
  const people: DemoCustomer[] = []
  const rows: (typeof customers.$inferInsert)[] = []
  for (let index = 0; index < customersPerTown; index++) {
    const first = dice.pick(firstNames)
    const last = dice.pick(lastNames)
    const [zip, lat, lng] = dice.pick(town.zips)
    const number = townIndex * customersPerTown + index
    const person = {
      id: dice.id(stamps.createdAt + index),
      name: `${first} ${last}`,
      email: `customer${number + 1}@example.com`,
      phone: `${town.areaCode}-555-01${String(number % 100).padStart(2, '0')}`,
      address: `${dice.between(100, 4999)} ${dice.pick(streets)}, ${town.city}, ${town.state} ${zip}`,
      zip,
      lat: lat + (dice.next() - 0.5) * 0.02,
      lng: lng + (dice.next() - 0.5) * 0.02,
    }
    people.push(person)
    const phone = person.phone.replaceAll('-', '')
    const { id, name, email } = person
    rows.push({ id, name, email, phone, emailOptOut: dice.next() < 0.05, demo: true, ...stamps })
  }
  return { people, rows }
}
