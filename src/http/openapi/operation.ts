import type { z } from 'zod'
import { rolesFor, unlimited, type Endpoint } from '../endpoint'
import { keyPattern } from '../idempotency'
import type { DescribedRoute, RouteHooks } from '../swagger'
import { Components } from './components'
import { exampleOf, referredIn, referTo, type JsonSchema } from './example'
import { operationIdOf } from './names'

/** `/jobs/:id` as the document writes it: `/jobs/{id}`. */
export const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/** One operation of the document, with every status it can return. Its named schemas go to `components`. */
export function operation(route: DescribedRoute, components = new Components()): object {
  const { method, path, endpoint, hooks } = route
  const { doc } = endpoint
  const scheme = schemeOf(endpoint)
  const operationId = doc.operationId ?? operationIdOf(method, templateOf(path), isList(components, hooks))
  return {
    operationId,
    summary: doc.summary,
    ...descriptionOf(endpoint),
    tags: [doc.tag],
    security: scheme === null ? [] : [{ [scheme]: [] }],
    parameters: [
      ...parameters(components, hooks.params, 'path'),
      ...parameters(components, hooks.query, 'query'),
      ...(doc.idempotent ? [idempotencyKey] : []),
    ],
    ...requestBody(components, operationId, doc, hooks.body),
    responses: responses(components, operationId, route),
  }
}

/** Says which API keys can call it. */
function descriptionOf({ rule, doc }: Endpoint): object {
  const roles =
    rule.as === 'hq' ? `API keys need \`${rule.needs}\`: ${rolesFor(rule).join(', ')}.` : undefined
  const text = [doc.description, roles].filter((part) => part !== undefined).join('\n\n')
  return {
    ...(text === '' ? {} : { description: text }),
    ...(rule.as === 'hq' ? { 'x-permission': rule.needs } : {}),
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating a request with the same key and body within 24 hours returns the stored answer and changes nothing. Use a random key, such as a UUID, for each request, because all public callers share the same set of keys.',
  schema: { type: 'string', pattern: keyPattern.source, minLength: 1, maxLength: 255 },
}

function parameters(
  components: Components,
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = components.spellOut(schema, 'input')
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }))
}

function requestBody(
  components: Components,
  operationId: string,
  { takes, bodyExample }: Endpoint['doc'],
  body: z.ZodType | undefined,
): object {
  const schema = takes?.schema ?? body
  if (!schema) return {}
  const shape = components.refer(schema, 'input', `${upperFirst(operationId)}Input`)
  const media = { schema: shape, example: bodyExample ?? fittingExample(schema, shape, components) }
  return {
    requestBody: {
      required: !schema.safeParse(undefined).success,
      content: { [takes?.mediaType ?? 'application/json']: media },
    },
  }
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Some fields exclude each other, so the example leaves out the first one that makes it invalid. */
function fittingExample(schema: z.ZodType, body: JsonSchema, { schemas }: Components): unknown {
  const whole = exampleOf(body, '', schemas)
  if (typeof whole !== 'object' || whole === null) return whole
  const parts = Object.keys(whole).map((left) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== left)),
  )
  return [whole, ...parts].find((candidate) => schema.safeParse(candidate).success) ?? whole
}

function responses(
  components: Components,
  operationId: string,
  { method, path, endpoint: { rule, doc }, hooks }: DescribedRoute,
): Record<string, object> {
  const answer = success(components, operationId, doc, hooks)
  const answers: Record<string, object> = { [doc.status ?? 200]: answer }
  if (doc.updates) answers[200] = { ...answer, description: 'Success' }
  if (doc.redirects) answers[303] = redirect
  if (doc.kept) answers[304] = { description: 'Not modified' }
  for (const [status, description = ''] of Object.entries(refusalsOf(method, { rule, doc }, hooks)))
    answers[status] = refusal(description, path)
  const later = {
    503: doc.refusals?.[503],
    ...(rule.limit === unlimited ? {} : whenCounted(rule.limit, doc.refusals?.[503])),
  }
  for (const [status, description] of Object.entries(later))
    if (description !== undefined) answers[status] = { ...refusal(description, path), headers: retryAfter }
  answers[500] = refusal('Something went wrong on our side', path)
  // Tools expect some success status and don't count a redirect.
  if (leadsOn(doc)) answers['default'] = refusal('An error', path)
  return answers
}

/** An endpoint that counts its requests needs the database for that, if for nothing else. */
const whenCounted = (limit: number, away = "We can't reach the database") => ({
  429: `You made more than ${limit} requests in a minute`,
  503: away,
})

