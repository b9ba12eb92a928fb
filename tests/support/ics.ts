/** One component of a calendar, as a calendar app reads it. */
export interface Component {
  name: string
  properties: Record<string, string>
  inside: Component[]
}

/** A small strict reader of RFC 5545: it throws on whatever an app might trip over. */
export function readCalendar(text: string): Component {
  if (!text.endsWith('\r\n') || /[^\r]\n|\r[^\n]/.test(text)) throw new Error('Lines must end with CRLF')
  for (const line of text.split('\r\n'))
    if (Buffer.byteLength(line) > 75) throw new Error(`A line has more than 75 bytes: ${line}`)
  const lines = text.trimEnd().replaceAll('\r\n ', '').split('\r\n')
  const root: Component = { name: '', properties: {}, inside: [] }
  const open = [root]
  for (const line of lines) {
    const [, key = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    if (key === '') throw new Error(`Not a property: ${line}`)
    const current = open.at(-1)!
    if (key === 'BEGIN') {
      const component: Component = { name: value, properties: {}, inside: [] }
      current.inside.push(component)
      open.push(component)
    } else if (key === 'END') {
      if (open.pop()?.name !== value) throw new Error(`${value} ends before it began`)
    } else {
      if (key in current.properties) throw new Error(`${key} appears twice`)
      if (/(?<!\\)(?:\\\\)*[,;]/.test(value)) throw new Error(`Not escaped: ${line}`)
      current.properties[key] = value.replaceAll(/\\([\\,;n])/g, (_, sign) => (sign === 'n' ? '\n' : sign))
    }
  }
  const [calendar] = root.inside
  if (open.length !== 1 || calendar?.name !== 'VCALENDAR') throw new Error('Not one whole calendar')
  return calendar
}
