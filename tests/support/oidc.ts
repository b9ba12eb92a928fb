import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { createHash } from 'node:crypto'

export const client = { id: 'truckroll', secret: 'client-secret-0123456789' }

type Path = '/.well-known/openid-configuration' | '/token' | '/jwks' | '/userinfo'

export interface OidcServer {
  issuer: string
  /** Added to the discovery document. */
  document: Record<string, unknown>
  /** The claims of the next ID tokens, added to the usual ones. */
  claims: JWTPayload
  profile: Record<string, unknown> | null
  /** The access token in the answer, if it isn't the one the ID token was made for. */
  accessToken: string
  /** Makes the ID token instead of signing it with the published key. */
  sign: ((claims: JWTPayload) => Promise<string>) | null
  /** Answers given instead of the right ones. */
  answers: Partial<Record<Path, () => Response | Promise<Response>>>
  /** The paths that were asked, in order. */
  asked: string[]
  /** The person signs in on the provider's page. Returns the query of the address they are sent back to. */
  signIn(page: string): Record<string, string>
  key: CryptoKey
  stop(): Promise<void>
}

interface Granted {
  nonce: string
  challenge: string
  redirectUrl: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const secretIn = (request: Request) =>
  decodeURIComponent(
    atob((request.headers.get('authorization') ?? '').replace('Basic ', '')).split(':')[1] ?? '',
  )
const query = (page: string) => Object.fromEntries(new URL(page).searchParams)

// Making a key takes longer than everything else here.
const { privateKey, publicKey } = await generateKeyPair('RS256')

/** An OpenID provider on loopback that can be told to misbehave in every way. */
export async function startOidc(now: () => number): Promise<OidcServer> {
  const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig' }
  const kid = await calculateJwkThumbprint(jwk)
  const granted = new Map<string, Granted>()
  const access = 'access-token-0123456789'

  const right: Record<Path, (request: Request) => Promise<Response>> = {
    '/.well-known/openid-configuration': async () =>
      Response.json({
        issuer: server.issuer,
        authorization_endpoint: `${server.issuer}/authorize`,
        token_endpoint: `${server.issuer}/token`,
        jwks_uri: `${server.issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...server.document,
      }),
    '/jwks': async () => Response.json({ keys: [{ ...jwk, kid }] }),
    '/userinfo': async (request) =>
      request.headers.get('authorization') === `Bearer ${access}`
        ? Response.json({ sub: 'person-1', ...server.profile })
        : Response.json({ error: 'invalid_token' }, { status: 401 }),
    '/token': answerToken,
  }

  async function answerToken(request: Request): Promise<Response> {
    const form = Object.fromEntries(new URLSearchParams(await request.text()))
    if ((form.client_secret ?? secretIn(request)) !== client.secret)
      return Response.json({ error: 'invalid_client' }, { status: 401 })
    const code = form.code ?? ''
    const grant = granted.get(code)
    granted.delete(code)
    const isRight =
      grant?.redirectUrl === form.redirect_uri &&
      grant?.challenge === sha256(form.code_verifier ?? '').toString('base64url')
    if (!grant || !isRight) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const seconds = Math.floor(now() / 1000)
    const claims = {
      iss: server.issuer,
      aud: client.id,
      sub: 'person-1',
      iat: seconds,
      exp: seconds + 300,
      nonce: grant.nonce,
      at_hash: sha256(access).subarray(0, 16).toString('base64url'),
      ...server.claims,
    }
    const sign = server.sign ?? signed
    const tokens = { access_token: server.accessToken, id_token: await sign(claims) }
    return Response.json({ ...tokens, token_type: 'Bearer', expires_in: 300 })
  }

  const signed = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)

  const listener = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      server.asked.push(pathname)
      if (pathname === '/authorize') {
        const back = new URL(searchParams.get('redirect_uri') ?? '')
        for (const [name, value] of Object.entries(server.signIn(request.url)))
          back.searchParams.set(name, value)
        return Response.redirect(back.href, 302)
      }
      const path = pathname as Path
      return server.answers[path]?.() ?? right[path]?.(request) ?? new Response(null, { status: 404 })
    },
  })
  const server: OidcServer = {
    issuer: `http://127.0.0.1:${listener.port}`,
    document: {},
    claims: {},
    profile: null,
    accessToken: access,
    sign: null,
    answers: {},
    asked: [],
    signIn(page) {
      const {
        state = '',
        nonce = '',
        code_challenge: challenge = '',
        redirect_uri: redirectUrl = '',
      } = query(page)
      const code = crypto.randomUUID()
      granted.set(code, { nonce, challenge, redirectUrl })
      return { code, state }
    },
    key: privateKey,
    stop: () => listener.stop(true),
  }
  return server
}
