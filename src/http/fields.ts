import { z } from 'zod'
import { firstMoment, lastMoment } from '../lib/clock'
import { isEmail } from '../lib/contact'
import { minuteOfDay, overlapsIn } from '../lib/hours'
import { sameUuid } from '../lib/text'
import { centsFromUnits, basisPointsFromPercent } from '../lib/money'

export const required = 'is required'

/** An amount in dollars with at most two decimals, as the contract writes money. */
export const money = z
  .number()
  .min(0)
  .max(99_999)
  .refine((units) => centsFromUnits(units) !== null, 'can have at most two decimal places')
  .meta({ multipleOf: 0.01 })

/** Schemas never change, so fields of one length share theirs. Each would take 2 to 5 KB of memory. */
function byLength<T>(make: (max: number) => T): (max: number) => T {
  const made = new Map<number, T>()
  return (max) => {
    const schema = made.get(max) ?? make(max)
    made.set(max, schema)
    return schema
  }
}

/** `abort` skips all later checks, so no pattern ever runs on a text that is too long. */
export const boundedText = byLength((max) => z.string().max(max, { abort: true }))

/** A name or label in any script; it can't be blank. */
export const textOf = byLength((max) => boundedText(max).regex(/\S/, required))

export const emailOf = byLength((max) =>
  boundedText(max)
    .refine((text) => text !== '', { error: required, abort: true })
    .refine(isEmail, 'enter an email address')
    .meta({ format: 'email' }),
)

/** The contract's format for phone numbers from the public. */
export const plainPhone = boundedText(50).regex(/^[ -]*\d[\d -]*$/, 'use only digits, spaces and dashes')

/** Phone numbers as HQ staff write them. */
export const phone = boundedText(50).regex(/^\+?[\s().-]*\d[\d\s().-]*$/, 'enter a phone number')

/** An ISO date with or without a time and an offset. `next tuesday` isn't one. */
export const isoDate = boundedText(30)
  .refine((text) => isIsoDate(text), 'enter a date, such as 2026-03-02')
  .meta({ anyOf: [{ format: 'date' }, { format: 'date-time' }], examples: ['2026-03-02'] })

const calendarDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

function isIsoDate(text: string): boolean {
  const parts = calendarDate.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  // Date.parse reads February 31 as March 3.
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return isDay && (text.length === 10 || !Number.isNaN(Date.parse(text)))
}

export const localDate = z.iso.date()

export const intervalMonths = z.int().min(1).max(24).describe('1 for an interval in weeks')
export const intervalWeeks = z
  .int()
  .min(1)
  .max(4)
  .nullable()
  .describe('Every 1 to 4 weeks instead of months; null for months')

export const timeOfDay = z
  .string()
  .refine((text) => minuteOfDay(text) !== null, 'must be a time such as 08:30, up to 24:00')
  .meta({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$', examples: ['08:30'] })

export const Shift = z.object({
  weekday: z.int().min(1).max(7).describe('1 is Monday, 7 is Sunday'),
  start: timeOfDay,
  end: timeOfDay,
})
export type Shift = z.infer<typeof Shift>

/** Hours of a week. They don't overlap. */
export const shiftList = z
  .array(
    Shift.refine(({ start, end }) => (minuteOfDay(start) ?? 0) < (minuteOfDay(end) ?? 0), {
      message: 'must be after the start',
      path: ['end'],
    }),
  )
  .max(50)
  .superRefine((shifts, context) => {
    for (const place of overlapsIn(shifts.map(hoursOf)))
      context.addIssue({ code: 'custom', message: 'overlaps another shift on the same day', path: [place] })
  })

export function hoursOf({ weekday, start, end }: Shift) {
  return { weekday, startMinute: minuteOfDay(start) ?? 0, endMinute: minuteOfDay(end) ?? 0 }
}

export const timeZone = z
  .string()
  .refine((name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
    } catch {
      return false
    }
  }, 'enter a time zone, such as America/Chicago')
  .meta({ minLength: 1, examples: ['America/Denver'] })

/**
 * An id given by a caller. UUIDs ignore case, as their standard says; other ids may come from another system
 * and are kept exactly as sent.
 */
export const idOf = byLength((max) => boundedText(max).overwrite(sameUuid))
export const requiredId = byLength((max) => textOf(max).overwrite(sameUuid))

export const IdParam = z.object({ id: requiredId(255) })

export const email = emailOf(200)

export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)

