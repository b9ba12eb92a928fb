import { inlined } from '../../scripts/openapi-names'
import type { JsonSchema } from '../../src/http/openapi/example'
import { describeApp } from '../../src/http/swagger'
import type { TestApp } from '../support/app'

interface Media {
  schema: JsonSchema
}

/** An operation in the published document. */
export interface Operation {
  /** `POST /api/jobs/create` */
  name: string
  method: string
  path: string
  /** The caller's credential; null where anyone may call. */
  as: string | null
  takesKey: boolean
  params: Record<string, JsonSchema>
  query: Record<string, JsonSchema>
  requiredQuery: string[]
  body: { schema: JsonSchema; mediaType: string; required: boolean } | null
  responses: Record<string, { content?: Record<string, Media> }>
}

interface Described {
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Operation['responses']
  security: Record<string, unknown>[]
}

/** Every operation in the document, with its references resolved. */
export async function operationsOf({ app }: TestApp): Promise<Operation[]> {
  const document = await describeApp(app, [])
  return Object.entries(inlined(document.paths, document)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      read(path, method.toUpperCase(), described as Described),
    ),
  )
}

function read(path: string, method: string, described: Described): Operation {
  const { parameters, requestBody, responses, security } = described
  const placed = (place: string) => parameters.filter((one) => one.in === place)
  const [media] = Object.entries(requestBody?.content ?? {})
  return {
    name: `${method} ${path}`,
    method,
    path,
    as: Object.keys(security[0] ?? {})[0] ?? null,
    takesKey: placed('header').length > 0,
    params: Object.fromEntries(placed('path').map(({ name, schema }) => [name, schema])),
    query: Object.fromEntries(placed('query').map(({ name, schema }) => [name, schema])),
    requiredQuery: placed('query').flatMap(({ name, required }) => (required ? [name] : [])),
    body:
      media && requestBody
        ? { mediaType: media[0], schema: media[1].schema, required: requestBody.required }
        : null,
    responses,
  }
}
