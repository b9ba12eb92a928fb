import { readText } from './csv'

/** The columns that every vCard is turned into, and the fields they fill. */
export const cardColumns = {
  Name: 'name',
  Company: 'company',
  Emails: 'email',
  Phones: 'phone',
  Address: 'address',
  Notes: 'notes',
  Categories: 'tags',
} as const

interface Property {
  name: string
  types: Set<string>
  value: string
}

export const isVCard = (bytes: Uint8Array): boolean =>
  /^(?:\uFEFF)?\s*BEGIN:VCARD/i.test(new TextDecoder().decode(bytes.subarray(0, 200)))

/** The rows of a vCard file (3.0 or 4.0), one per card, with the columns above first. */
export async function* readVCards(bytes: Uint8Array): AsyncGenerator<string[]> {
  yield Object.keys(cardColumns)
  let card: Property[] | null = null
  for await (const line of unfolded(bytes)) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) card = []
    else if (/^END:VCARD\s*$/i.test(line)) {
      const row = card === null ? [] : rowOf(card)
      if (row.some((cell) => cell !== '')) yield row
      card = null
    } else card?.push(...propertyIn(line))
  }
}

/** Long lines are folded: a line that starts with a space or a tab continues the one before it. */
async function* unfolded(bytes: Uint8Array): AsyncGenerator<string> {
  let rest = ''
  for await (const text of readText(bytes)) {
    rest += text
    // The first character after a line break decides whether the line goes on.
    const end = rest.lastIndexOf('\n', rest.length - 2)
    if (end === -1) continue
    const whole = rest.slice(0, end)
    if (/^[ \t]/.test(rest.slice(end + 1))) continue
    rest = rest.slice(end + 1)
    yield* linesOf(whole)
  }
  yield* linesOf(rest)
}

const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')
    .filter((line) => line !== '')

/** `item1.TEL;TYPE=cell,pref:+1 303 555 0100`. */
function propertyIn(line: string): Property[] {
  const colon = /^(?:[^":]|"[^"]*")*/.exec(line)?.[0].length ?? line.length
  const [head = '', ...parameters] = line.slice(0, colon).split(';')
  const name = head.slice(head.lastIndexOf('.') + 1).toUpperCase()
  const types = parameters.flatMap((parameter) =>
    parameter
      .replace(/^type=/i, '')
      .replaceAll('"', '')
      .toLowerCase()
      .split(','),
  )
  return name === '' ? [] : [{ name, types: new Set(types), value: line.slice(colon + 1).trim() }]
}

/** Parts are divided by semicolons, and a backslash takes the meaning from the next character. */
function partsOf(value: string): string[] {
  const parts = ['']
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? ''
    if (sign === ';') parts.push('')
    else parts[parts.length - 1] += sign === '\\' ? escaped(value[++at] ?? '') : sign
  }
  return parts.map((part) => part.trim())
}

const escaped = (sign: string): string => (sign === 'n' || sign === 'N' ? '\n' : sign)
const whole = (value: string): string => partsOf(value).filter(Boolean).join('; ')

function rowOf(card: Property[]): string[] {
  const all = (name: string) => card.filter((property) => property.name === name)
  const first = (name: string) => whole(all(name)[0]?.value ?? '')
  const [family = '', given = '', middle = ''] = partsOf(all('N')[0]?.value ?? '')
  const phones = byPreference(all('TEL').filter(({ types }) => !types.has('fax')))
  return [
    first('FN') || [given, middle, family].filter(Boolean).join(' '),
    partsOf(all('ORG')[0]?.value ?? '')
      .filter(Boolean)
      .join(', '),
    byPreference(all('EMAIL'))
      .map(({ value }) => whole(value))
      .join('; '),
    phones.map(({ value }) => value.replace(/^tel:/i, '').split(';')[0] ?? '').join('; '),
    addressOf(byPreference(all('ADR'))[0]?.value ?? ''),
    all('NOTE')
      .map(({ value }) => whole(value))
      .join('\n'),
    all('CATEGORIES')
      .map(({ value }) => whole(value))
      .join(', '),
  ]
}

/** Preferred values come first, then cell phones and homes, because we text and visit people. */
function byPreference(properties: Property[]): Property[] {
  const rank = ({ types }: Property): number => {
    if ([...types].some((type) => type === 'pref' || type.startsWith('pref='))) return 0
    return ['cell', 'home'].some((type) => types.has(type)) ? 1 : 2
  }
  return properties.toSorted((one, other) => rank(one) - rank(other))
}

function addressOf(value: string): string {
  const [box = '', extra = '', street = '', city = '', region = '', zip = ''] = partsOf(value)
  const streets = [street, extra, box].filter(Boolean).join(', ')
  return [streets, city, [region, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
