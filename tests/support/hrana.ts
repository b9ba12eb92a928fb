import type { Fault } from './fault-proxy'

interface PipelineRequest {
  baton: string | null
  requests: { type: string; batch?: { steps: unknown[] } }[]
}

/** The first requests containing a text are refused; the server never sees them. */
export function refuse(text: string, code: string, times = 1): (body: string) => Fault {
  let left = times
  return (body) => (body.includes(text) && left-- > 0 ? refusal(body, code) : 'pass')
}

/** The answer of a server whose database refuses a request's first statement with this code. */
function refusal(body: string, code: string): Fault {
  const { baton, requests } = JSON.parse(body) as PipelineRequest
  const error = { message: `made up for a test: ${code}`, code }
  const results = requests.map(({ type, batch }) => {
    if (type === 'store_sql' || type === 'close') return { type: 'ok', response: { type } }
    if (!batch) return { type: 'error', error }
    const step_results = batch.steps.map(() => null)
    const step_errors = batch.steps.map((_, step) => (step === 0 ? error : null))
    return { type: 'ok', response: { type, result: { step_results, step_errors } } }
  })
  return { status: 200, body: JSON.stringify({ baton, base_url: null, results }) }
}
