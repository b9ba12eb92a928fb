import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { inlined } from '../../scripts/openapi-names'
import type { JsonSchema } from '../../src/http/openapi/example'
import type { OpenApiDocument } from '../../src/http/swagger'
import { checkOf } from '../fuzz/schema'
import { startCompany, type Company } from '../modules/scheduling/company'

interface Operation {
  operationId: string
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content: Record<string, { schema: JsonSchema }> }>
}
interface Given {
  body?: Record<string, unknown>
  [parameter: string]: unknown
}

let company: Company
let paths: OpenApiDocument['paths']
beforeAll(async () => {
  company = await startCompany()
  const { body } = await company.call('GET', '/swagger/json')
  paths = inlined(body.paths, body)
})
afterAll(() => company.close())

/** Calls an operation by its name and knows nothing else about it than the document says. */
// oxlint-disable-next-line typescript/no-explicit-any
async function callNamed(name: string, { body, ...given }: Given = {}): Promise<any> {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, described] of Object.entries(methods)) {
      const { operationId, parameters, security, responses } = described as Operation
      if (operationId !== name) continue
      const unknown = Object.keys(given).filter((one) => !parameters.some((known) => known.name === one))
      expect([name, unknown]).toEqual([name, []])
      const query = new URLSearchParams()
      for (const { name: one, in: place } of parameters)
        if (place === 'query' && one in given) query.set(one, String(given[one]))
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, one: string) => String(given[one]))
      const answer = await company.call(method.toUpperCase(), `${filled}?${query.toString()}`, {
        ...(body === undefined ? {} : { body }),
        ...(security.length > 0 ? { token: await company.hqToken() } : {}),
      })
      const schema = responses[answer.status]?.content['application/json']?.schema
      expect([name, answer.status, schema && checkOf(schema)(answer.body, name)]).toEqual([
        name,
        answer.status,
        [],
      ])
      return answer.body.data ?? answer.body
    }
  throw new Error(`The document has no operation ${name}`)
}

describe('a client that knows only the API document', () => {
  test('books a job, finds it again, bills it and reads a report', async () => {
    const address = '1420 Larimer St, Denver, CO 80202'
    const [lat, lng] = [39.74, -104.98]
    const { area } = await callNamed('checkArea', { address })
    expect(area).toBe('served')
    const { services } = await callNamed('listOfferedServices')
    const [service] = services
    const { windows } = await callNamed('getAvailability', { lat, lng, service: service.label })
    const { job } = await callNamed('bookJob', {
      body: {
        customerName: 'Jordan Rivera',
        address,
        type: service.label,
        price: service.price,
        preferredDate: windows[0].date,
        preferredTime: windows[0].window,
      },
    })
    const { items } = await callNamed('listJobs', { q: job.reference, limit: 5 })
    expect(items).toEqual([expect.objectContaining({ id: job.id, status: 'pending' })])
    const { timeline } = await callNamed('getJob', { id: job.id })
    expect(timeline[0].kind).toBe('booked')
    const { invoice } = await callNamed('generateInvoice', { body: { jobId: job.id } })
    expect(invoice.total).toBe(job.total)
    const { type } = await callNamed('getReport', { type: 'jobs' })
    expect(type).toBe('jobs')
  })

  test('reads a refusal as an Error', async () => {
    expect(await callNamed('getJob', { id: 'unknown' })).toEqual({ ok: false, error: 'Job not found' })
  })
})
