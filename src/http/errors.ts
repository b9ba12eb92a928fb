import { ParseError, ValidationError } from 'elysia'
import { brokenConstraint } from '../../db/store'
import { Refusal, type Reason } from '../lib/errors'
import { failure, type Failure } from './envelope'

const statusOf: Record<Reason, number> = {
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  'too-many': 429,
  upstream: 502,
  'upstream-timeout': 504,
}

export interface Rendered {
  status: number
  body: Failure
  /** Set when the cause is ours to look into: it goes to the log, never to the caller. */
  unexpected?: unknown
}

/** Turns whatever was thrown into the one shape of an error answer. */
export function renderError(error: unknown, code: unknown, requestId: string): Rendered {
  if (error instanceof Refusal) {
    const rendered = { status: statusOf[error.reason], body: failure(error.message, error.details) }
    return error.cause === undefined ? rendered : { ...rendered, unexpected: error.cause }
  }
  if (error instanceof ValidationError)
    return { status: 400, body: failure('Validation failed', faultsOf(error)) }
  // Elysia wraps what a parser throws.
  if (error instanceof ParseError)
    return error.cause instanceof Refusal
      ? renderError(error.cause, code, requestId)
      : { status: 400, body: failure('The body is not valid JSON') }
  if (code === 'NOT_FOUND') return { status: 404, body: failure('There is nothing at this path and method') }
  if (brokenConstraint(error)?.startsWith('UNIQUE'))
    return { status: 409, body: failure('This exists already'), unexpected: error }
  return {
    status: 500,
    body: failure(`Something went wrong on our side. Quote request ${requestId} when you report it.`),
    unexpected: error,
  }
}

/** `path: reason` for every fault of the request, without the values that were sent. */
function faultsOf(error: ValidationError): string[] {
  const faults = (error.all as { path?: unknown; message?: unknown }[]).map(({ path, message }) => {
    // Elysia joins the path itself and says `root` where there is none.
    const place = typeof path === 'string' && path !== 'root' ? shortened(path) : error.type
    return `${place}: ${typeof message === 'string' ? message : 'is not valid'}`
  })
  return [...new Set(faults)]
}

/** The names in a free-form object are the caller's own, and may be as long as a body. */
const shortened = (path: string) => (path.length > 100 ? `${path.slice(0, 100)}…` : path)
