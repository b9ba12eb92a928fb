import type { AnswersInput, SignatureInput } from '../../../modules/records'
import { ApiError } from '../../client/api'
import { phoneStore } from '../phone-store'
import { sealJson, unsealJson, type Sealed } from '../seal'

export type Answer = AnswersInput['answers'][number]

/** Something that was answered or signed on a visit. */
export type Noted = { answer: Answer } | { signature: SignatureInput }

/** A note that waits on the phone. Of the answers to one item, only the last does. */
export interface WaitingNote {
  key: string
  workerId: string
  jobId: string
  /** When it was noted: a newer note may take its place while it is sent. */
  at: string
  noted: Sealed
}

export interface NotePlace {
  all(): Promise<WaitingNote[]>
  put(note: WaitingNote): Promise<void>
  /** Leaves a newer note under the same key alone. */
  remove(note: WaitingNote): Promise<void>
}

export function notesOnPhone(): NotePlace {
  const phone = phoneStore()
  return {
    all: () => phone.read('records', (store) => store.getAll()),
    put: (note) => phone.write(['records'], (transaction) => transaction.objectStore('records').put(note)),
    remove: ({ key, at }) =>
      phone.write(['records'], (transaction) => {
        const store = transaction.objectStore('records')
        const kept = store.get(key) as IDBRequest<WaitingNote | undefined>
        kept.addEventListener('success', () => kept.result?.at === at && store.delete(key))
      }),
  }
}

export interface Owner {
  workerId: string
  sealKey: string
}

/** Answers and signatures on the phone until the office has them. Only their technician sees and sends them. */
export class NoteQueue {
  constructor(
    private readonly place: NotePlace,
    private readonly send: (jobId: string, noted: Noted) => Promise<unknown>,
    private readonly owner: Owner,
  ) {}

  async waiting(): Promise<{ jobId: string; noted: Noted }[]> {
    const own = await this.#own()
    return Promise.all(own.map(async (note) => ({ jobId: note.jobId, noted: await this.#open(note) })))
  }

  async add(jobId: string, noted: Noted): Promise<void> {
    const { workerId, sealKey } = this.owner
    const [id, at] =
      'answer' in noted
        ? [noted.answer.itemId, noted.answer.answeredAt]
        : [noted.signature.id, noted.signature.signedAt]
    await this.place.put({
      key: `${jobId} ${id}`,
      workerId,
      jobId,
      at,
      noted: await sealJson(sealKey, noted),
    })
  }

  /**
   * Sends one after another; throws when the rest has to wait. The office's refusals come back: sending those
   * again would change nothing.
   */
  async flush(jobId?: string): Promise<ApiError[]> {
    const refused: ApiError[] = []
    for (const note of await this.#own())
      if (jobId === undefined || note.jobId === jobId) {
        try {
          await this.send(note.jobId, await this.#open(note))
        } catch (error) {
          if (!(error instanceof ApiError) || isForLater(error)) throw error
          refused.push(error)
        }
        await this.place.remove(note)
      }
    return refused
  }

  async #own(): Promise<WaitingNote[]> {
    const own = (await this.place.all()).filter(({ workerId }) => workerId === this.owner.workerId)
    return own.toSorted((one, other) => one.at.localeCompare(other.at))
  }

  async #open({ noted }: WaitingNote): Promise<Noted> {
    return (await unsealJson(this.owner.sealKey, noted)) as Noted
  }
}

const isForLater = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500
