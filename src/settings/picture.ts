/** What a picture file says about itself, read from its bytes and never from its name. */
export interface Picture {
  type: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegStart = [0xff, 0xd8, 0xff]

/** Null if it is no PNG or JPEG, or ends before its size. */
export function pictureIn(bytes: Uint8Array): Picture | null {
  const startsWith = (start: number[]) => start.every((byte, at) => bytes[at] === byte)
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = startsWith(pngStart) ? pngSize(data) : startsWith(jpegStart) ? jpegSize(data) : null
  if (size === null || size.width === 0 || size.height === 0) return null
  return { type: startsWith(pngStart) ? 'image/png' : 'image/jpeg', ...size }
}

type Size = Pick<Picture, 'width' | 'height'>

const header = 0x49_48_44_52

/** The first chunk of a PNG is its header, IHDR. */
function pngSize(data: DataView): Size | null {
  if (data.byteLength < 33 || data.getUint32(12) !== header) return null
  return { width: data.getUint32(16), height: data.getUint32(20) }
}

/** Three of the markers from C0 to CF are tables; the others start a frame, which has the size. */
const startsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(data: DataView): Size | null {
  let at = 2
  while (at + 9 <= data.byteLength) {
    if (data.getUint8(at) !== 0xff) return null
    const marker = data.getUint8(at + 1)
    if (startsFrame(marker)) return { height: data.getUint16(at + 5), width: data.getUint16(at + 7) }
    // A marker may be padded with FF.
    at += marker === 0xff ? 1 : 2 + data.getUint16(at + 2)
  }
  return null
}
