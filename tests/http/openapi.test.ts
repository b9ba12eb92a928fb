import { afterAll, describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { inlined } from '../../scripts/openapi-names'
import { brokenPromises } from '../../scripts/openapi-rules'
import { unlimited, endpoint, tags } from '../../src/http/endpoint'
import { exampleOf, type JsonSchema } from '../../src/http/openapi/example'
import { operation } from '../../src/http/openapi/operation'
import { describedRoutes, type DescribedRoute, type OpenApiDocument } from '../../src/http/swagger'
import { checkOf } from '../fuzz/schema'
import { eventTypes } from '../../src/modules/webhooks'
import { startTestApp } from '../support/app'

interface Media {
  schema?: JsonSchema
  example?: unknown
}
interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<
    string,
    { description: string; content?: Record<string, Media>; headers?: Record<string, unknown> }
  >
}

const service = await startTestApp()
afterAll(() => service.close())
const { text } = await service.call('GET', '/swagger/json')
/** Fetched over the wire each time, because expect() leaves its matchers in the objects it checks. */
const read = () => JSON.parse(text) as OpenApiDocument
const document = read()
const routes = describedRoutes(service.app)
const nameOf = ({ method, path }: DescribedRoute) => `${method} ${path}`
const operationOf = ({ method, path }: DescribedRoute) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation
const operations = routes.map((route) => ({ route, name: nameOf(route), described: operationOf(route) }))

const jsonOf = ({ content }: Operation['responses'][string]) => content?.['application/json']

const Failure = z.strictObject({
  ok: z.literal(false),
  error: z.string(),
  details: z.array(z.string()).optional(),
})

describe('the API document', () => {
  test('describes all our routes and nothing else', () => {
    const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(inDocument.toSorted()).toEqual(routes.map(nameOf).toSorted())
    expect(routes.length).toBeGreaterThan(1)
  })

  test('has a title and a description', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Truckroll', version: '1.0.0' } })
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(tags))
  })

  test('calls operations and models what people call them', () => {
    const ids = operations.map(({ described }) => described.operationId)
    expect(ids).toContain('bookJob')
    expect(ids).toContain('listJobs')
    expect(ids).toContain('cancelJob')
    const models = Object.keys(document.components.schemas as object)
    for (const model of [
      'Job',
      'JobList',
      'JobInput',
      'Customer',
      'Invoice',
      'Worker',
      'Franchise',
      'Refund',
    ])
      expect(models).toContain(model)
  })

  test('says in one place that an error is an Error and an answer is in its envelope', () => {
    const { responses } = document.paths['/api/jobs/create']!['post'] as Operation
    expect(jsonOf(responses[201]!)?.schema).toEqual({ $ref: '#/components/schemas/JobBookedResponse' })
    for (const status of [400, 409, 429, 500])
      expect(jsonOf(responses[status]!)?.schema).toEqual({ $ref: '#/components/schemas/Error' })
    const schemas = document.components.schemas as Record<string, JsonSchema>
    expect(schemas.JobBookedResponse).toMatchObject({
      required: ['ok', 'data'],
      properties: { data: { $ref: '#/components/schemas/JobBooked' } },
    })
  })

  test('uses only JSON Schema 2020-12', () => {
    const marks = new Set(JSON.stringify(document).match(/"\$\w+":/g))
    expect([...marks]).toEqual(['"$ref":'])
  })
})

