import { SignJWT, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Claims } from '../support/tokens'

export const algorithms = ['RS256', 'ES256', 'EdDSA'] as const
export type Algorithm = (typeof algorithms)[number]

export interface IdentityProvider {
  url: string
  /** How often its keys were fetched. */
  fetches: number
  /** The answer it gives instead of its keys. */
  answer: (() => Response) | undefined
  sign(algorithm: Algorithm, claims: Claims, kid?: string): Promise<string>
  publicKey(algorithm: Algorithm): JWK
  stop(): Promise<void>
}

/** An identity provider on loopback that publishes one key per algorithm. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const keys = await makeKeys()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      provider.fetches++
      return provider.answer?.() ?? Response.json({ keys: [...keys.values()].map((key) => key.jwk) })
    },
  })
  const provider: IdentityProvider = {
    url: `http://127.0.0.1:${server.port}/jwks.json`,
    fetches: 0,
    answer: undefined,
    sign: (algorithm, claims, kid = `${algorithm}-1`) =>
      new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid }).sign(keys.get(algorithm)!.privateKey),
    publicKey: (algorithm) => keys.get(algorithm)!.jwk,
    stop: () => server.stop(true),
  }
  return provider
}

async function makeKeys() {
  const made = await Promise.all(
    algorithms.map(async (algorithm) => {
      const { privateKey, publicKey } = await generateKeyPair(algorithm)
      const jwk: JWK = { ...(await exportJWK(publicKey)), kid: `${algorithm}-1`, alg: algorithm, use: 'sig' }
      return [algorithm, { privateKey, jwk }] as const
    }),
  )
  return new Map(made)
}
