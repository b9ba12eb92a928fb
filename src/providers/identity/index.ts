import { decodeProtectedHeader, type JWTPayload } from 'jose'
import { createHash } from 'node:crypto'
import type * as OAuth from 'oauth4webapi'
import type { Config } from '../../config'
import { hour, second, systemClock, type Clock } from '../../lib/clock'
import { watchCalls, type Telemetry } from '../../telemetry/calls'
import { guardCalls, usualLimits, type CallLimits } from '../delivery'
import { Remembered } from '../lookups'
import { readText } from '../upstream'
import { discoveryFault, faultOf, notProven, notWorking, outcomeOf } from './faults'

/** The secrets of one sign-in. */
export interface Attempt {
  state: string
  nonce: string
  /** Proves to the provider that we started the sign-in whose code we have. */
  verifier: string
}

/** The provider's answer, from the address it sent the browser back to. */
export interface Returned {
  code: string
  state: string
  iss?: string | undefined
}

export interface Person {
  /** Null unless the provider verified it. */
  email: string | null
  name: string | null
  /** From the signed ID token. */
  claims: JWTPayload
}

/** The identity provider that people sign in to the console with. */
export interface Identity {
  /** The page of the provider where the person signs in. */
  pageFor(attempt: Attempt): Promise<string>
  /** Exchanges the code the provider gave the browser for the person it belongs to. */
  personOf(attempt: Attempt, returned: Returned): Promise<Person>
  /** Asks the provider for its discovery document. Returns the fault if people can't sign in with it, or null. */
  faultNow(): Promise<string | null>
  /** Milliseconds until the next call is allowed. */
  restingFor(): number
}

interface IdentityTools {
  config: Pick<Config, 'sso' | 'publicUrl'>
  clock: Clock
  telemetry?: Telemetry
  limits?: CallLimits
}

/** Discovery documents, tokens and key sets have a few KB. */
const largestAnswer = 256 * 1024
/** Between the provider's clock and ours. */
const toleranceSeconds = 60

export function createIdentity({ config, clock, telemetry, limits }: IdentityTools): Identity | null {
  const { sso, publicUrl } = config
  if (sso === null) return null
  return watchCalls(telemetry, 'oidc', oidc(sso, `${publicUrl}/admin/sso`, clock, limits))
}

type Settings = NonNullable<Config['sso']>

