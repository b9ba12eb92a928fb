/**
 * The reasons for refusing a request. This file knows nothing about HTTP; `http/errors.ts` turns a reason
 * into a status.
 */
export type Reason =
  | 'invalid'
  | 'unauthorised'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'too-many'
  | 'busy'
  | 'upstream'
  | 'upstream-timeout'

export class Refusal extends Error {
  override name = 'Refusal'
  constructor(
    readonly reason: Reason,
    message: string,
    /** Every problem at once as `path: reason`, never with the value that was sent. */
    readonly details?: string[],
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export const secondsText = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`)

/** There is more work than we can do right now, so the answer says when to try again. */
export class Busy extends Refusal {
  constructor(
    readonly retryAfterSeconds: number,
    message = `We're very busy right now. Try again in ${secondsText(retryAfterSeconds)}.`,
  ) {
    super('busy', message)
  }
}

/** Someone has used up what they may ask for, so the answer says when there is more. */
export class UsedUp extends Refusal {
  constructor(
    readonly retryAfterSeconds: number,
    message: string,
  ) {
    super('too-many', message)
  }
}

/** A wrong code. Many of them in a short time raise an alarm. */
export class FailedSignIn extends Refusal {}

export const invalid = (message: string, details?: string[]) => new Refusal('invalid', message, details)
export const unauthorised = (message = 'A valid token is required') => new Refusal('unauthorised', message)
export const forbidden = (message: string) => new Refusal('forbidden', message)
export const missing = (what: string) => new Refusal('missing', `${what} not found`)
export const conflict = (message: string) => new Refusal('conflict', message)
export const upstream = (who: string, cause?: unknown) =>
  new Refusal('upstream', `${who} isn't working right now. Try again in a few minutes.`, undefined, { cause })
export const upstreamTimeout = (who: string, cause?: unknown) =>
  new Refusal('upstream-timeout', `${who} took too long to respond. Try again in a few minutes.`, undefined, {
    cause,
  })

/** For values that earlier checks or constraints guarantee; a missing one is our bug, not the caller's. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
