import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isKnownTag } from '../../http/etag'
import { must } from '../../lib/errors'

/** Most wanted first. */
const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]
/** The compressed forms of an asset; null where compressing doesn't make it shorter. */
export type Encoded = Record<Coding, Uint8Array<ArrayBuffer> | null>

/** Under a name that changes with the content, a file never has to be asked for again. */
export const forEver = 'public, max-age=31536000, immutable'
/** Kept, but asked about each time: the answer is mostly a 304. */
export const askedAgain = 'no-cache'

/** Compressing less than this costs more than it saves. */
const leastWorthwhile = 512

/** An asset as an earlier process made it. */
export interface KeptForms {
  hash: string
  encoded: Encoded
}

/** Bytes that are the same for everybody, with their compressed forms made once. */
export class Asset {
  readonly hash: string
  readonly #encoded = new Map<Coding, Promise<Uint8Array<ArrayBuffer> | null>>()
  /** Null once the compressed forms are there: browsers ask for those, and both would take twice the memory. */
  #plain: Uint8Array<ArrayBuffer> | null
  #gzip: Uint8Array<ArrayBuffer> | null = null

  constructor(
    readonly type: string,
    bytes: Uint8Array<ArrayBuffer> | null,
    readonly headers: Record<string, string>,
    kept: KeptForms | null = null,
  ) {
    this.#plain = bytes
    this.hash = kept?.hash ?? shortHash(must(bytes, 'The content of an asset'))
    if (kept) this.reuse(kept.encoded)
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#plain ?? Bun.gunzipSync(must(this.#gzip, 'The content of an asset'))
  }

  /** Takes over forms that were made of the same bytes before. */
  reuse(encoded: Encoded): void {
    for (const coding of codings) this.#encoded.set(coding, Promise.resolve(encoded[coding]))
    this.#pack(encoded)
  }

  #pack({ gzip: packed }: Encoded): void {
    if (packed === null) return
    this.#gzip = packed
    this.#plain = null
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
  async warm(): Promise<Encoded> {
    const encoded = { br: await this.encoded('br'), gzip: await this.encoded('gzip') }
    this.#pack(encoded)
    return encoded
  }
}

export const shortHash = (bytes: Uint8Array): string => Bun.hash(bytes).toString(36).padStart(13, '0')

const isText = (type: string): boolean => /^text\/|javascript|json|svg/.test(type)

/** Higher levels save a fiftieth, but take twice the time and 30 MB more memory. */
const brotliQuality = 6

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

/** The form of an asset that this browser can read and does not have yet. */
export async function answerAsset(asset: Asset, request: Request): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const { coding, bytes } = await bestForm(asset, accepted)
  const etag = `"${asset.hash}${coding === null ? '' : `.${coding}`}"`
  const headers: Record<string, string> = { ...asset.headers, etag, vary: 'Accept-Encoding' }
  if (isKnownTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  headers['content-type'] = asset.type
  if (coding !== null) headers['content-encoding'] = coding
  return new Response(bytes, { headers })
}

async function bestForm(asset: Asset, accepted: string) {
  for (const coding of codings) {
    const bytes = isAccepted(accepted, coding) ? await asset.encoded(coding) : null
    if (bytes) return { coding, bytes }
  }
  return { coding: null, bytes: asset.bytes }
}

/** `gzip, br;q=0` takes gzip and refuses brotli; a `*` speaks for whatever is not named. */
function isAccepted(header: string, coding: Coding): boolean {
  const weights = new Map(header.split(',').map(weightOf))
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}

function weightOf(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}

/** Answers with text that stays as it is while the service runs: compressed once, and only when it is news. */
export function keptJson(text: string): (request: Request) => Promise<Response> {
  const asset = new Asset('application/json; charset=utf-8', new Uint8Array(Buffer.from(text)), {
    'cache-control': askedAgain,
  })
  return (request) => answerAsset(asset, request)
}