export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'enter a color, such as #1f6f54')

export const percentUpTo = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((percent) => basisPointsFromPercent(percent) !== null, 'can have at most two decimal places')
    .meta({ multipleOf: 0.01 })

/** A moment: ISO text in requests, milliseconds in code. An offset must not move it beyond the year 9999. */
export const moment = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => !(Date.parse(text) < firstMoment || Date.parse(text) > lastMoment),
    'must be before the year 10000',
  )
  .transform((text) => Date.parse(text))

export const skills = z
  .array(textOf(100))
  .max(50)
  .transform((names) => [...new Set(names.map((name) => name.trim()))])

export const searchText = z.string().trim().min(1).max(200).meta({ pattern: '\\S' })

/** Query values are text, but the API document shows a boolean. */
export const queryFlag = z.stringbool().meta({ type: 'boolean' })

/**
 * A number in a page's address. Anything that isn't a number counts as the minimum, so no link ever fails
 * because of it.
 */
export const pageCount = (least: number) =>
  z
    .string()
    .optional()
    .transform((text) => (Number.isInteger(Number(text)) ? Math.max(Number(text), least) : least))

const formField = z.string().optional()

/** A page's form as text fields. Unknown fields are ignored. */
export const formOf = (...names: string[]) => ({
  schema: z.looseObject(Object.fromEntries(names.map((name) => [name, formField]))).prefault({}),
  mediaType: 'application/x-www-form-urlencoded' as const,
})

/**
 * A number in a query, written as in JSON; an empty value isn't a number. The API document shows its limits.
 */
export const queryNumber = <T extends z.ZodType<number, number>>(range: T) => {
  const { $schema: _, ...bounds } = z.toJSONSchema(range)
  const digits = bounds.type === 'integer' ? /^-?\d+$/ : /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i
  return z
    .string()
    .regex(digits, 'must be a number')
    .transform(Number)
    .pipe(range)
    .meta({ ...bounds, pattern: undefined })
}

/** Two fields, such as a latitude and a longitude, are only valid together. Spread this into `check`. */
export const together = (lat: string, lng: string, kind: 'number' | 'text' = 'number') => [
  z.refine(
    (value: unknown) => {
      const given = (value ?? {}) as Record<string, unknown>
      return kindOf(given[lat]) === kindOf(given[lng])
    },
    // Zod skips object checks once a field has failed, but we report every problem at once.
    { message: `must be set together with ${lat}`, path: [lng], when: () => true },
  ),
  z.meta<unknown>({
    dependentRequired: { [lat]: [lng], [lng]: [lat] },
    ...(kind === 'number' && {
      anyOf: ['number', 'null'].map((type) => ({ properties: { [lat]: { type }, [lng]: { type } } })),
    }),
  }),
]

const kindOf = (value: unknown) => (value === undefined || value === null ? value : 'set')

const maxBytes = 16 * 1024
const maxLevels = 8

/** Free-form key-value pairs, limited in size and depth because callers can send anything. */
export const metadata = z
  .record(z.string(), z.unknown())
  .refine((pairs) => levelsWithin(pairs, maxLevels), `can't be nested more than ${maxLevels} levels deep`)
  .refine(
    (pairs) => Buffer.byteLength(JSON.stringify(pairs)) <= maxBytes,
    `must be ${maxBytes / 1024} KB or less`,
  )

function levelsWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => levelsWithin(inner, levels - 1))
}
