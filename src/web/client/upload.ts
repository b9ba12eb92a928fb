import { ApiError } from './api'
import type { Ready } from './picture'

/** Where the files of a job go: `api.admin.jobs(id)`, or a technician's own job. */
export interface UploadPlace<File> {
  uploads(hash: string): {
    get(): Promise<{ received: number; added: boolean }>
    put(part: Blob, options: { query: { offset: number } }): Promise<{ received: number }>
  }
  files: {
    post(body: { hash: string; name: string; kind: Kind; thumbnailHash: string | null }): Promise<File>
  }
}

export type Kind = 'before' | 'after' | 'photo' | 'document'

/** Small enough to show progress and to lose little when a connection breaks. */
const partBytes = 1024 * 1024
const mostAttempts = 4

/** Sends a file in parts, continues where a connection broke, and adds it to the job. */
export async function sendFile<File>(
  place: UploadPlace<File>,
  { name, file, thumbnail }: Ready,
  kind: Kind,
  onProgress: (share: number) => void = () => {},
): Promise<File> {
  const hash = await hashOf(file)
  const { added } = await place.uploads(hash).get()
  if (added) return place.files.post({ hash, name, kind, thumbnailHash: null })
  const thumbnailHash = thumbnail && (await send(place, thumbnail, () => {}))
  await send(place, file, onProgress)
  return place.files.post({ hash, name, kind, thumbnailHash })
}

async function send<File>(
  place: UploadPlace<File>,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<string> {
  const hash = await hashOf(file)
  const upload = place.uploads(hash)
  let { received } = await upload.get()
  for (let failures = 0; received < file.size || received === 0;) {
    onProgress(received / file.size)
    try {
      const part = file.slice(received, received + partBytes, 'application/octet-stream')
      received = (await upload.put(part, { query: { offset: received } })).received
      failures = 0
    } catch (error) {
      if (!(error instanceof ApiError) || !canContinue(error) || ++failures >= mostAttempts) throw error
      const { received: arrived } = await upload.get()
      // On a weak line each attempt brings a little, which is no failure.
      if (arrived > received) failures = 0
      received = arrived
    }
  }
  onProgress(1)
  return hash
}

/** A broken connection, a part at the wrong place, or a service that is just restarting. */
const canContinue = ({ status }: ApiError): boolean => status === 0 || status === 409 || status >= 500

/** The identity of a file: the same bytes of a job are the same file. */
export async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
