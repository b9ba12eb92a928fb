import { MapFault } from '../fault'

const truncated = () => new MapFault('The map file is damaged: a record ends before its data does')

/** Reads the wire format of protocol buffers from a stretch of bytes. */
export class Cursor {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
    readonly end = bytes.length,
  ) {
    if (end > bytes.length || at > end) throw truncated()
  }

  get more(): boolean {
    return this.at < this.end
  }

  /** Up to 2^53, which ids of OpenStreetMap are far from. */
  varint(): number {
    const { bytes } = this
    let byte = bytes[this.at++]
    if (byte === undefined || this.at > this.end) throw truncated()
    if (byte < 128) return byte
    let value = byte & 127
    let scale = 128
    do {
      byte = bytes[this.at++]
      if (byte === undefined || this.at > this.end || scale > 2 ** 63) throw truncated()
      value += (byte & 127) * scale
      scale *= 128
    } while (byte >= 128)
    return value
  }

  /** A number whose sign is in its lowest bit. */
  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** The stretch of a field that has a length, and the cursor moved behind it. */
  section(): Cursor {
    const length = this.varint()
    if (this.at + length > this.end) throw truncated()
    const inner = new Cursor(this.bytes, this.at, this.at + length)
    this.at += length
    return inner
  }

  rest(): Uint8Array {
    return this.bytes.subarray(this.at, this.end)
  }

  /** Passes over a field nobody asked for; the tag has its wire type in the lowest three bits. */
  skip(tag: number): void {
    const type = tag & 7
    if (type === 0) this.varint()
    else if (type === 1) this.at += 8
    else if (type === 2) this.section()
    else if (type === 5) this.at += 4
    else throw new MapFault('The map file is damaged: a field has no known type')
    if (this.at > this.end) throw truncated()
  }
}
