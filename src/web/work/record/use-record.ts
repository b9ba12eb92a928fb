import { createContext } from 'preact'
import { useContext, useMemo, useState } from 'preact/hooks'
import { latestAnswers } from '../../../lib/checklist'
import type { SignatureInput, WorkRecord } from '../../../modules/records'
import type { WorkJob } from '../../../modules/workforce'
import { ApiError, type Api } from '../../client/api'
import { toast } from '../../components/toast'
import { lastSeen, officeTime } from '../device'
import { useSending } from '../use-sending'
import { words } from '../words'
import { NoteQueue, notesOnPhone, type Noted, type Owner } from './queue'

interface Record {
  /** A job's record with what waits to be sent; null if its service asks for nothing. */
  of: (job: WorkJob) => Shown | null
  answer: (job: WorkJob, item: WorkRecord['items'][number], value: boolean | number | string | null) => void
  sign: (job: WorkJob, signature: Omit<SignatureInput, 'id' | 'signedAt'>) => Promise<void>
}

export interface Shown extends WorkRecord {
  unsent: number
}

const Shared = createContext<Record | null>(null)
export const RecordShared = Shared.Provider
export const useRecord = (): Record | null => useContext(Shared)

interface Worker {
  id: string
  /** A day that the phone has kept from an older version has none. */
  sealKey?: string | undefined
}

const place = notesOnPhone()
const ownerOf = (worker: Worker | null | undefined): Owner | null =>
  worker?.sealKey === undefined ? null : { workerId: worker.id, sealKey: worker.sealKey }

/** Two tabs, or a step and the page, must not send the same note at the same time. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('truckroll.record', work) : work()

function queueFor(api: Api, owner: Owner, onSaved: (jobId: string, record: WorkRecord) => void): NoteQueue {
  const send = async (jobId: string, noted: Noted) => {
    const job = api.work.jobs(jobId)
    const saved =
      'answer' in noted
        ? await job.answers.put({ answers: [noted.answer] })
        : await job.signatures.post(noted.signature, { key: null })
    remember(jobId, saved)
    onSaved(jobId, saved)
  }
  return new NoteQueue(place, send, owner)
}

/** The phone's own copy of the day must not fall behind what the office has confirmed. */
function remember(jobId: string, record: WorkRecord): void {
  const seen = lastSeen.read()
  if (seen === null) return
  lastSeen.write({ ...seen, jobs: seen.jobs.map((job) => (job.id === jobId ? { ...job, record } : job)) })
}

/** Before a visit is finished, the office needs its answers. Throws if they have to wait, and the step with them. */
export async function sendRecordOf(api: Api, jobId: string): Promise<void> {
  const owner = ownerOf(lastSeen.read()?.worker)
  // Without the day there is no key yet to open them with.
  if (owner === null) throw new ApiError('The day is missing', 503)
  await alone(() => queueFor(api, owner, () => {}).flush(jobId))
}

/** Answers and signatures, kept on the phone and sent whenever the network allows. */
export function useRecordQueue(api: Api, worker: Worker | null): Record {
  const [waiting, setWaiting] = useState<{ jobId: string; noted: Noted }[]>([])
  const [saved, setSaved] = useState<ReadonlyMap<string, WorkRecord>>(new Map())
  const queue = useMemo(() => {
    const owner = ownerOf(worker)
    return (
      owner &&
      queueFor(api, owner, (jobId, record) => setSaved((before) => new Map([...before, [jobId, record]])))
    )
  }, [api, worker?.id, worker?.sealKey])
  const look = async () => setWaiting((await queue?.waiting()) ?? [])
  /** Returns whether something has to wait. */
  const flush = async (): Promise<boolean> => {
    if (queue === null) return false
    await look()
    try {
      const refused = await alone(() => queue.flush())
      if (refused.length > 0) toast(words.record.refused, 'bad')
      return false
    } catch {
      return true
    } finally {
      await look()
    }
  }
  useSending(flush, [queue])
  const note = async (jobId: string, noted: Noted) => {
    try {
      await queue?.add(jobId, noted)
      await look()
    } catch {
      toast(words.record.unsaved, 'bad')
    }
    void flush().catch(() => null)
  }
  return {
    of: (job) => shownOf(job, saved.get(job.id), waiting),
    answer: (job, { id: itemId, label, kind }, value) =>
      void note(job.id, { answer: { itemId, label, kind, value, answeredAt: officeTime() } }),
    sign: (job, signature) =>
      note(job.id, { signature: { ...signature, id: crypto.randomUUID(), signedAt: officeTime() } }),
  }
}

function shownOf(
  job: WorkJob,
  saved: WorkRecord | undefined,
  waiting: readonly { jobId: string; noted: Noted }[],
): Shown | null {
  const { record } = job
  if (!record || (record.items.length === 0 && !record.asksSignature)) return null
  const own = waiting.filter(({ jobId }) => jobId === job.id).map(({ noted }) => noted)
  const answers = own.flatMap((noted) => ('answer' in noted ? [noted.answer] : []))
  const signature = own.findLast((noted) => 'signature' in noted)?.signature
  return {
    ...record,
    answers: latestAnswers(record.answers, saved?.answers ?? [], answers),
    signature: signature ?? newer(record.signature, saved?.signature ?? null),
    unsent: own.length,
  }
}

type Signature = WorkRecord['signature']

const newer = (one: Signature, other: Signature): Signature =>
  one && other ? (one.signedAt > other.signedAt ? one : other) : (one ?? other)
