import type { JsonSchema } from './example'

const byFormat: Record<string, string> = {
  email: 'jordan@example.com',
  uuid: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
  'date-time': '2026-03-02T15:04:05.000Z',
  date: '2026-03-02',
  time: '09:00:00',
  uri: 'https://example.com/',
}

/** What people expect to see in a field of this name; the first pattern that fits counts. */
const textsByName: [RegExp, string][] = [
  [/e-?mail$/i, 'jordan@example.com'],
  [/phone$/i, '303-555-0142'],
  [/(customer|contact)name$/i, 'Jordan Rivera'],
  [/time-?zone$/i, 'America/Denver'],
  [/colou?r$/i, '#1f6f54'],
  [/address$/i, '1420 Larimer St, Denver, CO 80202'],
  [/zips?$/i, '80202'],
  [/url$/i, 'https://example.com/'],
  [/code$/i, '123456'],
  [/(date|start|period)$/i, '2026-03-02'],
  [/(date|end)$/i, '2026-03-09'],
  [/(At|start)$/, '2026-03-02T15:04:05.000Z'],
  [/end$/i, '2026-03-02T17:04:05.000Z'],
  [/start$/i, '09:00'],
  [/end$/i, '17:00'],
]

const anyText = ['text', '80202', '123456', '2026-03-02', '303-555-0142', '#1f6f54', '09:00']

/** A text that fits its schema, and its name where the schema leaves a choice. */
export function sampleText(schema: JsonSchema, name: string): string {
  const named = textsByName.filter(([pattern]) => pattern.test(name)).map(([, text]) => text)
  const formatted = byFormat[schema.format ?? '']
  const candidates = formatted === undefined ? [...named, ...anyText] : [formatted]
  const fitting = candidates.find((text) => fits(text, schema))
  return fitting ?? 'x'.repeat(schema.minLength ?? 1)
}

function fits(text: string, { minLength = 0, maxLength = Infinity, pattern }: JsonSchema): boolean {
  const isLong = text.length >= minLength && text.length <= maxLength
  return isLong && (pattern === undefined || new RegExp(pattern).test(text))
}

const numbersByName: [RegExp, number][] = [
  [/lat$/i, 39.74],
  [/lng$/i, -104.99],
  [/(price|total|revenue)$/i, 129.99],
  [/(amount|cents)$/i, 12_999],
]

export function sampleNumber(schema: JsonSchema, name: string): number {
  const { minimum = -Infinity, maximum = Infinity, type } = schema
  const named = type === 'number' ? numbersByName.find(([pattern]) => pattern.test(name))?.[1] : undefined
  const lowest = Math.max(minimum, (schema.exclusiveMinimum ?? -Infinity) + 1)
  return Math.min(Math.max(named ?? 1, lowest), maximum)
}
