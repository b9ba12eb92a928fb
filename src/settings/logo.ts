import { desc, eq, notInArray } from 'drizzle-orm'
import { businessSettings, logos } from '../../db/schema'
import type { Db, Tx } from '../../db/store'
import type { Picture } from './picture'

export type Logo = typeof logos.$inferSelect

/** The row among the settings that names the logo in use. */
export const logoRow = 'logo'

const keptLogos = 10

export async function readLogo(db: Db, hash: string): Promise<Logo | null> {
  const [logo] = await db.select().from(logos).where(eq(logos.hash, hash)).limit(1)
  return logo ?? null
}

interface LogoChange {
  /** Null for no logo. */
  picture: (Picture & { bytes: Uint8Array }) | null
  by: string
}

/** Returns whether anything changed. It counts once `load` was called after the commit. */
export async function writeLogo(tx: Tx, { picture, by }: LogoChange, now: number): Promise<boolean> {
  const [known] = await tx.select().from(businessSettings).where(eq(businessSettings.name, logoRow)).limit(1)
  const hash = picture && new Bun.CryptoHasher('sha256').update(picture.bytes).digest('hex').slice(0, 32)
  if ((known?.values.hash ?? null) === hash) return false
  if (picture && hash !== null) {
    const { type, width, height, bytes } = picture
    const logo = { hash, type, width, height, bytes: Buffer.from(bytes), createdAt: now }
    await tx
      .insert(logos)
      .values(logo)
      .onConflictDoUpdate({ target: logos.hash, set: { createdAt: now } })
  }
  const row = { values: { hash }, updatedAt: now, updatedBy: by }
  await tx
    .insert(businessSettings)
    .values({ name: logoRow, ...row })
    .onConflictDoUpdate({ target: businessSettings.name, set: row })
  const kept = tx.select({ hash: logos.hash }).from(logos).orderBy(desc(logos.createdAt)).limit(keptLogos)
  await tx.delete(logos).where(notInArray(logos.hash, kept))
  return true
}

/** The address of a logo on our site. It changes with the picture, so browsers can keep it forever. */
export const logoPath = ({ hash, type }: Pick<Logo, 'hash' | 'type'>): string =>
  `/logo/${hash}.${type === 'image/png' ? 'png' : 'jpg'}`
