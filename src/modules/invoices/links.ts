import type { Deps } from '../../deps'
import { day, hour } from '../../lib/clock'
import { keyedHash, sameSecret } from '../../lib/secret'
import { openLink, signLink } from '../../tokens/signed-link'
import type { Language } from '../../words/language'
import { customerOf, findInvoice, type InvoiceRow } from './rows'

type Signing = Pick<Deps, 'config' | 'secrets'>

/** How long the link to an invoice works once nothing is left to pay. */
const readableFor = 365 * day

/** An invoice, and the series of links that its customer had when the link was made. */
export interface LinkedInvoice {
  id: string
  series: number
}

/** Short enough for a text message: the id in 22 letters and 60 bits of signature. */
export function invoiceUrl({ config, secrets }: Signing, invoice: LinkedInvoice): string {
  return `${config.publicUrl}/i/${invoiceToken(secrets.linkSecret, invoice)}`
}

function invoiceToken(secret: string, { id, series }: LinkedInvoice): string {
  const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  return `${packed}.${signature(secret, id, series)}`
}

/** The first series adds nothing, as in links from before there were others. */
function signature(secret: string, id: string, series: number): string {
  const signed = series === 0 ? [id] : [id, String(series)]
  return Buffer.from(keyedHash(secret, 'invoice', ...signed), 'hex')
    .toString('base64url')
    .slice(0, 10)
}

/** In the account of a customer who has signed in, where every invoice can be opened. */
export function ownInvoiceUrl(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  row: InvoiceRow,
  series: number,
): string {
  const now = deps.clock.now()
  if (!isLongSettled(row, now)) return invoiceUrl(deps, { id: row.id, series })
  return `${deps.config.publicUrl}/i/${signLink(deps, 'invoice link', row.id, now + hour)}`
}

/** An invoice as its customer opens it. */
export interface OpenedInvoice {
  id: string
  language: Language | null
  /** HQ ended the links that were sent until then, or the invoice was settled long ago. */
  hasEnded: boolean
}

/** The invoice behind a link; null for a link we didn't make. */
export async function invoiceOfLink(deps: Deps, token: string): Promise<OpenedInvoice | null> {
  const { read } = deps.store
  const own = openLink(deps, 'invoice link', token)
  const id = own?.subject ?? idIn(token)
  const row = await findInvoice(read, id)
  if (!row) return null
  const { language, series } = await customerOf(read, row)
  if (own) return { id, language, hasEnded: own.hasExpired }
  const made = seriesOfToken(deps, token, { id, series })
  if (made === null) return null
  return { id, language, hasEnded: made !== series || isLongSettled(row, deps.clock.now()) }
}

function idIn(token: string): string {
  const [packed = ''] = token.split('.')
  const hex = Buffer.from(packed, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The series up to this one that the link is from. It must match exactly, because pages and headers repeat it. */
function seriesOfToken(
  { secrets }: Pick<Deps, 'secrets'>,
  token: string,
  { id, series: newest }: LinkedInvoice,
): number | null {
  for (let series = newest; series >= 0; series -= 1)
    if (sameSecret(token, invoiceToken(secrets.linkSecret, { id, series }))) return series
  return null
}

function isLongSettled({ kind, status, paidAt, voidedAt, createdAt }: InvoiceRow, now: number): boolean {
  const isOpen = kind === 'invoice' && status !== 'void' && paidAt === null
  return !isOpen && now > Math.max(paidAt ?? 0, voidedAt ?? 0, createdAt) + readableFor
}
