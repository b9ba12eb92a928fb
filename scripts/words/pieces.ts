export interface Piece {
  kind: 'comment' | 'string' | 'template' | 'markup' | 'markdown'
  /** Without its delimiters; whatever is not prose is replaced by spaces, so every offset still fits. */
  text: string
  /** The offset of the first character in the file. */
  start: number
}

/** Stands for an expression inside a template or markup. */
export const hole = '\uFFFC'

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
const withoutStar = (line: string): string =>
  line.trimStart().startsWith('*') ? line.replace('*', ' ') : line
const wordsBeforePattern =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield|default|extends|instanceof)$/

/** The comments, strings, templates and markup text of a TypeScript file. */
export function piecesOf(source: string, withMarkup = true): Piece[] {
  const pieces: Piece[] = []
  let at = source.startsWith('#!') ? source.indexOf('\n') : 0
  // The end of the last token that was not a comment, which tells a division from a pattern.
  let last = at

  const add = (kind: Piece['kind'], start: number, end: number, afterHole = false) => {
    const text = source.slice(start, end)
    if (text.slice(afterHole ? 1 : 0).trim() === '') return
    pieces.push({ kind, text: afterHole ? hole + text.slice(1) : text, start })
  }
  const fail = (what: string): never => {
    throw new Error(`line ${source.slice(0, at).split('\n').length}: cannot read this ${what}`)
  }
  const follows = (text: string): boolean => source.startsWith(text, at)
  const expectsValue = (): boolean => {
    const before = source.slice(Math.max(0, last - 12), last)
    return !/[\w$)\]}'"`]!?$/.test(before) || wordsBeforePattern.test(before) || before.endsWith('=>')
  }

  function skipSpace(): void {
    for (;;) {
      while (at < source.length && /\s/.test(source[at]!)) at += 1
      if (follows('//')) lineComment()
      else if (follows('/*')) blockComment()
      else return
    }
  }

  function lineComment(): void {
    const newline = source.indexOf('\n', at)
    const end = newline === -1 ? source.length : newline
    const text = `  ${source.slice(at + 2, end)}`
    const before = pieces.at(-1)
    const between =
      before?.kind === 'comment' ? source.slice(before.start + before.text.length, at) : undefined
    // Lines of comment below each other are one comment, unless the first one ends a line of code.
    if (before && between !== undefined && /^\n[^\S\n]*$/.test(between) && startsLine(before.start))
      before.text += between + text
    else pieces.push({ kind: 'comment', text, start: at })
    at = end
  }

  const startsLine = (start: number): boolean =>
    source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === ''

  function blockComment(): void {
    const close = source.indexOf('*/', at + 2)
    if (close === -1) fail('comment')
    const lines = source
      .slice(at, close)
      .replace(/^\/\*+/, blank)
      .split('\n')
    const text = lines.map(withoutStar).join('\n')
    pieces.push({ kind: 'comment', text, start: at })
    at = close + 2
  }

  function string(quote: string, lines = false): void {
    const start = at + 1
    for (at = start; source[at] !== quote; at += source[at] === '\\' && !lines ? 2 : 1)
      if (at >= source.length || (source[at] === '\n' && !lines)) fail('string')
    add('string', start, at)
    at += 1
  }

  function template(): void {
    let start = at + 1
    let afterHole = false
    for (at = start; source[at] !== '`';) {
      if (at >= source.length) fail('template')
      if (follows('${')) {
        add('template', start, at, afterHole)
        at += 2
        code()
        start = at
        afterHole = true
        at += 1
      } else at += source[at] === '\\' ? 2 : 1
    }
    add('template', start, at, afterHole)
    at += 1
  }

  function pattern(): void {
    let inClass = false
    for (at += 1; source[at] !== '/' || inClass; at += 1) {
      if (at >= source.length || source[at] === '\n') fail('pattern')
      if (source[at] === '\\') at += 1
      else if (source[at] === '[') inClass = true
      else if (source[at] === ']') inClass = false
    }
    at += 1
  }

  function element(): void {
    at += 1
    while (/[\w.:-]/.test(source[at] ?? '')) at += 1
    if (follows('<')) typeArguments()
    for (;;) {
      skipSpace()
      if (at >= source.length) fail('element')
      if (follows('/>')) {
        at += 2
        return
      }
      if (follows('>')) break
      if (follows('"') || follows("'")) string(source[at]!, true)
      else if (follows('{')) expression()
      else at += 1
    }
    at += 1
    children()
  }

  function typeArguments(): void {
    let depth = 0
    do {
      if (at >= source.length) fail('type')
      if (follows('<')) depth += 1
      else if (follows('>') && source[at - 1] !== '=') depth -= 1
      at += 1
    } while (depth > 0)
  }

  /** Leaves `at` behind the closing brace. */
  function expression(): void {
    at += 1
    code()
    if (!follows('}')) fail('brace')
    at += 1
  }

  function children(): void {
    let start = at
    let afterHole = false
    while (!follows('</')) {
      if (at >= source.length) fail('element')
      if (!follows('{') && !follows('<')) {
        at += 1
        continue
      }
      add('markup', start, at, afterHole)
      afterHole = follows('{')
      if (afterHole) expression()
      else element()
      start = afterHole ? at - 1 : at
    }
    add('markup', start, at, afterHole)
    at = source.indexOf('>', at) + 1
  }

  /** Reads up to the brace that closes this code, or to the end. */
  function code(): void {
    last = at
    for (;;) {
      skipSpace()
      if (at >= source.length || follows('}')) return
      const first = source[at]!
      if (first === '{') {
        expression()
      } else if (first === "'" || first === '"') string(first)
      else if (first === '`') template()
      else if (first === '/' && expectsValue()) pattern()
      else if (first === '<' && withMarkup && expectsValue() && isTag()) element()
      else if (/[\w$]/.test(first)) while (at < source.length && /[\w$]/.test(source[at]!)) at += 1
      else at += 1
      last = at
    }
  }

  const isTag = (): boolean =>
    /^<(?:>|[A-Za-z][\w.:-]*(?!\s*,|\s+extends\b|\w))/.test(source.slice(at, at + 80))

  code()
  if (at < source.length) fail('brace')
  return pieces
}

/** The prose of a Markdown file: one piece, with code and addresses blanked out. */
export function proseOf(markdown: string): Piece[] {
  const text = markdown
    .replaceAll(/^( *)(```|~~~)[^]*?^ *\2/gm, blank)
    .replaceAll(/\]\([^)\s]*\)|<https?:[^>]*>/g, blank)
  return [{ kind: 'markdown', text, start: 0 }]
}
