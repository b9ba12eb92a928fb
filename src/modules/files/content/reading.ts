import type { FileHandle } from 'node:fs/promises'

/** The bytes from one place up to, but not including, another. */
export type Span = readonly [from: number, to: number]

/** The parts of a file to keep, in order: stretches of it, and bytes of our own in between. */
export type Piece = Span | Uint8Array

/** The type of a file by its own bytes, and the parts of it that we keep. */
export type Found =
  | { type: 'image/jpeg' | 'image/png' | 'image/webp'; width: number; height: number; pieces: Piece[] }
  | { type: 'application/pdf'; width: null; height: null; pieces: Piece[] }

const windowBytes = 128 * 1024

/** Reads here and there in a file without holding more than a window of it. Later reads overwrite the bytes it returned. */
export class Reading {
  readonly #window = new Uint8Array(windowBytes)
  #start = 0
  #end = 0

  constructor(
    readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /** These bytes, at most a window of them, or fewer at the end of the file. */
  async at(from: number, length: number): Promise<Uint8Array> {
    const end = Math.min(from + length, this.size)
    if (from < this.#start || end > this.#end) {
      const wanted = Math.max(0, Math.min(windowBytes, this.size - from))
      const { bytesRead } = await this.handle.read(this.#window, 0, wanted, from)
      this.#start = from
      this.#end = from + bytesRead
    }
    return this.#window.subarray(from - this.#start, Math.max(0, Math.min(end, this.#end) - this.#start))
  }

  /** Every byte once, a window at a time. */
  async *all(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.size; at += windowBytes) yield await this.at(at, windowBytes)
  }

  /** The bytes of a piece, a window at a time. */
  async *bytesOf(piece: Piece): AsyncGenerator<Uint8Array> {
    if (piece instanceof Uint8Array) yield piece
    else
      for (let at = piece[0]; at < piece[1]; at += windowBytes)
        yield await this.at(at, Math.min(windowBytes, piece[1] - at))
  }
}

export const view = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const lettersOf = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))
