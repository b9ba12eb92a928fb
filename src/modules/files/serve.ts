import type { Deps } from '../../deps'
import { isKnownTag } from '../../http/etag'
import { missing } from '../../lib/errors'
import { contentPath } from './disk'
import type { FileRow } from './rows'

/**
 * The bytes with the type that we found in them. Browsers may keep them but ask each time, because permission is
 * checked each time. A document is only ever saved, and the headers of every answer keep both from running.
 */
export async function answerFile(
  deps: Deps,
  file: FileRow,
  which: 'content' | 'thumbnail',
  request: Request,
): Promise<Response> {
  const isThumbnail = which === 'thumbnail'
  const hash = isThumbnail ? file.thumbnailHash : file.hash
  if (hash === null) throw missing('Thumbnail')
  const etag = `"${hash.slice(0, 32)}"`
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization' }
  if (isKnownTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const stored = Bun.file(contentPath(deps, hash))
  if (!(await stored.exists())) throw missing('The content of this file')
  const isDocument = file.type === 'application/pdf'
  const name = encodeURIComponent(file.name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return new Response(stored, {
    headers: {
      ...headers,
      'content-type': isThumbnail ? await thumbnailType(stored) : file.type,
      'content-disposition': `${isDocument ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
    },
  })
}

/** A thumbnail was checked when it came, but may be of another type than its picture. */
async function thumbnailType(stored: Bun.BunFile): Promise<string> {
  const [first] = new Uint8Array(await stored.slice(0, 1).arrayBuffer())
  return first === 0xff ? 'image/jpeg' : first === 0x89 ? 'image/png' : 'image/webp'
}
