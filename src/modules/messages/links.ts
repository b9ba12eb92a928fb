import type { Deps } from '../../deps'
import { keyedHash, sameSecret } from '../../lib/secret'
import { addressKey } from './opt-outs'

type Signing = Pick<Deps, 'config' | 'secrets'>

/** The link under every e-mail to many. It is signed, so that nobody can unsubscribe somebody else. */
export function unsubscribeUrl({ config, secrets }: Signing, email: string): string {
  const address = addressKey('email', email)
  return `${config.publicUrl}/unsubscribe/${Buffer.from(address).toString('base64url')}.${signature(secrets.linkSecret, address)}`
}

/** The address a link was made for; null for a link we did not make. */
export function addressOfLink({ secrets }: Pick<Deps, 'secrets'>, token: string): string | null {
  const [encoded = '', signed = ''] = token.split('.')
  const address = Buffer.from(encoded, 'base64url').toString()
  return sameSecret(signed, signature(secrets.linkSecret, address)) ? address : null
}

const signature = (secret: string, address: string) => keyedHash(secret, 'unsubscribe', address).slice(0, 32)
