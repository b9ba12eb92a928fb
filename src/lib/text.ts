type Cell = string | number | boolean | null | undefined | readonly unknown[] | object

/**
 * One CSV line. Text that a spreadsheet would run as a formula is defused, and cells are quoted if any
 * spreadsheet could split them, for example at tabs or semicolons.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text = asText(cell)
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}

function asText(cell: string | readonly unknown[] | object): string {
  if (typeof cell === 'string') return cell
  return Array.isArray(cell) ? cell.map(String).join('; ') : JSON.stringify(cell)
}

/** Replaces everything that a program, phone or printer could treat as a line break with a space. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')

export function withoutTrailingSlash(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** Postal codes of the states, DC, the territories and the armed forces. */
export const stateCodes: ReadonlySet<string> = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH ' +
    'OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR VI GU AS MP AA AE AP'
  ).split(' '),
)

/** Five digits on their own, with or without the four digits of ZIP+4. A lookbehind would cost several times as much. */
const zipLike = /(^|[^\w.-])(\d{5})(?:-\d{4})?(?![\w-])/g
/** After a ZIP code, an address has at most a state and a country left. */
const nothingMore =
  /^[\s,.;]*(?:[a-z]{2}[\s,.;]*)?(?:(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?)[\s,.;]*)?$/i
/** A number after one of these words isn't a ZIP code. */
const unitWord =
  /(?:#|\b(?:apt|apartment|box|lot|no|number|rm|room|ste|suite|unit|hwy|highway|route|rte))[\s.]*$/i

/**
 * The ZIP code of a US address: the last five-digit number after a state or at the end. House numbers (`10001
 * Main St`), suites and PO boxes don't count.
 */
export function zipIn(address: string): string | null {
  let found: string | null = null
  for (const match of address.matchAll(zipLike)) {
    const before = address.slice(0, match.index + (match[1] ?? '').length)
    const after = address.slice(match.index + match[0].length)
    if (endsInState(before) || (nothingMore.test(after) && !unitWord.test(before))) found = match[2] ?? null
  }
  return found
}

/** The city, state and ZIP code of a US address, or the ZIP code alone: nothing that names a house. */
export function townIn(address: string): string | null {
  const zip = zipIn(address)
  if (zip === null) return null
  const parts = address.slice(0, address.lastIndexOf(zip)).split(',')
  const [city, state] = parts.slice(-2).map((part) => part.trim())
  const isTown = parts.length > 2 && city && state && stateCodes.has(state.toUpperCase()) && !/\d/.test(city)
  return isTown ? `${city}, ${state.toUpperCase()} ${zip}` : zip
}

function endsInState(text: string): boolean {
  const word = /(?:^|[\s,.])([a-z]{2})[\s,.]+$/i.exec(text)?.[1]
  return word !== undefined && stateCodes.has(word.toUpperCase())
}

const longest = 500

/**
 * Makes text from outside safe: one line, and nothing that a mail program or a phone would turn into a link.
 * It only inserts spaces, because removing characters could create another link.
 */
export function harmless(written: string): string {
  return oneLine(written.replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff\u200b]/g, ''))
    .replaceAll(/(?<=\p{L}):(?=\S)|:(?=[^\s\d])/gu, ': ')
    .replaceAll(/\/(?=\/)/g, '/ ')
    .replaceAll(/(?<=[\p{L}\p{N}_-])([.\u3002\uff0e\uff61])(?=[\p{L}_-]{2})/gu, '$1 ')
    .trim()
    .slice(0, longest)
}

export function isTimeZone(name: string): boolean {
  try {
    formatter(name, 'day')
    return true
  } catch {
    return false
  }
}

const styles = {
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone })
  formatters.set(key, made)
  return made
}

/** `Monday, March 2`. */
export const dayOf = (at: number, timeZone: string): string => plain(formatter(timeZone, 'day').format(at))

/** `9:00 AM`. */
export const timeOf = (at: number, timeZone: string): string => plain(formatter(timeZone, 'time').format(at))

/** Intl puts narrow spaces before AM and PM, which would double the price of a text message. */
const plain = (shown: string) => shown.replaceAll(/\s/g, ' ')

/** The day is a local date or whatever the customer's page sent. */
export function preferredDay(date: string | null): string | null {
  if (date === null) return null
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0]
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T12:00:00Z`)
  return Number.isNaN(at) ? date : dayOf(at, 'UTC')
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** UUIDs ignore case, so they are compared in lower case. Other ids are kept as they are. */
export const sameUuid = (id: string): string => (uuid.test(id) ? id.toLowerCase() : id)

/**
 * Parses JSON from outside. Lone surrogates become U+FFFD, as they would in the database, so answers match
 * the stored data.
 */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  return /\\u[dD][89A-Fa-f]/.test(text) ? wellFormed(parsed) : parsed
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]),
  )
}
