import { invoiceDocuments } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { newId } from '../../lib/ids'
import { renderPdf } from './pdf/render'
import { invoiceDataOf } from './present'
import { sentDocument, type InvoiceRow } from './rows'

/** The document as it was sent, else as it would be. */
export async function documentOf(deps: Deps, row: InvoiceRow): Promise<Uint8Array> {
  const kept = row.status === 'draft' ? undefined : await sentDocument(deps.store.read, row.id)
  return kept ? kept.bytes : renderPdf(await invoiceDataOf(deps, deps.store.read, row))
}

/** Keeps what is sent, byte for byte. The same bytes again are the same document. */
export async function keepDocument(tx: Tx, row: InvoiceRow, bytes: Uint8Array, at: number): Promise<void> {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  if ((await latestHash(tx, row.id)) === sha256) return
  await tx
    .insert(invoiceDocuments)
    .values({ id: newId(), invoiceId: row.id, sha256, bytes: Buffer.from(bytes), createdAt: at })
}

async function latestHash(db: Db, invoiceId: string): Promise<string | null> {
  return (await sentDocument(db, invoiceId))?.sha256 ?? null
}
