import type { Answer } from './app'

export const sha256 = (bytes: Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

type Send = (method: string, path: string, sent: { body?: unknown; raw?: BodyInit }) => Promise<Answer>

export interface Adding {
  name?: string
  kind?: string
  thumbnail?: Uint8Array<ArrayBuffer>
}

/** Uploads a file to a job and adds it, as a page or a phone does. The place is such as `/api/admin/jobs/1`. */
export async function addFile(
  send: Send,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
  { name = 'photo.jpg', kind = 'photo', thumbnail }: Adding = {},
): Promise<Answer> {
  for (const part of [bytes, ...(thumbnail ? [thumbnail] : [])]) {
    const answer = await send('PUT', `${place}/uploads/${sha256(part)}`, { raw: part })
    if (answer.status !== 200) return answer
  }
  const thumbnailHash = thumbnail ? sha256(thumbnail) : null
  return send('POST', `${place}/files`, { body: { hash: sha256(bytes), name, kind, thumbnailHash } })
}
