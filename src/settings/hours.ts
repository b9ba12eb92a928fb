import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { businessSettings } from '../../db/schema'
import type { Db } from '../../db/store'
import { localDate, shiftList } from '../http/fields'
import { group } from './group'

/** When the company works, unless a technician or a franchise has hours or closed days of its own. */
export const hours = group({
  title: 'Hours and holidays',
  fields: {
    week: shiftList.describe('The working hours that new technicians start with'),
    holidays: z
      .array(localDate)
      .max(1000)
      .overwrite((dates) => [...new Set(dates)].toSorted())
      .describe('Dates without visits anywhere'),
  },
  first: () => ({ week: [], holidays: [] }),
  variables: {},
})

/** The holidays inside a unit, which may run before a change from elsewhere was loaded. */
export async function storedHolidays(db: Db): Promise<string[]> {
  const { name, values } = businessSettings
  const [row] = await db.select({ values }).from(businessSettings).where(eq(name, 'hours')).limit(1)
  return hours.fields.holidays.safeParse(row?.values.holidays).data ?? []
}
