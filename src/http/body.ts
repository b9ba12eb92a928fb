import { invalid } from '../lib/errors'

export const maxBodyBytes = 256 * 1024

/** No body we take is a quarter as deep; code that walks a body must not run out of stack. */
const maxDepth = 64

/** Stands in for a body nobody has read yet, and keeps the framework from reading it its own way. */
export const unread = null

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads JSON whatever the content type says, so that a missing header is not a missing body. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readCapped(request, maxBodyBytes)
  if (bytes === null) throw invalid(`The body is larger than ${maxBodyBytes / 1024} KB`)
  if (bytes.length === 0) return undefined
  if (isDeeper(bytes, maxDepth)) throw invalid(`The body is nested deeper than ${maxDepth} levels`)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw invalid('The body is not valid JSON')
  }
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Looks before JSON is made of it, and not into strings. */
function isDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === backslash) at++
    else if (byte === quote) inString = !inString
    else if (inString) continue
    else if (byte === openObject || byte === openList) depth++
    else if (byte === closeObject || byte === closeList) depth--
    if (depth > limit) return true
  }
  return false
}

/** The body's bytes, or null as soon as there are more than `limit` of them. */
export async function readCapped(request: Request, limit: number): Promise<Uint8Array | null> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > limit) return null
  if (request.body === null) return new Uint8Array()
  try {
    // Bun holds a reader to the announced length, so only a chunked body needs counting.
    return announced === null ? await readCounting(request.body, limit) : await request.bytes()
  } catch {
    throw invalid('The body ended too early')
  }
}

async function readCounting(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
