import { and, asc, inArray, isNull, ne } from 'drizzle-orm'
import { attachments } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { missing } from '../../lib/errors'
import { EarlierPhoto } from './model'
import { presentFile, requireFile, type FileRow } from './rows'

const isPhoto = (kind: FileRow['kind']): boolean => kind !== 'document'

/** The photos of jobs, by job. */
export async function photosOf(db: Db, jobIds: readonly string[]): Promise<Map<string, EarlierPhoto[]>> {
  if (jobIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(attachments)
    .where(
      and(
        inArray(attachments.jobId, [...jobIds]),
        isNull(attachments.deletedAt),
        ne(attachments.kind, 'document'),
      ),
    )
    .orderBy(asc(attachments.createdAt), asc(attachments.id))
  return Map.groupBy(
    rows.map((row) => EarlierPhoto.parse(presentFile(row))),
    ({ jobId }) => jobId,
  )
}

/** A photo of one of these jobs. Any other counts as unknown. */
export async function requirePhotoOf(db: Db, id: string, jobIds: readonly string[]): Promise<FileRow> {
  const file = await requireFile(db, id)
  if (!isPhoto(file.kind) || !jobIds.includes(file.jobId)) throw missing('File')
  return file
}
