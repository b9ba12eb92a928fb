import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Deps } from '../../deps'
import { within } from '../../lib/background'
import { day, second } from '../../lib/clock'
import { conflict, invalid, Refusal } from '../../lib/errors'
import { ensureFolder, namesIn, rootOf, sayingIfFull, sizeOf, stamp, stampOf } from './disk'

export const mostMegabytes = 10
export const maxBytes = mostMegabytes * 1024 * 1024
/** Nobody has more than this under way, and each of them takes up the disk for a day. */
const mostUnfinished = 50
/** How long an unfinished upload can be continued. */
export const unfinishedFor = day
/** A phone with a bad connection is heard from more often. */
const silenceMs = 20 * second

export interface Upload {
  jobId: string
  /** The person or device, so that nobody continues or sees another's upload. */
  by: string
  /** SHA-256 of the whole file as it is sent. */
  hash: string
}

const digest = (...parts: string[]): string =>
  new Bun.CryptoHasher('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)

const folderOf = (deps: Pick<Deps, 'config'>, by: string): string => join(rootOf(deps), 'uploads', digest(by))

export const uploadPath = (deps: Pick<Deps, 'config'>, { jobId, by, hash }: Upload): string =>
  join(folderOf(deps, by), `${digest(jobId, hash)}.part`)

/** How much of a file has arrived. */
export const receivedOf = async (deps: Pick<Deps, 'config'>, upload: Upload): Promise<number> =>
  (await sizeOf(uploadPath(deps, upload))) ?? 0

/** The requests that write at the moment, by path. */
class Writers {
  readonly byPath = new Map<string, { stop: AbortController; done: Promise<void> }>()
}

export interface Part {
  offset: number
  body: ReadableStream<Uint8Array> | null
  /** What the request says about its length, if it does. */
  announced: number | null
}

/** Adds a part at its offset as it arrives. Returns how much there is now, also of what a cut-off part brought. */
export async function receivePart(deps: Deps, upload: Upload, part: Part): Promise<number> {
  const path = uploadPath(deps, upload)
  const { byPath } = deps.state.of(Writers)
  // A phone that lost its connection comes back before the server has noticed: the newest request wins.
  for (let earlier = byPath.get(path); earlier; earlier = byPath.get(path)) {
    earlier.stop.abort()
    await earlier.done
  }
  const stop = new AbortController()
  const { promise: done, resolve } = Promise.withResolvers<void>()
  byPath.set(path, { stop, done })
  try {
    await refuseUnfit(deps, upload, part)
    return await sayingIfFull(() => append(deps, path, part, stop.signal))
  } finally {
    byPath.delete(path)
    resolve()
  }
}

const tooLarge = () => invalid(`The file is larger than ${mostMegabytes} MB. Make it smaller and try again.`)

async function refuseUnfit(deps: Deps, upload: Upload, { offset, announced }: Part): Promise<void> {
  if (offset + (announced ?? 0) > maxBytes) throw tooLarge()
  const received = await receivedOf(deps, upload)
  // A part at the beginning starts over.
  if (offset > 0 && offset !== received)
    throw conflict(`We have ${received} bytes of this file. Continue there.`)
  if (received > 0) return
  const folder = folderOf(deps, upload.by)
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.part'))
  if (names.length < mostUnfinished) return
  const stamps = await Promise.all(names.map((name) => stampOf(join(folder, name))))
  const recent = stamps.filter((at) => at !== null && at > deps.clock.now() - unfinishedFor)
  if (recent.length >= mostUnfinished)
    throw new Refusal('too-many', 'You have too many unfinished uploads. Finish those first.')
}

async function append(deps: Deps, path: string, part: Part, stopped: AbortSignal): Promise<number> {
  const { offset, body } = part
  await ensureFolder(dirname(path))
  const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600)
  let size = offset
  try {
    const reader = body?.getReader() as Reader | undefined
    for (;;) {
      const { done, value } = reader ? await nextOf(reader, stopped) : { done: true, value: undefined }
      if (done || value === undefined) break
      if (size + value.length > maxBytes) {
        await file.truncate(offset)
        throw tooLarge()
      }
      // Some file systems write less than they are given.
      for (let from = 0; from < value.length;)
        from += (await file.write(value, from, value.length - from, size + from)).bytesWritten
      size += value.length
    }
    return size
  } finally {
    await file.close()
    await stamp(path, deps.clock.now())
  }
}

interface Reader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/** Slow is fine, silent isn't: the rest can be sent later. */
async function nextOf(reader: Reader, stopped: AbortSignal) {
  const cutOff = () => invalid('The upload was cut off. Continue where it ended.')
  const { promise: replaced, reject } = Promise.withResolvers<never>()
  const onStop = () => reject(conflict('A newer request continues this upload.'))
  if (stopped.aborted) onStop()
  stopped.addEventListener('abort', onStop)
  try {
    return await within(Promise.race([reader.read(), replaced]), silenceMs, cutOff)
  } catch (error) {
    void reader.cancel().catch(() => null)
    throw error instanceof Refusal ? error : cutOff()
  } finally {
    stopped.removeEventListener('abort', onStop)
  }
}
