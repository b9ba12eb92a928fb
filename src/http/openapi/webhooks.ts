import { z } from 'zod'
import type { Components } from './components'
import { exampleOf } from './example'

/** An event that we post to subscribers. */
export interface Announced {
  /** Such as `job.booked`. */
  type: string
  summary: string
  data: z.ZodType
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers = [
  header('webhook-id', 'The same for every attempt, so you can recognize a repeat'),
  header('webhook-timestamp', 'When we made this attempt, in seconds since 1970'),
  header('webhook-signature', 'One signature, or two separated by a space, each as v1 and base64'),
]

/** A request that subscribers receive, after the Standard Webhooks specification. */
export function describeEvent({ type, summary, data }: Announced, components: Components): object {
  const name = type.split(/[._]/).map(capitalized).join('')
  const payload = z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('When it happened'),
    data,
  })
  const schema = components.refer(payload, 'output', `${name}Event`)
  const example = exampleOf(schema, '', components.schemas)
  return {
    operationId: `on${name}`,
    summary,
    tags: ['Webhooks'],
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'You have it, so we never send it again' },
      '410': { description: 'You no longer want events, so we turn the webhook off' },
      '429': { description: 'We try again after Retry-After, or later' },
      default: { description: 'We try again later, ten times over three days' },
    },
  }
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
