import { z } from 'zod'
import type { Endpoint } from '../endpoint'
import type { RouteHooks } from '../swagger'
import { exampleOf, type JsonSchema } from './example'

const reference = { $ref: '#/components/schemas/Error' }

/** One operation of the document, with every status it can answer. */
export function operation(method: string, path: string, endpoint: Endpoint, hooks: RouteHooks): object {
  const { doc } = endpoint
  const scheme = schemeOf(endpoint)
  return {
    operationId: operationId(method, path),
    summary: doc.summary,
    ...(doc.description === undefined ? {} : { description: doc.description }),
    tags: [doc.tag],
    security: scheme === null ? [] : [{ [scheme]: [] }],
    parameters: [
      ...parameters(hooks.params, 'path'),
      ...parameters(hooks.query, 'query'),
      ...(doc.idempotent ? [idempotencyKey] : []),
    ],
    ...(hooks.body ? { requestBody: requestBody(hooks.body, doc.bodyExample) } : {}),
    responses: responses(endpoint, hooks),
  }
}

function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + words.join('')
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key and body within 24 hours give the stored answer instead of a second effect. Use a random key, such as a UUID, for each request: public callers share one room of keys.',
  schema: { type: 'string', maxLength: 255 },
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }))
}

function requestBody(schema: z.ZodType, example: unknown): object {
  const body = jsonSchema(schema, 'input')
  return {
    required: !schema.safeParse(undefined).success,
    content: { 'application/json': { schema: body, example: example ?? fittingExample(schema, body) } },
  }
}

/** Some fields exclude each other: then the example goes without the first that is in the way. */
function fittingExample(schema: z.ZodType, body: JsonSchema): unknown {
  const whole = exampleOf(body)
  if (typeof whole !== 'object' || whole === null) return whole
  const parts = Object.keys(whole).map((left) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== left)),
  )
  return [whole, ...parts].find((candidate) => schema.safeParse(candidate).success) ?? whole
}

function responses({ rule, doc }: Endpoint, hooks: RouteHooks): Record<string, object> {
  const answers: Record<string, object> = { [doc.status ?? 200]: success(doc, hooks.body) }
  if (doc.updates) answers[200] = success({ ...doc, status: 200 }, hooks.body)
  const refuse = (status: number | 'default', description: string) => {
    answers[status] = {
      description,
      content: { 'application/json': { schema: reference, example: failed(description) } },
    }
  }
  if (hooks.body || hooks.query || hooks.params || rule.as === 'signature')
    refuse(400, 'The request is not valid; `details` lists every fault')
  if (rule.as !== 'public') refuse(401, 'The credential is missing or not valid')
  for (const [status, description] of Object.entries(doc.refusals ?? {})) refuse(Number(status), description)
  refuse(429, `More than ${rule.limit} requests a minute`)
  refuse(500, 'Something went wrong on our side')
  // Tools expect a success of some kind, and a redirect is none to them.
  if (doc.status === 302) refuse('default', 'Anything else is an error')
  return answers
}

const failed = (error: string) => ({ ok: false, error })

function success(doc: Endpoint['doc'], body: z.ZodType | undefined): object {
  const data = jsonSchema(doc.answer, 'output')
  if (doc.status === 302)
    return { description: 'Redirect', headers: { Location: { schema: { type: 'string' } } } }
  const schema = doc.bare
    ? data
    : { type: 'object', required: ['ok', 'data'], properties: { ok: { const: true }, data } }
  // What is answered as it was sent has the same example.
  const example = doc.example ?? (doc.answer === body ? doc.bodyExample : undefined) ?? exampleOf(data)
  return {
    description: doc.status === 201 ? 'Created' : 'Done',
    content: {
      [doc.mediaType ?? 'application/json']: {
        schema,
        example: doc.bare ? example : { ok: true, data: example },
      },
    },
  }
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest as JsonSchema
}

const schemes = {
  hq: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'HQ access token' },
  cron: { type: 'http', scheme: 'bearer', description: 'CRON_SECRET' },
  proof: { type: 'http', scheme: 'bearer', description: 'Proof from POST /api/customer/verify' },
  worker: { type: 'http', scheme: 'bearer', description: "A worker's own token" },
  signature: { type: 'apiKey', in: 'header', name: 'payments-signature' },
  sms: { type: 'apiKey', in: 'header', name: 'X-Twilio-Signature' },
}
type Scheme = keyof typeof schemes

/** What a caller of an endpoint has to show; null where anybody may call. */
export function schemeOf({ rule, doc }: Endpoint): Scheme | null {
  if (rule.as === 'public') return null
  return rule.as === 'signature' ? (doc.signedBy ?? rule.as) : rule.as
}

/** Those that some endpoint asks for. */
export function schemesOf(endpoints: Endpoint[]): Partial<typeof schemes> {
  const wanted = new Set<string | null>(endpoints.map(schemeOf))
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => wanted.has(name)))
}
