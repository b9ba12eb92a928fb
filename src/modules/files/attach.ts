import { rm } from 'node:fs/promises'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { attachments } from '../../../db/schema'
import { newId, onlyRow, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { actorText, type Actor } from '../../lib/actor'
import { day } from '../../lib/clock'
import { conflict, invalid, Refusal } from '../../lib/errors'
import { oneLine } from '../../lib/text'
import { placeContent, sizeOf, contentPath } from './disk'
import type { FileInput, JobFile, UploadState } from './model'
import { prepare, type Prepared } from './prepare'
import { isShown, presentFile, recordForHq, requireOpenJob, type FileRow } from './rows'
import { receivedOf, uploadPath, type Upload } from './uploads'

/** Limits that nobody reaches in a day's work, and that keep one stolen phone from filling the disk. */
const mostPerJob = 200
const dailyGigabytes = 2
const dailyBytes = dailyGigabytes * 1024 ** 3

export const thumbnailSide = 320
const thumbnailBytes = 100 * 1024

export interface Adding {
  jobId: string
  actor: Actor
  /** As `Upload` has it. */
  by: string
}

/** How much of a file there is. A device that never got our last answer sends nothing twice. */
export const stateOf = async (deps: Deps, upload: Upload): Promise<UploadState> => ({
  received: await receivedOf(deps, upload),
  added: (await sentBefore(deps.store.read, upload.jobId, upload.hash)) !== undefined,
})

/** Makes an uploaded file part of a job. Adding the same one again returns what is there. */
export async function attachFile(deps: Deps, adding: Adding, input: FileInput): Promise<JobFile> {
  const { jobId, by } = adding
  await requireOpenJob(deps.store.read, jobId)
  const known = await sentBefore(deps.store.read, jobId, input.hash)
  if (known) return presentFile(known)
  const uploads = [input.hash, ...(input.thumbnailHash === null ? [] : [input.thumbnailHash])].map(
    (hash) => ({ jobId, by, hash }),
  )
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const prepared: Prepared[] = []
    try {
      for (const upload of uploads) prepared.push(await prepare(deps, upload))
      const [file, thumbnail] = prepared as [Prepared, Prepared?]
      if (thumbnail) refuseLarge(thumbnail)
      if (file.type === 'application/pdf' && thumbnail) throw invalid('A document has no thumbnail.')
      await refuseTooMuch(deps.store.read, deps.clock.now(), adding, file.bytes)
      for (const { path, hash } of prepared) await placeContent(deps, path, hash)
      const row = await deps.store.write((tx) => insert(tx, deps.clock.now(), adding, input, prepared))
      // The last row with the same content may have gone meanwhile, and the content with it.
      if (await isComplete(deps, row)) {
        for (const upload of uploads) await rm(uploadPath(deps, upload), { force: true })
        return presentFile(row)
      }
    } finally {
      for (const { path } of prepared) await rm(path, { force: true })
    }
  }
  throw new Refusal('busy', "We couldn't keep this file. Try again.")
}

const mostAttempts = 3

async function isComplete(deps: Deps, { hash, thumbnailHash }: FileRow): Promise<boolean> {
  for (const one of [hash, thumbnailHash])
    if (one !== null && (await sizeOf(contentPath(deps, one))) === null) return false
  return true
}

function refuseLarge({ type, width, height, bytes }: Prepared): void {
  if (type === 'application/pdf') throw invalid('The thumbnail must be a picture.')
  if (Math.max(width ?? 0, height ?? 0) > thumbnailSide || bytes > thumbnailBytes)
    throw invalid(
      `The thumbnail can be ${thumbnailSide} pixels wide and high, and ${thumbnailBytes / 1024} KB.`,
    )
}

async function sentBefore(db: Db, jobId: string, sentHash: string): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(attachments)
    .where(
      and(eq(attachments.jobId, jobId), eq(attachments.sentHash, sentHash), isNull(attachments.deletedAt)),
    )
    .limit(1)
  return row
}

async function refuseTooMuch(db: Db, now: number, { jobId, by }: Adding, bytes: number): Promise<void> {
  const [job] = await db
    .select({ files: sql<number>`count(*)` })
    .from(attachments)
    .where(and(eq(attachments.jobId, jobId), isNull(attachments.deletedAt)))
  if ((job?.files ?? 0) >= mostPerJob)
    throw conflict(`This job has ${mostPerJob} files already. Delete some first.`)
  const [today] = await db
    .select({ bytes: sql<number>`coalesce(sum(${attachments.bytes}), 0)` })
    .from(attachments)
    .where(and(eq(attachments.uploadedBy, by), gt(attachments.createdAt, now - day)))
  if ((today?.bytes ?? 0) + bytes > dailyBytes)
    throw new Refusal('too-many', `You've added ${dailyGigabytes} GB in a day. Add the rest tomorrow.`)
}

async function insert(
  tx: Tx,
  now: number,
  adding: Adding,
  { name, kind, hash: sentHash }: FileInput,
  [file, thumbnail]: readonly Prepared[],
): Promise<FileRow> {
  if (!file) throw new Error('A file is missing')
  const { jobId, actor, by } = adding
  const job = await requireOpenJob(tx, jobId)
  const isSame = and(eq(attachments.jobId, jobId), eq(attachments.hash, file.hash))
  const [same] = await tx.select().from(attachments).where(isSame).limit(1)
  if (same && same.deletedAt === null) return same
  await refuseTooMuch(tx, now, adding, file.bytes)
  const shownKind = file.type === 'application/pdf' ? 'document' : kind
  const about = {
    kind: shownKind,
    name: oneLine(name).trim(),
    sentHash,
    thumbnailHash: thumbnail?.hash ?? null,
    shown: isShown(shownKind),
    author: actorText(actor),
    uploadedBy: by,
    createdAt: now,
    deletedAt: null,
  }
  const { type, bytes, width, height, hash } = file
  const row = same
    ? onlyRow(await tx.update(attachments).set(about).where(isSame).returning())
    : onlyRow(
        await tx
          .insert(attachments)
          .values({ id: newId(), jobId, type, bytes, width, height, hash, ...about })
          .returning(),
      )
  await recordForHq(tx, now, job, actor, { verb: 'Added', kind: row.kind })
  return row
}
