import { and, eq, exists, gt, isNotNull, or, sql } from 'drizzle-orm'
import {
  franchiseSplits,
  franchises,
  franchiseZips,
  serviceTypes,
  staff,
  workers,
  workerShifts,
} from '../../../db/schema'
import type { Deps } from '../../deps'
import { providerItems, serverItems, stateOf, tab, type Item } from './checklist-server'
import type { ChecklistItem } from './model'

/** Everything between this installation and a business that runs on it, found out from the running service. */
export async function readChecklist(deps: Deps): Promise<ChecklistItem[]> {
  const items = [...(await companyItems(deps)), ...providerItems(deps), ...serverItems(deps)]
  return items.map(({ optional = false, variables = [], page = null, docs = null, ...item }) => ({
    ...item,
    optional,
    variables,
    page,
    docs,
  }))
}

async function companyItems({ store: { read }, settings }: Deps): Promise<Item[]> {
  const one = sql`1`
  const zips = read.select({ one }).from(franchiseZips).where(eq(franchiseZips.franchiseId, franchises.id))
  const shifts = read.select({ one }).from(workerShifts).where(eq(workerShifts.workerId, workers.id))
  const shares = read
    .select({ one })
    .from(franchiseSplits)
    .where(and(eq(franchiseSplits.franchiseId, franchises.id), gt(franchiseSplits.shareBasisPoints, 0)))
  const active = eq(franchises.active, true)
  const count = {
    services: await read.$count(
      serviceTypes,
      and(eq(serviceTypes.active, true), isNotNull(serviceTypes.baseMinutes)),
    ),
    areas: await read.$count(franchises, and(active, or(isNotNull(franchises.areaPolygon), exists(zips)))),
    working: await read.$count(workers, and(eq(workers.active, true), exists(shifts))),
    unpaid: await read.$count(franchises, and(active, eq(franchises.payoutsEnabled, false), exists(shares))),
    taxed: await read.$count(franchises, and(active, gt(franchises.taxBasisPoints, 0))),
    staff: await read.$count(staff, eq(staff.active, true)),
  }
  const { phone, email, logoUrl } = settings.business
  return [
    {
      id: 'services',
      title: 'Services and prices',
      state: stateOf(count.services > 0),
      detail: 'Add each service with its price and how long a visit takes. Customers book from this list.',
      page: tab('services'),
    },
    {
      id: 'area',
      title: 'Service area',
      state: stateOf(count.areas > 0),
      detail:
        'Customers inside the area can book. “Start for real” sets it to 25 miles around your address. You can change it.',
      page: tab('franchises'),
    },
    {
      id: 'hours',
      title: 'Technicians and their working hours',
      state: stateOf(count.working > 0),
      detail: 'Add your technicians with their hours. Customers only see times when someone is working.',
      page: tab('workers'),
    },
    {
      id: 'contact',
      title: 'Phone or email for customers',
      state: stateOf(phone !== null || email !== null),
      detail: 'Customers see it on your pages, in emails and on invoices.',
      page: tab('settings', 'business'),
    },
    {
      id: 'logo',
      title: 'Logo',
      state: stateOf(settings.logo !== null || logoUrl !== null),
      optional: true,
      detail: 'Upload it once and it shows on pages, emails and invoices.',
      page: tab('settings', 'look'),
    },
    {
      id: 'tax',
      title: 'Sales tax',
      state: stateOf(count.taxed > 0),
      optional: true,
      detail: 'If your state taxes your work, set the rate. It is added to every new job.',
      page: tab('settings', 'invoices'),
    },
    {
      id: 'staff',
      title: 'Your team in the console',
      state: stateOf(count.staff > 1),
      optional: true,
      detail: 'Invite dispatchers and bookkeepers by email. Everyone signs in as themselves.',
      page: tab('staff'),
    },
    ...(count.unpaid === 0
      ? []
      : [
          {
            id: 'payouts',
            title: 'Payout accounts',
            state: 'open' as const,
            detail:
              'A franchise has a share of its payments but no bank account yet. We hold its share until it has one.',
            page: tab('franchises'),
          },
        ]),
  ]
}