function oidc(sso: Settings, redirectUrl: string, clock: Clock, limits = usualLimits): Identity {
  // A code works once, so nothing is repeated.
  const guard = guardCalls({ ...limits, repeats: 0 }, false)
  const issuer = new URL(sso.issuer)
  // The configuration allows plain http only on this machine.
  const isInsecure = issuer.protocol === 'http:'
  const discovered = new Remembered(discover, hour, clock)

  /** The library is loaded at the first sign-in. */
  const load = () => import('oauth4webapi')

  const optionsOf = (oauth: typeof OAuth, signal: AbortSignal) => ({
    [oauth.customFetch]: fetchCapped,
    [oauth.allowInsecureRequests]: isInsecure,
    signal,
  })

  async function discover(): Promise<OAuth.AuthorizationServer> {
    const oauth = await load()
    try {
      const options = optionsOf(oauth, AbortSignal.timeout(limits.callMs))
      return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
    } catch (error) {
      throw notWorking(error)
    }
  }

  /** Failures of the provider open its breaker, and every failure gets a plain answer. */
  async function call<T>(work: (oauth: typeof OAuth, signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await guard.run(async (signal) => {
        const oauth = await load()
        try {
          return await work(oauth, signal)
        } catch (error) {
          throw faultOf(oauth, error)
        }
      })
    } catch (error) {
      throw outcomeOf(error)
    }
  }

  const clientOf = (oauth: typeof OAuth): OAuth.Client => ({
    client_id: sso.clientId,
    [oauth.clockSkew]: Math.round((clock.now() - systemClock.now()) / second),
    [oauth.clockTolerance]: toleranceSeconds,
  })

  /** The browser is sent there, so it must be a web address. */
  function signInPage({ authorization_endpoint: endpoint = '' }: OAuth.AuthorizationServer): URL {
    const page = URL.parse(endpoint)
    if (!page || (page.protocol !== 'https:' && !(isInsecure && page.protocol === 'http:')))
      throw new Error('The discovery document names no usable authorization endpoint')
    return page
  }

  return {
    restingFor: () => guard.openFor(),

    faultNow: async () => {
      try {
        signInPage(await discover())
        return null
      } catch (error) {
        return discoveryFault(error)
      }
    },

    pageFor: ({ state, nonce, verifier }) =>
      call(async (oauth) => {
        const page = signInPage(await discovered.get())
        const query = {
          response_type: 'code',
          client_id: sso.clientId,
          redirect_uri: redirectUrl,
          scope: sso.scopes,
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }
        for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value)
        return page.href
      }),

    personOf: (attempt, { code, state, iss }) =>
      call(async (oauth, signal) => {
        const server = await discovered.get()
        const client = clientOf(oauth)
        const options = optionsOf(oauth, signal)
        const answer = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) })
        const accepted = oauth.validateAuthResponse(server, client, answer, attempt.state)
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authenticationOf(oauth, server, sso.clientSecret),
          accepted,
          redirectUrl,
          attempt.verifier,
          options,
        )
        const demands = { expectedNonce: attempt.nonce, requireIdToken: true }
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, demands)
        await oauth.validateApplicationLevelSignature(server, response, options)
        const claims = oauth.getValidatedIdTokenClaims(tokens)
        if (!claims || !fitsAccessToken(claims, tokens))
          throw notProven(new Error('The ID token is for another access token'))
        // Providers may keep the email address out of the ID token.
        const hasProfile = claims.email !== undefined || server.userinfo_endpoint === undefined
        const profile = hasProfile ? claims : await askForProfile(tokens.access_token, claims.sub)
        return { ...aboutOf(profile), claims }

        async function askForProfile(token: string, subject: string) {
          const answer = await oauth.userInfoRequest(server, client, token, options)
          return oauth.processUserInfoResponse(server, client, subject, answer)
        }
      }),
  }
}

function authenticationOf(
  oauth: typeof OAuth,
  { token_endpoint_auth_methods_supported: known = ['client_secret_basic'] }: OAuth.AuthorizationServer,
  secret: string | undefined,
): OAuth.ClientAuth {
  if (secret === undefined) return oauth.None()
  // Some providers don't decode a secret in the Authorization header.
  return known.includes('client_secret_post')
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret)
}

/** `at_hash` ties the access token to the ID token. Not every provider sends it. */
function fitsAccessToken(
  { at_hash: expected }: OAuth.IDToken,
  { access_token: token, id_token: idToken = '' }: OAuth.TokenEndpointResponse,
): boolean {
  if (expected === undefined) return true
  const size = /(?:256|384|512)$/.exec(decodeProtectedHeader(idToken).alg ?? '')?.[0] ?? '512'
  const hash = createHash(`sha${size}`).update(token).digest()
  return hash.subarray(0, hash.length / 2).toString('base64url') === expected
}

/** Microsoft says `xms_edov` where others say `email_verified`. */
function aboutOf(profile: Record<string, unknown>): Pick<Person, 'email' | 'name'> {
  const { email, name, email_verified: verified = profile.xms_edov } = profile
  const isVerified = [true, 'true', 1, '1'].includes(verified as never)
  return {
    email: isVerified && typeof email === 'string' ? email : null,
    name: typeof name === 'string' && name.trim() !== '' ? name : null,
  }
}

/** Redirects are errors, because our secrets may only go where the provider's document says. */
async function fetchCapped(
  url: string,
  { method, headers, body, signal }: OAuth.CustomFetchOptions<string, URLSearchParams | undefined>,
): Promise<Response> {
  const response = await fetch(url, { method, headers, body, redirect: 'error', signal })
  const text = await readText(response, largestAnswer)
  return new Response(text, { status: response.status, headers: response.headers })
}
