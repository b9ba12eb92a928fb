import { rm, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq, inArray, lte, sql } from 'drizzle-orm'
import { attachments, fileRemovals, jobs } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day, hour } from '../../lib/clock'
import type { Person } from '../../lib/person'
import {
  bringBack,
  contentPath,
  discardContent,
  ensureFolder,
  foldersOfContent,
  namesIn,
  rootOf,
  stamp,
  stampOf,
  trashPath,
  unlessGone,
} from './disk'
import { isUsed } from './rows'
import { unfinishedFor } from './uploads'

/** How long a deleted file can be restored. */
const restorableFor = day
/** Content that no row names is kept this long, in case an older database was put back by mistake. */
const trashedFor = 30 * day

/** Removes a person's files. Call `removeContents` after the commit. */
export async function forgetCustomer(tx: Tx, { ids }: Person): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.customerId, ids))
  await tx.delete(attachments).where(inArray(attachments.jobId, own))
}

/** Takes everything off the disk that lost its last row. The next start finds the work that a crash left. */
export async function removeContents(deps: Deps): Promise<void> {
  const { store } = deps
  for (const { hash } of await store.read.select().from(fileRemovals)) {
    await discardContent(deps, hash, () => isUsed(store.read, hash))
    await store.write((tx) => tx.delete(fileRemovals).where(eq(fileRemovals.hash, hash)))
  }
}

/** Keeps the disk and the rows in step, whatever was interrupted. */
export async function sweepFiles(deps: Deps): Promise<void> {
  const { store, clock, log } = deps
  await store.write((tx) =>
    tx.delete(attachments).where(lte(attachments.deletedAt, clock.now() - restorableFor)),
  )
  await removeContents(deps)
  await sweepUploads(deps)
  let lost = 0
  for (const prefix of await prefixesOf(deps)) {
    if (deps.background.stopping) return
    const startedAt = performance.now()
    lost += await compare(deps, prefix)
    await deps.background.restAfter(startedAt)
  }
  await emptyTrash(deps)
  if (lost > 0)
    log.warn('photos or documents are missing from the disk: restore DATA_DIR/files from a backup', { lost })
}

async function sweepUploads(deps: Deps): Promise<void> {
  const uploads = join(rootOf(deps), 'uploads')
  for (const folder of await namesIn(uploads))
    for (const name of await namesIn(join(uploads, folder))) {
      const path = join(uploads, folder, name)
      const at = await stampOf(path)
      if (at !== null && at <= deps.clock.now() - unfinishedFor) await rm(path, { force: true })
    }
}

/** The folders that have content, and those that should have some by the rows. */
async function prefixesOf(deps: Deps): Promise<Set<string>> {
  const rows = await deps.store.read.all<{ prefix: string }>(sql`
    SELECT substr(hash, 1, 2) AS prefix FROM ${attachments}
    UNION SELECT substr(thumbnail_hash, 1, 2) FROM ${attachments} WHERE thumbnail_hash IS NOT NULL`)
  return new Set([...(await foldersOfContent(deps)), ...rows.map(({ prefix }) => prefix)])
}

/** Compares one folder with the rows in both directions. Returns how many rows have lost their content. */
async function compare(deps: Deps, prefix: string): Promise<number> {
  const named = await hashesFrom(deps.store.read, prefix)
  const present = new Set(await namesIn(dirname(contentPath(deps, prefix))))
  for (const hash of present) if (!named.has(hash)) await putAside(deps, hash)
  let lost = 0
  for (const hash of named) if (!present.has(hash) && !(await bringBack(deps, hash))) lost += 1
  return lost
}

async function hashesFrom(db: Db, prefix: string): Promise<Set<string>> {
  const [from, to] = [prefix, `${prefix}g`]
  const rows = await db.all<{ hash: string }>(sql`
    SELECT hash FROM ${attachments} WHERE hash >= ${from} AND hash < ${to}
    UNION SELECT thumbnail_hash FROM ${attachments} WHERE thumbnail_hash >= ${from} AND thumbnail_hash < ${to}`)
  return new Set(rows.map(({ hash }) => hash))
}

/** A file that is just being added has no row yet. */
async function putAside(deps: Deps, hash: string): Promise<void> {
  const path = contentPath(deps, hash)
  const at = await stampOf(path)
  if (at === null || at > deps.clock.now() - hour || (await isUsed(deps.store.read, hash))) return
  const aside = trashPath(deps, hash)
  await ensureFolder(dirname(aside))
  await stamp(path, deps.clock.now())
  await unlessGone(rename(path, aside))
}

async function emptyTrash(deps: Deps): Promise<void> {
  for (const hash of await namesIn(join(rootOf(deps), 'trash'))) {
    const at = await stampOf(trashPath(deps, hash))
    if (at === null || at > deps.clock.now() - trashedFor) continue
    await discardContent(deps, hash, () => isUsed(deps.store.read, hash))
  }
}
