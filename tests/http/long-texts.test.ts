import { afterAll, describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { inlined } from '../../scripts/openapi-names'
import { emailOf, isoDate, phone, plainPhone, textOf } from '../../src/http/fields'
import type { JsonSchema } from '../../src/http/openapi/example'
import type { OpenApiDocument } from '../../src/http/swagger'
import { zipIn } from '../../src/lib/text'
import { startTestApp } from '../support/app'

const service = await startTestApp()
afterAll(() => service.close())

interface Operation {
  security: unknown[]
  requestBody?: { content: Record<string, { schema: JsonSchema; example: unknown }> }
}
interface TextField {
  path: (string | number)[]
  schema: JsonSchema
}

/** Nearly a whole body, which a pattern would have to scan before it finds no match. */
const long = `${'1'.repeat(250_000)}x`

/** Every place in a body that takes text, with the document's description. */
function textsIn(schema: JsonSchema, path: TextField['path'] = []): TextField[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (choices.length > 0) return choices.flatMap((choice) => textsIn(choice, path))
  if (schema.type === 'string') return [{ path, schema }]
  if (schema.type === 'array' && schema.items) return textsIn(schema.items, [...path, 0])
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => textsIn(field, [...path, name]))
}

function withText(value: unknown, [step, ...rest]: TextField['path'], text: string): unknown {
  if (step === undefined) return text
  if (typeof step === 'number') return [withText((value as unknown[] | undefined)?.[0], rest, text)]
  const fields = (value ?? {}) as Record<string, unknown>
  return { ...fields, [step]: withText(fields[step], rest, text) }
}

const document = (await service.call('GET', '/swagger/json')).body as OpenApiDocument
const fields = Object.entries(inlined(document.paths, document)).flatMap(([address, methods]) =>
  Object.entries(methods as Record<string, Operation>).flatMap(([method, { security, requestBody }]) => {
    const media = requestBody?.content['application/json']
    if (!media || security.length > 0) return []
    return textsIn(media.schema).map(({ path, schema }) => ({
      name: `${path.join('.')} of ${method.toUpperCase()} ${address}`,
      call: { method: method.toUpperCase(), address, body: withText(media.example, path, long) },
      place: path.join('.'),
      maxLength: schema.maxLength,
    }))
  }),
)
let callers = 0

describe('a text as long as a whole body', () => {
  test.each(fields)('is refused for its length alone: $name', async ({ call, place, maxLength }) => {
    const from = `198.51.100.${++callers}`
    const answer = await service.call(call.method, call.address, { body: call.body, from })
    expect(answer.status).toBe(400)
    expect(answer.body.details).toEqual([
      maxLength === undefined
        ? expect.stringContaining(`${place}: must be`)
        : `${place}: must be ${maxLength.toLocaleString('en-US')} characters or fewer`,
    ])
  })

  test('is tested in every public body that takes text', () => {
    expect(fields.length).toBeGreaterThan(25)
    expect(fields.map(({ name }) => name)).toContain('customerPhone of POST /api/jobs/create')
  })

  const kinds: [string, z.ZodType][] = [
    ['a name', textOf(200)],
    ['an email address', emailOf(254)],
    ['a public phone number', plainPhone],
    ["HQ's phone number", phone],
    ['a date', isoDate],
  ]
  test.each(kinds)('never reaches the pattern of %s', (_, kind) => {
    const faults = kind.safeParse(long).error?.issues.map(({ code }) => code)
    expect(faults).toEqual(['too_big'])
  })
})

describe('a phone number', () => {
  test.each(['303-555-0142', ' 303 555 0142 ', '-1-', '5'])('can be written %p', (text) => {
    expect(plainPhone.safeParse(text).success).toBe(true)
    expect(phone.safeParse(text).success).toBe(true)
  })

  test.each(['', '--', ' ', 'call me', '303x', '+'])("can't be %p", (text) => {
    expect(plainPhone.safeParse(text).success).toBe(false)
    expect(phone.safeParse(text).success).toBe(false)
  })

  test('can have a country code and parentheses only at HQ', () => {
    expect(phone.safeParse('+1 (303) 555-0142').success).toBe(true)
    expect(plainPhone.safeParse('+1 (303) 555-0142').success).toBe(false)
  })
})

describe('an address', () => {
  test('with nothing but punctuation around a ZIP code is read like any other', () => {
    const signs = ','.repeat(240)
    expect(zipIn(`1 Main St, Denver, CO 80202${signs}USA${signs}`)).toBe('80202')
    expect(zipIn(`1 Main St 80202${signs}!`)).toBeNull()
    expect(zipIn(`1 Main St ${'# '.repeat(100)}80202`)).toBeNull()
  })
})
