import { useRef, useState } from 'preact/hooks'
import type { JobFile } from '../../../modules/files'
import { wholeMessageOf } from '../../api-error'
import { readyToSend } from '../../client/picture'
import { sendFile, type Kind } from '../../client/upload'
import { api } from '../session'

/** A file on its way to a job. */
export interface Sending {
  key: number
  file: File
  jobId: string
  kind: Kind
  share: number
  problem: string | null
}

let lastKey = 0

/** Sends files one after another, so that a slow line isn't divided. A failed one stays until it is tried again. */
export function useSending(onAdded: (file: JobFile) => void) {
  const [list, setList] = useState<Sending[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const latest = useRef(onAdded)
  latest.current = onAdded
  const change = (key: number, about: Partial<Sending>) =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...about } : one)))
  const dismiss = (key: number) => setList((before) => before.filter((one) => one.key !== key))
  const start = ({ key, file, jobId, kind }: Sending) => {
    queue.current = queue.current.then(async () => {
      try {
        const ready = await readyToSend(file)
        const added = await sendFile(api.admin.jobs(jobId), ready, kind, (share) => change(key, { share }))
        dismiss(key)
        latest.current(added)
      } catch (error) {
        change(key, { problem: wholeMessageOf(error) })
      }
    })
  }
  const add = (files: readonly File[], jobId: string, kind: Kind) => {
    const added = files.map((file) => ({ key: ++lastKey, file, jobId, kind, share: 0, problem: null }))
    setList((before) => [...before, ...added])
    added.forEach(start)
  }
  const retry = (one: Sending) => {
    change(one.key, { problem: null, share: 0 })
    start(one)
  }
  return { list, add, retry, dismiss }
}
