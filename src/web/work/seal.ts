/** Bytes that only the technician's key opens. The phone forgets the key together with the day. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

const method = 'AES-GCM'

const keyFrom = (hex: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    method,
    false,
    ['encrypt', 'decrypt'],
  )

export async function seal(key: string, bytes: Blob): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const content = await crypto.subtle.encrypt(
    { name: method, iv: nonce },
    await keyFrom(key),
    await bytes.arrayBuffer(),
  )
  return { nonce, content }
}

export async function unseal(key: string, { nonce, content }: Sealed): Promise<Blob> {
  const bytes = await crypto.subtle.decrypt({ name: method, iv: nonce }, await keyFrom(key), content)
  return new Blob([bytes], { type: 'image/jpeg' })
}

export const sealJson = (key: string, value: unknown): Promise<Sealed> =>
  seal(key, new Blob([JSON.stringify(value)]))

export const unsealJson = async (key: string, sealed: Sealed): Promise<unknown> =>
  JSON.parse(await (await unseal(key, sealed)).text())
