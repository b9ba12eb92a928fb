import { ParseError, ValidationError } from 'elysia'
import { z } from 'zod'
import { brokenConstraint, outageOf, type StoreUnavailable } from '../../db/store'
import { Busy, Refusal, type Reason, UsedUp } from '../lib/errors'
import type { Failure } from './endpoint'
import { required } from './fields'

const statusOf: Record<Reason, number> = {
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  'too-many': 429,
  busy: 503,
  upstream: 502,
  'upstream-timeout': 504,
}

export interface Rendered {
  status: number
  body: Failure
  /** A cause we must look into. It is logged but never sent to the caller. */
  unexpected?: unknown
  retryAfterSeconds?: number
}

/** A server that comes back is noticed within a second. */
const outageSeconds = 5

export function renderError(error: unknown, code: unknown, requestId: string): Rendered {
  if (error instanceof Refusal) {
    const rendered = {
      status: statusOf[error.reason],
      body: failure(error.message, error.details),
      ...(error instanceof Busy || error instanceof UsedUp
        ? { retryAfterSeconds: error.retryAfterSeconds }
        : {}),
    }
    return error.cause === undefined ? rendered : { ...rendered, unexpected: error.cause }
  }
  if (error instanceof ValidationError)
    return { status: 400, body: failure('Validation failed', faultsOf(error)) }
  // Elysia wraps errors thrown by a parser.
  if (error instanceof ParseError)
    return error.cause instanceof Refusal
      ? renderError(error.cause, code, requestId)
      : { status: 400, body: failure("The body isn't valid JSON") }
  if (code === 'NOT_FOUND') return { status: 404, body: failure('Not found. Check the path and the method.') }
  if (brokenConstraint(error)?.startsWith('UNIQUE'))
    return { status: 409, body: failure('This already exists. Reload and try again.'), unexpected: error }
  const outage = outageOf(error)
  if (outage) return duringOutage(outage, error)
  return {
    status: 500,
    body: failure(`Something went wrong on our side. If you contact us, mention request ${requestId}.`),
    unexpected: error,
  }
}

/** If nobody knows whether a write was saved, only a repeat with the same key is safe. */
function duringOutage({ mayBeSaved, isReported }: StoreUnavailable, error: unknown): Rendered {
  const message = mayBeSaved
    ? "We couldn't confirm whether this was saved. Check before you try again, or repeat the request with the same Idempotency-Key."
    : "We can't reach our database right now. Try again in a few seconds."
  return {
    status: 503,
    body: failure(message),
    retryAfterSeconds: outageSeconds,
    ...(isReported && !mayBeSaved ? {} : { unexpected: error }),
  }
}

const failure = (error: string, details?: string[]): Failure =>
  details && details.length > 0 ? { ok: false, error, details } : { ok: false, error }

/** Lists every problem as `path: reason`, without the values that were sent. */
function faultsOf(error: ValidationError): string[] {
  const faults = (error.all as { path?: unknown; message?: unknown }[]).map(({ path, message }) => {
    // Elysia joins the path and uses `root` for the whole body.
    const place = typeof path === 'string' && path !== 'root' ? shortened(path) : error.type
    return `${place}: ${typeof message === 'string' ? message : notValid}`
  })
  return [...new Set(faults)]
}

/** Callers choose the names in a free-form object, so a path can be as long as the body. */
const shortened = (path: string) => (path.length > 100 ? `${path.slice(0, 100).toWellFormed()}…` : path)

/** Forms show these words next to their fields, and the API shows them after the field's name. */
z.config({ customError: (issue) => wordsFor(issue) })

const notValid = "isn't valid"

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

function wordsFor(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? required : wantedKind(issue.expected)
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_format':
      return formats[issue.format] ?? notValid
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    // The words given in the schema take precedence over these.
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'unrecognized_keys':
      return notValid
  }
}

const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
}
const wantedKind = (expected: string): string | undefined => kinds[expected]

const formats: Record<string, string> = {
  uuid: 'must be a UUID',
  url: 'enter a web address, such as https://example.com',
  date: 'enter a date, such as 2026-03-02',
  datetime: 'enter a date and time, such as 2026-03-02T15:00:00Z',
  time: 'enter a time, such as 08:30',
}

const shown = (limit: number): string => limit.toLocaleString('en-US')

function tooSmall(origin: string, least: number, inclusive: boolean): string | undefined {
  if (origin === 'string') return least === 1 ? required : `must be at least ${least} characters`
  if (origin === 'array') return `add at least ${least === 1 ? 'one' : least}`
  return inclusive ? `must be ${shown(least)} or more` : `must be more than ${shown(least)}`
}

function tooBig(origin: string, most: number, inclusive: boolean): string | undefined {
  if (origin === 'string') return `must be ${shown(most)} characters or fewer`
  if (origin === 'array') return `can't have more than ${shown(most)} items`
  return inclusive ? `must be ${shown(most)} or less` : `must be less than ${shown(most)}`
}
