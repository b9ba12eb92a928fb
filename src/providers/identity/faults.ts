import type * as OAuth from 'oauth4webapi'
import { Refusal, upstream, upstreamTimeout } from '../../lib/errors'
import { DeliveryFailure } from '../delivery'

const who = 'The identity provider'

/** Only names the fault: the library's own causes contain tokens and claims. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown failure'
  const { code } = error as { code?: unknown }
  return `${typeof code === 'string' ? code : error.name}: ${error.message}`
}

/** The provider isn't working, which counts toward its breaker. */
export const notWorking = (error: unknown): DeliveryFailure =>
  new DeliveryFailure(isTimeout(error) ? 'uncertain' : 'down', nameOf(error))

const isTimeout = (error: unknown) => error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name)

/** A discovery document that can't be used, in words for the operator. */
export function discoveryFault(error: unknown): string {
  const text = error instanceof Error ? error.message : ''
  if (error instanceof DeliveryFailure && error.kind === 'uncertain') return "It didn't respond in time."
  if (/ATTRIBUTE_COMPARISON|"issuer"/.test(text))
    return 'Its discovery document names another issuer than HQ_OIDC_ISSUER.'
  if (/authorization endpoint/.test(text)) return 'Its discovery document names no page to sign in on.'
  if (/PARSE_ERROR|INVALID_RESPONSE|RESPONSE_IS_NOT|UNEXPECTED|not OK/i.test(text))
    return "It didn't return a discovery document."
  return "It can't be reached."
}

/** Nothing proves who the person is. */
export const notProven = (error: unknown): Refusal =>
  new Refusal(
    'unauthorised',
    "We couldn't confirm your sign-in with your identity provider. Try again. If it keeps failing, sign in with an emailed code.",
    undefined,
    { cause: new Error(nameOf(error)) },
  )

const rejectedClient = (error: unknown): Refusal =>
  new Refusal(
    'upstream',
    `${who} rejected our request. Check HQ_OIDC_CLIENT_ID and HQ_OIDC_CLIENT_SECRET.`,
    undefined,
    { cause: new Error(nameOf(error)) },
  )

/** Faults of the tokens. All others mean that the provider isn't working. */
const tokenFaults = new Set<unknown>([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

export function faultOf(oauth: typeof OAuth, error: unknown): Refusal | DeliveryFailure {
  if (error instanceof Refusal || error instanceof DeliveryFailure) return error
  if (error instanceof oauth.WWWAuthenticateChallengeError) return rejectedClient(error)
  if (error instanceof oauth.ResponseBodyError) {
    // The code was used before, has expired, or belongs to another sign-in.
    if (error.error === 'invalid_grant') return notProven(error)
    if (/^(?:invalid|unauthorized)_client$/.test(error.error)) return rejectedClient(error)
  }
  const { code } = error as { code?: unknown }
  return tokenFaults.has(code) ? notProven(error) : notWorking(error)
}

/** The answer to the person. */
export function outcomeOf(error: unknown): unknown {
  if (!(error instanceof DeliveryFailure)) return error
  return error.kind === 'uncertain' ? upstreamTimeout(who, error) : upstream(who, error)
}
