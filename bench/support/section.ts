import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes one named section of a document and leaves every other line alone. */
export function writeSection(file: string, title: string, name: string, body: string): void {
  const document = existsSync(file) ? readFileSync(file, 'utf8') : `# ${title}\n`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, replaceSection(document, name, body))
}

/** The document with the section between its markers replaced, or added at the end if there is none. */
export function replaceSection(document: string, name: string, body: string): string {
  const start = `<!-- ${name}:start -->`
  const end = `<!-- ${name}:end -->`
  const section = `${start}\n\n${body.trim()}\n\n${end}`
  const from = document.indexOf(start)
  const to = document.indexOf(end)
  if (from === -1 && to === -1) return `${document.trimEnd()}\n\n${section}\n`.trimStart()
  const twice = document.includes(start, from + 1) || document.includes(end, to + 1)
  // Guessing where a damaged section ends could delete someone's text.
  if (from === -1 || to < from || twice) throw new Error(`the markers of section ${name} don’t match`)
  return document.slice(0, from) + section + document.slice(to + end.length)
}
