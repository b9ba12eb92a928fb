import { piecesOf, proseOf, type Piece } from './pieces'
import { rules, type Rule } from './rules'

export interface Finding {
  line: number
  found: string
  say: string
}

/** Every word and phrase in a file that we say differently, in the order of its lines. */
export function findingsIn(path: string, source: string): Finding[] {
  const pieces = path.endsWith('.md') ? proseOf(source) : piecesOf(source, path.endsWith('x'))
  return pieces
    .flatMap((piece) => rules.flatMap((rule) => matchesOf(rule, piece)))
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, found, say }) => ({ line: source.slice(0, at).split('\n').length, found, say }))
}

function matchesOf(rule: Rule, piece: Piece): { at: number; found: string; say: string }[] {
  if (rule.kinds && !rule.kinds.includes(piece.kind)) return []
  const text = proseIn(piece)
  return [...text.matchAll(rule.pattern)]
    .filter(({ 0: found, index }) => !rule.isName || !isName(piece, found, index))
    .filter(({ index }) => !rule.starts || (piece.kind === 'comment' && isStart(rule.starts, text, index)))
    .map(({ 0: found, index }) => ({
      at: piece.start + index,
      found: found.trim().replaceAll(/\s+/g, ' '),
      say: rule.say,
    }))
}

function isStart(starts: 'comment' | 'sentence', text: string, index: number): boolean {
  const before = text.slice(0, index).trimEnd()
  const follows = starts === 'sentence' && /[.!?]/.test(before.at(-1) ?? '') && /[A-Z]/.test(text[index]!)
  return (before === '' || follows) && !isQuestion(text, index)
}

const isQuestion = (text: string, index: number): boolean => /[.!?]/.exec(text.slice(index))?.[0] === '?'

/** Code quoted in a sentence is not prose. */
function proseIn({ kind, text }: Piece): string {
  const quoted = kind === 'comment' || kind === 'markdown' ? /`[^`]+`/g : /`[^`\s]+`/g
  return text.replaceAll(quoted, (code) => code.replaceAll(/[^\n]/g, ' '))
}

/** `cancelled` on the wire, `colour` in a style and `/licences` in a path are names, and names stay. */
function isName({ kind, text }: Piece, found: string, index: number): boolean {
  const before = text[index - 1] ?? ''
  const after = text.slice(index + found.length, index + found.length + 2)
  if (/['"]/.test(before) && after.startsWith(before)) return true
  if (/\bAS\s$/.test(text.slice(0, index))) return true
  if (/[\w/.:=#&?@_-]/.test(before) || /^(?:[/_=@#-]|[.:]\w)/.test(after)) return true
  return kind !== 'markup' && kind !== 'comment' && !/\s/.test(text.trim()) && found === found.toLowerCase()
}
