import { crc32 } from 'node:zlib'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { requireCustomer } from '../customers'
import { recordActivity } from '../office'
import { contentPath } from './disk'
import { filesOfCustomer } from './read'
import type { FileRow } from './rows'
import { ZipWriter } from './zip'

/** All files of a customer's jobs in one ZIP file, written as it is sent. */
export async function archiveOf(deps: Deps, customerId: string, actor: Actor): Promise<Response> {
  await requireCustomer(deps.store.read, customerId)
  const files = await filesOfCustomer(deps.store.read, customerId)
  await deps.store.write((tx) =>
    recordActivity(tx, deps.clock.now(), {
      type: 'customer.files-exported',
      actor,
      summary: "Exported a customer's photos and documents",
      subject: { kind: 'customer', id: customerId, name: 'a customer' },
    }),
  )
  const parts = write(deps, files)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await parts.return(undefined)),
  })
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': "attachment; filename*=UTF-8''photos-and-files.zip",
      'cache-control': 'private, no-store',
    },
  })
}

async function* write(deps: Deps, files: readonly FileRow[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  for (const [place, file] of files.entries()) {
    const stored = Bun.file(contentPath(deps, file.hash))
    // One that is missing from the disk is in the list of the export, and can't be here.
    if (!(await stored.exists())) continue
    yield zip.begin(nameIn(file, place + 1), file.createdAt)
    let [check, length] = [0, 0]
    for await (const bytes of stored.stream()) {
      check = crc32(bytes, check)
      length += bytes.length
      yield bytes
    }
    yield zip.end(check, length)
  }
  yield zip.finish()
}

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp', 'application/pdf': 'pdf' }

/** A number keeps names apart, and nothing in a name leads out of the folder. */
function nameIn({ name, kind, type }: FileRow, number: number): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} _-]+/gu, '-').slice(0, 60)
  return `${String(number).padStart(3, '0')}-${kind}-${plain}.${endings[type]}`
}
