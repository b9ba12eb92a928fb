import { z } from 'zod'
import { minuteOfDay, overlapsIn } from '../../lib/week-hours'

const timeOfDay = z
  .string()
  .refine((text) => minuteOfDay(text) !== null, 'must be a time such as 08:30; 24:00 ends the day')
  .meta({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$', examples: ['08:30'] })

export const Shift = z.object({
  weekday: z.int().min(1).max(7).describe('1 is Monday, 7 is Sunday'),
  start: timeOfDay,
  end: timeOfDay,
})
export type Shift = z.infer<typeof Shift>

export const Week = z.object({
  shifts: z
    .array(
      Shift.refine(({ start, end }) => (minuteOfDay(start) ?? 0) < (minuteOfDay(end) ?? 0), {
        message: 'must be later than start',
        path: ['end'],
      }),
    )
    .max(50)
    .superRefine((shifts, context) => {
      for (const place of overlapsIn(shifts.map(hoursOf)))
        context.addIssue({ code: 'custom', message: 'overlaps another shift of that day', path: [place] })
    }),
})
export type Week = z.infer<typeof Week>

export function hoursOf({ weekday, start, end }: Shift) {
  return { weekday, startMinute: minuteOfDay(start) ?? 0, endMinute: minuteOfDay(end) ?? 0 }
}
