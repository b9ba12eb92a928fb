import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { attachments } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { contentPath } from './disk'
import type { FileRow } from './rows'

/** The photos of the work that the customer sees: those from before it, then those from after. */
export function workPhotos(db: Db, jobId: string): Promise<FileRow[]> {
  return db
    .select()
    .from(attachments)
    .where(
      and(
        eq(attachments.jobId, jobId),
        eq(attachments.shown, true),
        inArray(attachments.kind, ['before', 'after']),
        isNull(attachments.deletedAt),
      ),
    )
    .orderBy(desc(attachments.kind), asc(attachments.createdAt), asc(attachments.id))
}

export interface SmallPicture {
  kind: FileRow['kind']
  type: 'image/jpeg' | 'image/png'
  bytes: Uint8Array
}

/**
 * The small pictures of the first photos, for a document that shows PNG and JPEG. Each has at most 100 KB. Photos
 * without one are left out.
 */
export async function smallPictures(
  deps: Pick<Deps, 'config'>,
  photos: readonly FileRow[],
  most: number,
): Promise<SmallPicture[]> {
  const found: SmallPicture[] = []
  for (const { kind, thumbnailHash } of photos) {
    if (found.length === most) break
    const file = thumbnailHash === null ? null : Bun.file(contentPath(deps, thumbnailHash))
    if (file === null || !(await file.exists())) continue
    const bytes = await file.bytes()
    const type = typeOf(bytes)
    if (type !== null) found.push({ kind, type, bytes })
  }
  return found
}

/** Small pictures were checked when they came, so their first byte tells. */
function typeOf([first]: Uint8Array): SmallPicture['type'] | null {
  if (first === 0xff) return 'image/jpeg'
  return first === 0x89 ? 'image/png' : null
}