/** The refusals of every endpoint of this kind, plus those this endpoint adds. */
function refusalsOf(
  method: string,
  { rule, doc }: Endpoint,
  hooks: RouteHooks,
): Partial<Record<number, string>> {
  const reads = hooks.body || hooks.query || hooks.params || doc.idempotent || rule.as === 'signature'
  return {
    ...(reads || method !== 'GET' ? { 400: "The request isn't valid; `details` lists every problem" } : {}),
    ...(rule.as === 'public' ? {} : { 401: "The credential is missing or isn't valid" }),
    ...(rule.as === 'hq'
      ? { 403: `The API key's role or franchise doesn't allow \`${rule.needs}\` here` }
      : {}),
    ...(rule.as === 'hq' ? { 502: "We couldn't reach the identity provider" } : {}),
    ...doc.refusals,
    ...(doc.idempotent ? { 409: [doc.refusals?.[409], keyTaken].filter(Boolean).join('; or ') } : {}),
  }
}

const keyTaken = 'the Idempotency-Key was used for a different request'
const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before you try again',
    schema: { type: 'integer', minimum: 1, maximum: 60 },
  },
}

/** API errors are JSON. Browsers get an HTML page when a page fails. */
function refusal(description: string, path: string): object {
  const json = {
    'application/json': { schema: referTo('Error'), example: { ok: false, error: description } },
  }
  return { description, content: path.startsWith('/api/') ? json : { ...htmlPage, ...json } }
}

const htmlPage = { 'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' } }
const redirect = {
  description: 'Redirect',
  headers: { Location: { required: true, schema: { type: 'string' } } },
}
const leadsOn = ({ status }: Endpoint['doc']) => status === 302 || status === 303

function success(
  components: Components,
  operationId: string,
  doc: Endpoint['doc'],
  hooks: RouteHooks,
): object {
  if (leadsOn(doc)) return redirect
  const data = components.refer(doc.answer, 'output', `${upperFirst(operationId)}Answer`)
  // If the endpoint returns the request's body, use the body's example.
  const example =
    (typeof doc.example === 'function' ? (doc.example as () => unknown)() : doc.example) ??
    (doc.answer === hooks.body ? doc.bodyExample : undefined) ??
    exampleOf(data, '', components.schemas)
  const media = doc.bare
    ? { schema: data, example }
    : { schema: envelope(components, data), example: { ok: true, data: example } }
  return {
    description: doc.status === 201 ? 'Created' : 'Success',
    content: {
      ...Object.fromEntries([doc.mediaType ?? 'application/json'].flat().map((type) => [type, media])),
      ...(isList(components, hooks) ? csvFile : {}),
    },
  }
}

function envelope(components: Components, data: JsonSchema): JsonSchema {
  const made: JsonSchema = {
    type: 'object',
    required: ['ok', 'data'],
    properties: { ok: { type: 'boolean', const: true }, data },
  }
  const name = referredIn(data)
  return name === undefined ? made : components.name(made, `${name}Response`)
}

/** Every list can also be downloaded as a CSV file. */
const isList = (components: Components, { query }: RouteHooks) =>
  query !== undefined &&
  components.spellOut(query, 'input').properties?.format?.enum?.includes('csv') === true
const csvFile = { 'text/csv': { schema: { type: 'string' }, example: 'id,name\n1,Jordan Rivera\n' } }

const schemes = {
  hq: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'HQ access token, or an API key (`trk_live_…`) whose role has the permission',
  },
  key: { type: 'http', scheme: 'bearer', description: 'API key (`trk_live_…`)' },
  cron: { type: 'http', scheme: 'bearer', description: 'CRON_SECRET' },
  proof: { type: 'http', scheme: 'bearer', description: 'Proof from POST /api/customer/verify' },
  worker: { type: 'http', scheme: 'bearer', description: "A worker's token" },
  signature: { type: 'apiKey', in: 'header', name: 'payments-signature' },
  sms: { type: 'apiKey', in: 'header', name: 'X-Twilio-Signature' },
  email: { type: 'apiKey', in: 'header', name: 'svix-signature' },
}
type Scheme = keyof typeof schemes

/** The credential an endpoint needs, or null for public endpoints. */
export function schemeOf({ rule, doc }: Endpoint): Scheme | null {
  if (rule.as === 'public') return null
  return rule.as === 'signature' ? (doc.signedBy ?? rule.as) : rule.as
}

/** Only the schemes that some endpoint uses. */
export function schemesOf(endpoints: Endpoint[]): Partial<typeof schemes> {
  const wanted = new Set<string | null>(endpoints.map(schemeOf))
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => wanted.has(name)))
}
