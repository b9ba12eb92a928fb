import type { Deps } from '../../deps'
import { keyedHash, sameSecret } from '../../lib/secret'

type Signing = Pick<Deps, 'config' | 'secrets'>

/** Short enough for a text message: the id in 22 letters and 60 bits of signature. */
export function invoiceUrl({ config, secrets }: Signing, id: string): string {
  return `${config.publicUrl}/i/${invoiceToken(secrets.linkSecret, id)}`
}

function invoiceToken(secret: string, id: string): string {
  const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  return `${packed}.${signature(secret, id)}`
}

/** The invoice behind a link; null for a link we didn't make. */
export function invoiceOfToken({ secrets }: Pick<Deps, 'secrets'>, token: string): string | null {
  const [packed = ''] = token.split('.')
  const hex = Buffer.from(packed, 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  // Must match exactly, because the rest of the address is repeated in pages and headers.
  return sameSecret(token, invoiceToken(secrets.linkSecret, id)) ? id : null
}

function signature(secret: string, id: string): string {
  return Buffer.from(keyedHash(secret, 'invoice', id), 'hex')
    .toString('base64url')
    .slice(0, 10)
}
