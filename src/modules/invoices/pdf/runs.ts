import { oneLine } from '../../../lib/text'
import { faceOf, usualFace, type FaceId } from './fonts'

/** A piece of text in one font, in drawing order from left to right. */
export interface Run {
  text: string
  face: FaceId
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const letter = /\p{L}/u
const mirrored = new Map(
  ['()', '[]', '{}', '<>', '«»'].flatMap(
    ([open = '', close = '']) =>
      [
        [open, close],
        [close, open],
      ] as const,
  ),
)

/**
 * Splits a text into runs, one list per line. The PDF library draws everything from left to right, so text with
 * Arabic or Hebrew is broken into lines here and each line is put into visual order. The font joins and turns
 * the letters of a word.
 */
export function linesOf(text: string, charactersPerLine: number): Run[][] {
  const clean = withoutUnprintable(text)
  if (!rightToLeft.test(clean)) return [facesIn(clean)]
  const words = clean.split(/\s+/u).filter((word) => word !== '')
  const base = directionOf(words.find((word) => directionOf(word) !== 'neutral') ?? '')
  return wrapped(words, charactersPerLine).map((line) => drawn(line, base))
}

/** Control characters mean nothing on paper, and an emoji without a font would be a box. */
function withoutUnprintable(text: string): string {
  const printable = oneLine(text.normalize('NFC')).replaceAll(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '')
  const pictures = /\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier}|\u200d/gu
  return printable.replaceAll(pictures, (picture) => (faceOf(picture) === null ? '' : picture)).trim()
}

function facesIn(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const last = runs.at(-1)
    // A mark stays with the letter before it, so the font can place it.
    const face = last && /\p{M}/u.test(character) ? last.face : (faceOf(character) ?? usualFace)
    if (last?.face === face) last.text += character
    else runs.push({ text: character, face })
  }
  return runs
}

function wrapped(words: string[], most: number): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let length = Infinity
  for (const word of words) {
    if (length + 1 + word.length > most) {
      line = []
      lines.push(line)
      length = -1
    }
    line.push(word)
    length += 1 + word.length
  }
  return lines
}

type Direction = 'left' | 'right' | 'neutral'

function directionOf(word: string): Direction {
  if (rightToLeft.test(word)) return 'right'
  return letter.test(word) ? 'left' : 'neutral'
}

/** Words of one direction stay together; right-to-left words are drawn last word first. */
function drawn(words: string[], base: Direction): Run[] {
  const groups: { direction: Direction; words: string[] }[] = []
  const directions = resolved(words.map(directionOf), base)
  for (const [place, word] of words.entries()) {
    const direction = directions[place] ?? base
    const last = groups.at(-1)
    if (last?.direction === direction) last.words.push(word)
    else groups.push({ direction, words: [word] })
  }
  if (base === 'right') groups.reverse()
  const ordered = groups.flatMap(({ direction, words }) =>
    direction === 'right' ? words.toReversed().map(turned) : words.map(facesIn),
  )
  return joined(ordered)
}

/** Numbers and signs follow their neighbors if both agree, otherwise the text. */
function resolved(directions: Direction[], base: Direction): Direction[] {
  const strong = (list: Direction[]) => list.find((direction) => direction !== 'neutral') ?? base
  return directions.map((direction, place) => {
    if (direction !== 'neutral') return direction
    const before = strong(directions.slice(0, place).toReversed())
    return before === strong(directions.slice(place + 1)) ? before : base
  })
}

/** Letters and numbers are drawn as they are, or turned by the font; the signs around them switch sides. */
const pieces = /[\p{L}\p{M}]+|\p{N}+(?:[.,:/-]\p{N}+)*|[^\p{L}\p{M}\p{N}]/gu

/** Draws the pieces of a right-to-left word in reverse order. */
function turned(word: string): Run[] {
  const found = word.match(pieces) ?? []
  return found.toReversed().flatMap((piece) => {
    const runs = facesIn(mirrored.get(piece) ?? piece)
    return rightToLeft.test(piece) ? runs.toReversed() : runs
  })
}

function joined(words: Run[][]): Run[] {
  return words.flatMap((word, place) => (place === 0 ? word : [{ text: ' ', face: usualFace }, ...word]))
}
