import { afterAll, describe, expect, test } from 'bun:test'
import { SignJWT, decodeJwt, exportJWK, generateKeyPair } from 'jose'
import { startTestApp } from '../support/app'
import { adminClaims, reasonOf, signWithSecret } from '../support/tokens'

const service = await startTestApp()
const asked: string[] = []
const attacker = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    asked.push(request.url)
    return Response.json({ keys: [] })
  },
})
afterAll(() => Promise.all([service.close(), attacker.stop(true)]))

const { clock, deps } = service
const subjectOf = (token: string) =>
  deps.tokens.hq.subjectOf(
    new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }),
  )

describe('an HQ token', () => {
  test('with its own key, or an address to fetch one, is refused without any request', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const headers = [
      { jwk },
      { jku: `${attacker.url.href}keys` },
      { x5u: `${attacker.url.href}cert` },
      { kid: '../../etc' },
    ]
    for (const header of headers) {
      const own = await new SignJWT(adminClaims(clock.now()))
        .setProtectedHeader({ alg: 'ES256', ...header })
        .sign(privateKey)
      expect(await reasonOf(subjectOf(own))).toBe('unauthorised')
    }
    expect(asked).toEqual([])
  })

  test("isn't valid before its time, nor after it", async () => {
    const now = Math.floor(clock.now() / 1000)
    const issued = decodeJwt(await service.hqToken())
    const at = (claims: object) => signWithSecret({ ...issued, ...claims }, deps.secrets.hqJwtSecret ?? '')
    expect(await subjectOf(await at({ nbf: now }))).toBe('admin@example.com')
    expect(await reasonOf(subjectOf(await at({ nbf: now + 1 })))).toBe('unauthorised')
    expect(await reasonOf(subjectOf(await at({ exp: now })))).toBe('unauthorised')
  })
})
