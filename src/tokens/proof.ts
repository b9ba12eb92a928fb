import { SignJWT, jwtVerify } from 'jose'
import { minute, type Clock } from '../lib/clock'
import { unauthorised } from '../lib/errors'

/** Proves for 30 minutes that the bearer can read mail at an address. It can't be revoked. */
export interface ProofTokens {
  issue(email: string): Promise<string>
  emailOf(proof: string): Promise<string>
}

const prefix = 'cvp_'
const lifetime = 30 * minute
/** Binds the token to this purpose, in case the same key signs something else. */
const purpose = 'truckroll:customer-proof'

export function proofTokens(secret: string, clock: Clock): ProofTokens {
  const key = new TextEncoder().encode(secret)
  return {
    async issue(email) {
      const token = await new SignJWT({ email })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(purpose)
        .setJti(crypto.randomUUID())
        .setIssuedAt(new Date(clock.now()))
        .setExpirationTime(new Date(clock.now() + lifetime))
        .sign(key)
      return prefix + token
    },
    async emailOf(proof) {
      if (!proof.startsWith(prefix)) throw unauthorised('Verify your email address first')
      try {
        const { payload } = await jwtVerify(proof.slice(prefix.length), key, {
          algorithms: ['HS256'],
          audience: purpose,
          requiredClaims: ['exp', 'email'],
          currentDate: new Date(clock.now()),
        })
        if (typeof payload.email === 'string') return payload.email
      } catch {
        // Expired, forged and damaged tokens get the same answer.
      }
      throw unauthorised('Your verification has expired. Verify your email address again.')
    },
  }
}
