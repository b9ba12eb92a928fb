import { describe, expect, test } from 'bun:test'
import { decodeJwt } from 'jose'
import { proofTokens } from '../../src/tokens/proof'
import { FixedClock } from '../support/clock'
import { adminClaims, damaged, reasonOf, signWithSecret, unsigned } from '../support/tokens'

const secret = 'a-proof-secret-0123456789abcdef'
const start = () => {
  const clock = new FixedClock()
  return { clock, proofs: proofTokens(secret, clock) }
}
async function refused(proof: string, { proofs } = start()): Promise<void> {
  expect(await reasonOf(proofs.emailOf(proof))).toBe('unauthorised')
}

describe('a proof', () => {
  test('names the address it was issued for, for 30 minutes and not a second more', async () => {
    const { clock, proofs } = start()
    const proof = await proofs.issue('jordan@example.com')
    expect(proof).toStartWith('cvp_')
    expect(await proofs.emailOf(proof)).toBe('jordan@example.com')
    clock.advance(30 * 60_000 - 1000)
    expect(await proofs.emailOf(proof)).toBe('jordan@example.com')
    clock.advance(1000)
    await refused(proof, { clock, proofs })
  })

  test('is bound to its purpose', async () => {
    const { proofs } = start()
    const claims = decodeJwt((await proofs.issue('jordan@example.com')).slice(4))
    expect(claims.aud).toBe('truckroll:customer-proof')
  })

  test("is refused when anything about it isn't ours", async () => {
    const { clock, proofs } = start()
    const proof = await proofs.issue('jordan@example.com')
    const claims = { ...adminClaims(clock.now()), email: 'jordan@example.com' }
    const rightAudience = { ...claims, aud: 'truckroll:customer-proof' }
    const { exp: _, ...timeless } = rightAudience
    const { email: __, ...nameless } = rightAudience
    const bad = [
      '',
      'cvp_',
      'cvp_garbage',
      proof.slice(4),
      proof.toUpperCase(),
      `cvp_${proof}`,
      damaged(proof),
      `cvp_${unsigned(rightAudience)}`,
      `cvp_${await signWithSecret(claims, secret)}`,
      `cvp_${await signWithSecret(timeless, secret)}`,
      `cvp_${await signWithSecret(nameless, secret)}`,
      `cvp_${await signWithSecret(rightAudience, secret, 'HS512')}`,
      `cvp_${await signWithSecret(rightAudience, 'another-secret-0123456789abcdef')}`,
    ]
    for (const text of bad) await refused(text, { clock, proofs })
    expect(await proofs.emailOf(`cvp_${await signWithSecret(rightAudience, secret)}`)).toBe(
      'jordan@example.com',
    )
  })
})
