import { text, type Block, type Run } from './template'

/** The values that a text can name in braces. */
export type Values = Readonly<Record<string, string>>

const markOrLink = /\{([a-z_]+)\}|https?:\/\/[^\s{}<>"']+/g

/**
 * The office's links become links; nothing that came in with a value does. Filled in one pass: a value is never
 * searched again, so a name of `{email}` stays a name.
 */
export function runsOf(pattern: string, values: Values): Run[] {
  const runs: Run[] = []
  let done = 0
  for (const found of pattern.matchAll(markOrLink)) {
    const [shown, key] = found
    const before = pattern.slice(done, found.index)
    if (key === undefined) {
      // A full stop behind a link ends the sentence, not the address.
      const url = shown.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, '')
      runs.push(before, { url })
      done = found.index + url.length
    } else if (Object.hasOwn(values, key)) {
      runs.push(before, values[key] ?? '')
      done = found.index + shown.length
    }
  }
  return [...runs, pattern.slice(done)].filter((run) => run !== '')
}

/** The same as one text, where nothing can be a link. */
export const fill = (pattern: string, values: Values): string =>
  runsOf(pattern, values)
    .map((run) => (typeof run === 'string' ? run : run.url))
    .join('')

/** An empty line begins a new paragraph. */
export function paragraphs(pattern: string, values: Values): Block[] {
  return pattern
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => text(...runsOf(part.trim(), values)))
}
