/** What makes two reports of one fault look different, and what stands for it. In this order. */
const variable: [pattern: RegExp, name: string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/gi, '<url>'],
  [/[^\s"'<>@(),;]+@[^\s"'<>@(),;]+\.[a-z]{2,}/gi, '<email>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '<id>'],
  [/\b(?:[a-z]{2,8}_)?(?=[\da-z]*\d)[\da-z]{16,}\b/gi, '<id>'],
  [/\b0x[\da-f]+\b/gi, '<number>'],
  [/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|“[^”\n]*”/g, '<text>'],
  [/\d+(?:[.,:]\d+)*/g, '<number>'],
]

/** The message reduced to what all reports of the same fault have in common. */
export function groupingOf(message: string): string {
  const reduced = variable.reduce((text, [pattern, name]) => text.replaceAll(pattern, () => name), message)
  return reduced.replaceAll(/\s+/g, ' ').trim() || 'no message'
}
