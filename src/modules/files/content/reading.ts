import type { FileHandle } from 'node:fs/promises'

/** The bytes from one place up to, but not including, another. */
export type Span = readonly [from: number, to: number]

/** The parts of a file to keep, in order: stretches of it, and bytes of our own in between. */
export type Piece = Span | Uint8Array

/** What a file is by its own bytes, and the parts of it that we keep. */
export type Found =
  | { type: 'image/jpeg' | 'image/png' | 'image/webp'; width: number; height: number; pieces: Piece[] }
  | { type: 'application/pdf'; width: null; height: null; pieces: Piece[] }

const windowBytes = 64 * 1024

/** Reads here and there in a file without holding more than a window of it. */
export class Reading {
  #window: Uint8Array = new Uint8Array()
  #start = 0

  constructor(
    readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /** These bytes, or fewer at the end of the file. */
  async at(from: number, length: number): Promise<Uint8Array> {
    const end = Math.min(from + length, this.size)
    if (from < this.#start || end > this.#start + this.#window.length) await this.#move(from, length)
    return this.#window.subarray(from - this.#start, Math.max(0, end - this.#start))
  }

  async #move(from: number, length: number): Promise<void> {
    const wanted = Math.max(0, Math.min(Math.max(length, windowBytes), this.size - from))
    const { buffer, bytesRead } = await this.handle.read(new Uint8Array(wanted), 0, wanted, from)
    this.#window = buffer.subarray(0, bytesRead)
    this.#start = from
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
