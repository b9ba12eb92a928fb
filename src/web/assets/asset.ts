import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Most wanted first. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Under a name that changes with the content, a file never has to be asked for again. */
export const forEver = 'public, max-age=31536000, immutable'
/** Kept, but asked about each time: the answer is mostly a 304. */
export const askedAgain = 'no-cache'

/** Compressing less than this costs more than it saves. */
const leastWorthwhile = 512

/** Bytes that are the same for everybody, with their compressed forms made once. */
export class Asset {
  readonly hash: string
  readonly #encoded = new Map<Coding, Promise<Uint8Array<ArrayBuffer> | null>>()

  constructor(
    readonly type: string,
    readonly bytes: Uint8Array<ArrayBuffer>,
    readonly headers: Record<string, string>,
  ) {
    this.hash = shortHash(bytes)
  }

  /** Null where the plain bytes are no longer than the compressed ones. */
  encoded(coding: Coding): Promise<Uint8Array<ArrayBuffer> | null> {
    const known = this.#encoded.get(coding)
    if (known) return known
    const made = isText(this.type) ? compress(coding, this.bytes) : Promise.resolve(null)
    this.#encoded.set(coding, made)
    return made
  }

  /** Makes every form ahead of the first request. */
  async warm(): Promise<void> {
    await Promise.all(codings.map((coding) => this.encoded(coding)))
  }
}

export const shortHash = (bytes: Uint8Array): string => Bun.hash(bytes).toString(36).padStart(13, '0')

const isText = (type: string): boolean => /^text\/|javascript|json|svg/.test(type)

/** The two best levels take four and fifteen times as long for a twentieth less. */
const brotliQuality = 9

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function compress(
  coding: Coding,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (bytes.length < leastWorthwhile) return null
  const shorter =
    coding === 'br'
      ? await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : await toGzip(bytes, { level: 9 })
  return shorter.length < bytes.length ? new Uint8Array(shorter) : null
}
