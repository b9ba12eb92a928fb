import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { businessSettings } from '../../db/schema'
import type { Db } from '../../db/store'
import { localDate, shiftList, timeOfDay } from '../http/fields'
import { group } from './group'

export const RushHours = z
  .object({
    weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).describe('1 is Monday, 7 is Sunday'),
    fromHour: z
      .int()
      .min(0)
      .max(23)
      .meta({ examples: [7] })
      .describe('The first hour, in local time'),
    untilHour: z
      .int()
      .min(1)
      .max(24)
      .meta({ examples: [9] })
      .describe('The hour in which it is over'),
    longerPercent: z.int().min(5).max(300).describe('How much longer drives take'),
  })
  .refine(({ fromHour, untilHour }) => fromHour < untilHour, {
    message: 'must be after the start',
    path: ['untilHour'],
  })
export type RushHours = z.infer<typeof RushHours>

export const Lunch = z
  .object({
    minutes: z.int().min(0).max(180).describe('How long it is; 0 for no lunch break'),
    from: timeOfDay.describe('The earliest start, in local time'),
    until: timeOfDay.describe('The latest start'),
  })
  .refine(({ from, until }) => from <= until, {
    message: 'must not be before the earliest start',
    path: ['until'],
  })
export type Lunch = z.infer<typeof Lunch>

export const overtimeMinutes = z.int().min(0).max(240)

export const Overtime = z.object({
  minutes: overtimeMinutes.describe('How long technicians may stay after their shift; 0 for no overtime'),
  cost: z.int().min(1).max(20).describe('How many minutes of driving a minute of overtime is worth'),
})
export type Overtime = z.infer<typeof Overtime>

/** How much longer drives take in each hour of a weekday, or null if it is never longer. */
export function trafficOn(rushHours: readonly RushHours[], weekday: number): number[] | null {
  const today = rushHours.filter(({ weekdays }) => weekdays.includes(weekday))
  if (today.length === 0) return null
  return Array.from({ length: 24 }, (_, hour) =>
    today
      .filter(({ fromHour, untilHour }) => fromHour <= hour && hour < untilHour)
      .reduce((most, { longerPercent }) => Math.max(most, 1 + longerPercent / 100), 1),
  )
}

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
    rushHours: z
      .array(RushHours)
      .max(50)
      .describe('When drives take longer; where two meet, the slower counts'),
    lunch: Lunch.describe('The lunch break of technicians without their own'),
    overtime: Overtime.describe('The overtime of technicians without their own'),
  },
  first: () => ({
    week: [],
    holidays: [],
    rushHours: [],
    lunch: { minutes: 0, from: '11:00', until: '13:30' },
    overtime: { minutes: 0, cost: 2 },
  }),
  variables: {},
})

/** The holidays inside a unit, which may run before a change from elsewhere was loaded. */
export async function storedHolidays(db: Db): Promise<string[]> {
  const { name, values } = businessSettings
  const [row] = await db.select({ values }).from(businessSettings).where(eq(name, 'hours')).limit(1)
  return hours.fields.holidays.safeParse(row?.values.holidays).data ?? []
}
