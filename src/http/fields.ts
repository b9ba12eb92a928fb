import { z } from 'zod'
import { firstMoment, lastMoment } from '../lib/clock'
import { isEmail } from '../lib/contact'
import { sameUuid } from '../lib/text'
import { centsFromUnits, basisPointsFromPercent } from '../lib/money'

export const required = 'is required'

/** An amount in units with at most two decimals, as the contract puts money on the wire. */
export const money = z
  .number()
  .min(0)
  .max(99_999)
  .refine((units) => centsFromUnits(units) !== null, 'can have at most two decimal places')
  .meta({ multipleOf: 0.01 })

/** Text of a bounded length. What is longer is looked at no further: no pattern ever meets a long text. */
export const boundedText = (max: number) => z.string().max(max, { abort: true })

/** A name or label: any script, but not blank. */
export const textOf = (max: number) => boundedText(max).regex(/\S/, required)

export const emailOf = (max: number) =>
  boundedText(max).refine(isEmail, 'enter an email address').meta({ format: 'email' })

/** As the contract has it for the public: digits, spaces and dashes. */
export const plainPhone = boundedText(50).regex(/^[ -]*\d[\d -]*$/, 'use only digits, spaces and dashes')

/** As the office writes it. */
export const phone = boundedText(50).regex(/^\+?[\s().-]*\d[\d\s().-]*$/, 'enter a phone number')

/** An ISO date, or an ISO date and time, also without an offset; `next tuesday` is neither. */
export const isoDate = boundedText(30)
  .refine((text) => isIsoDate(text), 'enter a date, such as 2026-03-02')
  .meta({ anyOf: [{ format: 'date' }, { format: 'date-time' }], examples: ['2026-03-02'] })

const calendarDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

function isIsoDate(text: string): boolean {
  const parts = calendarDate.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  // Date.parse takes 31 February for 3 March; the calendar does not.
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return isDay && (text.length === 10 || !Number.isNaN(Date.parse(text)))
}

export const localDate = z.iso.date()

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
 * An id as a caller names it. A UUID is the same id in capitals, as its standard says; any other id may be
 * somebody else's and is taken letter by letter.
 */
export const idOf = (max: number) => boundedText(max).overwrite(sameUuid)
export const requiredId = (max: number) => textOf(max).overwrite(sameUuid)

export const IdParam = z.object({ id: requiredId(255) })

export const email = emailOf(200)

export const latitude = z.number().min(-90).max(90)
export const longitude = z.number().min(-180).max(180)

export const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'enter a color, such as #1f6f54')

export const percentUpTo = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((percent) => basisPointsFromPercent(percent) !== null, 'can have at most two decimal places')
    .meta({ multipleOf: 0.01 })

/** A moment on the wire, in milliseconds inside. An offset must not carry it out of the years that are written. */
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

/** Query values are texts; the document shows the boolean that they stand for. */
export const queryFlag = z.stringbool().meta({ type: 'boolean' })

/** A count in the address of a page, where anything else stands for the least: nobody is refused for it. */
export const pageCount = (least: number) =>
  z
    .string()
    .optional()
    .transform((text) => (Number.isInteger(Number(text)) ? Math.max(Number(text), least) : least))

/** A form as a page sends it: texts by name, and names that nobody knows are ignored. */
export const formOf = (...names: string[]) => ({
  schema: z.looseObject(Object.fromEntries(names.map((name) => [name, z.string().optional()]))).prefault({}),
  mediaType: 'application/x-www-form-urlencoded' as const,
})

/** A number in a query, as JSON writes it; an empty text is none. The document shows its bounds. */
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

/** A latitude without a longitude is no place: both are given, or neither. Spread it into `check`. */
export const together = (lat: string, lng: string) => [
  z.refine(
    (value: unknown) => {
      const given = (value ?? {}) as Record<string, unknown>
      return kindOf(given[lat]) === kindOf(given[lng])
    },
    // Zod leaves such checks out once a field has failed, yet every fault is to be named at once.
    { message: `must be set together with ${lat}`, path: [lng], when: () => true },
  ),
  z.meta<unknown>({
    dependentRequired: { [lat]: [lng], [lng]: [lat] },
    anyOf: ['number', 'null'].map((type) => ({ properties: { [lat]: { type }, [lng]: { type } } })),
  }),
]

const kindOf = (value: unknown) => (value === undefined || value === null ? value : 'set')

const maxBytes = 16 * 1024
const maxLevels = 8

/** Free key-value pairs of a caller: bounded, since nobody can say what is in them. */
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
