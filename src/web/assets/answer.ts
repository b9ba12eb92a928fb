import { codings, type Asset, type Coding } from './asset'

/** The form of an asset that this browser can read and does not have yet. */
export async function answerAsset(asset: Asset, request: Request): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const { coding, bytes } = await bestForm(asset, accepted)
  const etag = `"${asset.hash}${coding === null ? '' : `.${coding}`}"`
  const headers: Record<string, string> = { ...asset.headers, etag, vary: 'Accept-Encoding' }
  if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
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

/** Weak comparison, as the standard wants it here: a proxy may have weakened the tag. */
function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