describe('every operation', () => {
  test('has a summary, a tag and the credential its guard requires', () => {
    const schemes = Object.keys(document.components.securitySchemes as object)
    for (const { name, route, described } of operations) {
      expect([name, described.summary.length > 3]).toEqual([name, true])
      expect([name, Object.keys(tags)]).toEqual([name, expect.arrayContaining(described.tags)])
      const { as } = route.endpoint.rule
      const wanted = as === 'signature' ? (route.endpoint.doc.signedBy ?? as) : as
      expect([name, described.security]).toEqual([name, as === 'public' ? [] : [{ [wanted]: [] }]])
      if (as !== 'public') expect(schemes).toContain(wanted)
    }
  })

  test('names the header with its signature', () => {
    const headerOf = (path: string) => {
      const [scheme] = Object.keys((document.paths[path]!['post'] as Operation).security[0]!)
      return (document.components.securitySchemes as Record<string, { name: string }>)[scheme!]!.name
    }
    expect(headerOf('/api/sms/inbound')).toBe('X-Twilio-Signature')
    expect(headerOf('/api/email/events')).toBe('svix-signature')
    expect(headerOf('/api/payments-webhook')).toBe('payments-signature')
  })

  test('shows its body with a valid example', () => {
    for (const { name, route, described } of operations) {
      const { takes } = route.endpoint.doc
      const body = takes?.schema ?? route.hooks.body
      expect([name, described.requestBody !== undefined]).toEqual([name, body !== undefined])
      if (!body || !described.requestBody) continue
      const media = described.requestBody.content[takes?.mediaType ?? 'application/json']!
      expect(media.schema).toBeObject()
      expect([name, body.safeParse(media.example).error?.issues]).toEqual([name, undefined])
    }
  })

  test('shows every path and query parameter', () => {
    for (const { name, route, described } of operations) {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!)
      const shown = described.parameters.filter((parameter) => parameter.in === 'path')
      expect([name, shown.map((parameter) => parameter.name)]).toEqual([name, inPath])
      for (const parameter of shown) expect(parameter.required).toBe(true)
      if (route.hooks.query)
        expect(described.parameters.some((parameter) => parameter.in === 'query')).toBe(true)
      for (const parameter of described.parameters) expect(parameter.schema).toBeObject()
      const takesKey = described.parameters.some((parameter) => parameter.name === 'Idempotency-Key')
      expect([name, takesKey]).toEqual([name, route.endpoint.doc.idempotent !== undefined])
      const key = described.parameters.find((parameter) => parameter.name === 'Idempotency-Key')
      if (key) expect(key).toMatchObject({ description: expect.stringContaining('a random key') })
    }
  })

  test('shows every status it can answer', () => {
    for (const { name, route, described } of operations) {
      const { rule, doc } = route.endpoint
      const { body, query, params } = route.hooks
      const expected = [
        doc.status ?? 200,
        ...(doc.updates ? [200] : []),
        ...(doc.redirects ? [303] : []),
        ...(doc.kept ? [304] : []),
        ...(body || query || params || route.method !== 'GET' ? [400] : []),
        ...(rule.as === 'public' ? [] : [401]),
        ...(rule.as === 'hq' ? [403, 502] : []),
        ...(doc.idempotent ? [409] : []),
        ...Object.keys(doc.refusals ?? {}).map(Number),
        // Probes are not limited, and one of them needs no database.
        ...(rule.limit === unlimited ? [] : [429, 503]),
        500,
        ...(doc.status === 302 || doc.status === 303 ? ['default'] : []),
      ]
      const found = Object.keys(described.responses)
      expect([name, new Set(found)]).toEqual([name, new Set(expected.map(String))])
    }
  })

  test('shows a 404 wherever the path has an id, because an id can be unreadable', () => {
    const named = operations.filter(({ route }) => route.path.includes('/:'))
    expect(named.length).toBeGreaterThan(100)
    const without = named.filter(({ described }) => !('404' in described.responses))
    expect(without.map(({ name }) => name)).toEqual([])
  })

  test('shows each answer with its schema and a valid example', () => {
    for (const { name, route, described } of operations)
      for (const [status, answer] of Object.entries(described.responses)) {
        expect(answer.description.length).toBeGreaterThan(3)
        if (Number(status) > 299 && Number(status) < 400) continue
        const media = Number(status) < 300 ? Object.values(answer.content ?? {})[0] : jsonOf(answer)
        expect([name, status, media?.schema]).toEqual([name, status, expect.any(Object)])
        const { doc } = route.endpoint
        const data = doc.bare ? doc.answer : z.strictObject({ ok: z.literal(true), data: doc.answer })
        const schema = Number(status) < 300 ? data : Failure
        expect([name, status, schema.safeParse(media?.example).error?.issues]).toEqual([
          name,
          status,
          undefined,
        ])
      }
  })
})

describe('every example', () => {
  interface Shown extends JsonSchema {
    schema?: JsonSchema
    example?: unknown
  }
  /** Examples of whole bodies and answers, and of single fields. */
  function examplesIn(part: unknown, place: string): [place: string, schema: JsonSchema, example: unknown][] {
    if (typeof part !== 'object' || part === null) return []
    const { schema, example, examples = [], ...rest } = part as Shown
    return [
      ...(schema && example !== undefined ? [[place, schema, example] as [string, JsonSchema, unknown]] : []),
      ...(Array.isArray(examples) ? examples : []).map(
        (one) => [place, rest, one] as [string, JsonSchema, unknown],
      ),
      ...Object.entries({ schema, ...rest }).flatMap(([key, inner]) => examplesIn(inner, `${place}/${key}`)),
    ]
  }

  test('fits the schema it stands next to', () => {
    const found = examplesIn(inlined(document.paths, document), '')
    expect(found.length).toBeGreaterThan(500)
    expect(found.flatMap(([place, schema, example]) => checkOf(schema)(example, place))).toEqual([])
  })
})

