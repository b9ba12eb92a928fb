import { open, rm } from 'node:fs/promises'
import type { Deps } from '../../deps'
import { conflict, invalid } from '../../lib/errors'
import { inspect, refusalOf } from './content/inspect'
import { Reading, type Found } from './content/reading'
import { sayingIfFull, sizeOf, stamp, unlessGone } from './disk'
import { uploadPath, type Upload } from './uploads'

/** An upload that was checked, and its cleaned copy in a temporary file. */
export interface Prepared extends Pick<Found, 'type' | 'width' | 'height'> {
  path: string
  bytes: number
  /** SHA-256 of the copy. */
  hash: string
}

/** Checks that everything arrived and is what it should be, and copies what we keep of it. */
export async function prepare(deps: Deps, upload: Upload): Promise<Prepared> {
  const from = uploadPath(deps, upload)
  const handle = await unlessGone(open(from, 'r'))
  if (handle === null) throw conflict("This file hasn't arrived yet. Upload it first.")
  try {
    const reading = new Reading(handle, (await sizeOf(from)) ?? 0)
    if ((await hashOf(reading)) !== upload.hash) {
      await rm(from, { force: true })
      throw conflict('The file arrived damaged. Upload it again.')
    }
    const found = await inspect(reading)
    if (found === null) {
      const refusal = await refusalOf(reading)
      await rm(from, { force: true })
      throw invalid(refusal)
    }
    return await sayingIfFull(() => copy(deps, reading, found, `${from}.${crypto.randomUUID()}`))
  } finally {
    await handle.close()
  }
}

async function hashOf(reading: Reading): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const bytes of reading.all()) hasher.update(bytes)
  return hasher.digest('hex')
}

/** Hashes while it writes, and flushes before anybody relies on it. */
async function copy(deps: Deps, reading: Reading, found: Found, path: string): Promise<Prepared> {
  const { type, width, height, pieces } = found
  const hasher = new Bun.CryptoHasher('sha256')
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  try {
    for (const piece of pieces)
      for await (const part of reading.bytesOf(piece)) {
        hasher.update(part)
        await file.writeFile(part)
        bytes += part.length
      }
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await stamp(path, deps.clock.now())
  return { type, width, height, path, bytes, hash: hasher.digest('hex') }
}