describe('every event for other software', () => {
  const webhooks = Object.entries(document.webhooks ?? {}).map(([type, { post }]) => ({
    type,
    described: post as Operation,
  }))

  test('is described, with its headers and a valid example of its payload', () => {
    expect(webhooks.map(({ type }) => type)).toEqual(eventTypes.map(({ type }) => type))
    for (const { type, described } of webhooks) {
      const { example } = described.requestBody?.content['application/json'] ?? {}
      const payload = example as { type: string; timestamp: string; data: unknown }
      expect(payload.type).toBe(type)
      const declared = eventTypes.find((known) => known.type === type)
      expect(declared?.data.safeParse(payload.data).success).toBe(true)
      expect(described.parameters.map(({ name }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ])
    }
  })

  test('has its own name, which no operation has', () => {
    const names = [...operations, ...webhooks].map(({ described }) => described.operationId)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('the promises about the document', () => {
  test('hold for every operation', () => {
    expect(brokenPromises(read())).toEqual([])
  })

  const path = '/api/admin/services'
  const broken: [promise: string, damage: (paths: OpenApiDocument['paths']) => unknown, fault: string][] = [
    ['409 for a key', (paths) => delete operationIn(paths, path, 'post').responses[409], 'without 409'],
    ['a file for a list', (paths) => delete contentIn(paths, path)['text/csv'], 'without its file'],
    ['flags as booleans', (paths) => (parameterIn(paths, path, 'active').type = 'string'), 'not a boolean'],
    ['bounds of numbers', (paths) => delete parameterIn(paths, path, 'limit').maximum, 'has no bounds'],
    ['formats of dates', (paths) => strip(itemIn(paths, path).createdAt!), 'createdAt has no format'],
    [
      'cents',
      (paths) => delete bodyIn(paths, path).listPrice!.anyOf![0]!.multipleOf,
      'without a limit on decimals',
    ],
    ['non-blank text', (paths) => delete bodyIn(paths, path).label!.pattern, 'may be blank'],
    [
      'the signed body',
      (paths) => delete operationIn(paths, '/api/payments-webhook', 'post').requestBody,
      'what is signed',
    ],
    [
      'error pages',
      (paths) => delete operationIn(paths, '/book', 'get').responses[500]!.content!['text/html'],
      'not described as a page',
    ],
  ]
  test.each(broken)('fail when something is missing: %s', (_, damage, fault) => {
    const document = read()
    // Writing out the schemas of every path takes seconds.
    const damaged = [path, '/api/payments-webhook', '/book'].map((one) => [one, document.paths[one]])
    const paths = inlined(Object.fromEntries(damaged) as OpenApiDocument['paths'], document)
    damage(paths)
    expect(brokenPromises({ ...document, paths })).toContainEqual(expect.stringContaining(fault))
  })

  const misnamed: [promise: string, damage: (document: Named) => unknown, fault: string][] = [
    [
      'one name per operation',
      ({ paths }) => (operationIn(paths, path, 'get').operationId = 'listJobs'),
      'GET /api/admin/services: is called listJobs like GET /api/admin/jobs',
    ],
    [
      'short names',
      ({ paths }) => (operationIn(paths, path, 'get').operationId = 'get_api_admin_services'),
      "get_api_admin_services isn't a short name",
    ],
    [
      'named objects',
      ({ paths, components }) =>
        (bodyOf(paths, path).schema = { ...components.schemas.ServiceInput, title: 'own' }),
      'POST /api/admin/services: has an object without a name',
    ],
    [
      'references instead of copies',
      ({ components }) => (components.schemas.JobBooked!.properties!.job = { ...components.schemas.Job! }),
      'JobBooked: repeats Job instead of referring to it',
    ],
    [
      'tuples that generators can read',
      ({ components }) => (components.schemas.AreaPolygon!.items!.items = false as never),
      'AreaPolygon: has a list with `items: false`',
    ],
    [
      'named alternatives',
      ({ components: { schemas } }) =>
        (schemas.VerifyAnswer!.anyOf = [{ ...schemas.Job }, { ...schemas.Note }]),
      'VerifyAnswer: has alternatives without names',
    ],
    [
      'schemas for all names',
      ({ components }) => delete components.schemas.Note,
      "refers to #/components/schemas/Note, which isn't there",
    ],
    ['no idle names', ({ components }) => (components.schemas.Idle = {}), 'Idle: nothing refers to it'],
    [
      'one name per schema',
      ({ components }) => (components.schemas.JobOther = {}),
      'JobOther: another schema already has its name',
    ],
    [
      'names that differ in more than case',
      ({ components }) => (components.schemas.JOB = {}),
      'only in case',
    ],
    [
      'bodies that generators can send',
      ({ paths }) => (operationIn(paths, path, 'post').requestBody!.content = { 'image/*': { schema: {} } }),
      'POST /api/admin/services: takes image/*',
    ],
    [
      'answers that generators can read',
      ({ paths }) =>
        (operationIn(paths, path, 'get').responses[200]!.content = { 'audio/ogg': { schema: {} } }),
      'GET /api/admin/services: answers with audio/ogg',
    ],
  ]
  test.each(misnamed)('fail when a name is missing: %s', (_, damage, fault) => {
    const document = read() as Named
    damage(document)
    expect(brokenPromises(document)).toContainEqual(expect.stringContaining(fault))
  })
})

interface Named extends OpenApiDocument {
  components: { schemas: Record<string, JsonSchema> }
}
type Paths = OpenApiDocument['paths']
const operationIn = (paths: Paths, path: string, method: string) => paths[path]![method] as Operation
const contentIn = (paths: Paths, path: string) => operationIn(paths, path, 'get').responses[200]!.content!
const parameterIn = (paths: Paths, path: string, name: string) =>
  operationIn(paths, path, 'get').parameters.find((parameter) => parameter.name === name)!.schema
const bodyOf = (paths: Paths, path: string) =>
  operationIn(paths, path, 'post').requestBody!.content['application/json']!
const bodyIn = (paths: Paths, path: string) => bodyOf(paths, path).schema!.properties!
const itemIn = (paths: Paths, path: string) =>
  contentIn(paths, path)['application/json']!.schema!.properties!.data!.properties!.items!.items!.properties!
const strip = (schema: JsonSchema) => {
  delete schema.format
  delete schema.pattern
}

describe('a generated example', () => {
  const schemas: [string, z.ZodType][] = [
    ['a text with a length', z.string().min(8).max(10)],
    ['a text with a pattern', z.string().regex(/^#[0-9a-f]{6}$/)],
    ['six digits', z.string().regex(/^\d{6}$/)],
    ['a UUID', z.uuid()],
    ['a moment', z.iso.datetime()],
    ['a number in bounds', z.number().min(2500).max(999_999)],
    ['a number below one', z.number().max(0.5)],
    ['a number above zero', z.number().positive()],
    ['a whole number', z.int().min(1).max(24)],
    ['one of several', z.enum(['email', 'sms'])],
    ['a default', z.string().default('unknown')],
    ['null or a text', z.string().nullable()],
    ['a pair', z.tuple([z.number(), z.number()])],
    ['a list of at least two', z.array(z.string()).min(2)],
    ['free pairs', z.record(z.string(), z.unknown())],
    ['alternatives', z.union([z.object({ sent: z.literal(true) }), z.object({ proof: z.string() })])],
    ['both of two', z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() }))],
    [
      'well-known names',
      z.object({ phone: z.string().regex(/^[\d-]+$/), timeZone: z.string(), lat: z.number().max(90) }),
    ],
  ]
  test.each(schemas)('of %s fits its schema', (_, schema) => {
    const example = exampleOf(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)
    expect(schema.safeParse(example).error).toBeUndefined()
  })

  test('omits a field that another one excludes', () => {
    const body = z
      .object({ discount: z.number(), promoCode: z.string() })
      .partial()
      .refine((input) => input.discount === undefined || input.promoCode === undefined)
    const doc = endpoint(
      { as: 'public', limit: 1 },
      { tag: 'Jobs', summary: 'Reprice', answer: z.object({}) },
    )
    const described = operation({
      method: 'POST',
      path: '/api/x',
      endpoint: { rule: doc.access, doc: { tag: 'Jobs', summary: 'Reprice', answer: z.object({}) } },
      hooks: { body },
    }) as Operation
    expect(body.safeParse(described.requestBody?.content['application/json']?.example).success).toBe(true)
  })
})
