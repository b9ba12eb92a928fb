/** One family of metrics in the text format of Prometheus. */
export interface Family {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: { name: string; labels: Record<string, string>; value: number }[]
}

const nameForm = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/

/** Reads an exposition and throws at the first thing that Prometheus or its naming rules would object to. */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n') || text.includes('\r')) throw new Error('Lines must end with a line feed')
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let current: { name: string; family: Family } | null = null
  let help: { name: string; text: string } | null = null
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') help = { name, text: rest }
    else if (kind === 'TYPE') {
      if (help?.name !== name || families.has(name)) throw new Error(`${name} isn't announced once, in order`)
      current = { name, family: { type: typeOf(name, rest), help: help.text, samples: [] } }
      families.set(name, current.family)
    } else {
      const sample = readSample(line)
      if (current === null || !belongs(sample.name, current)) throw new Error(`Out of place: ${line}`)
      const identity = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).toSorted())}`
      if (seen.has(identity)) throw new Error(`Twice: ${line}`)
      seen.add(identity)
      current.family.samples.push(sample)
    }
  }
  for (const [name, family] of families) checkFamily(name, family)
  return families
}

function typeOf(name: string, type: string): Family['type'] {
  if (!nameForm.test(name)) throw new Error(`Not a name: ${name}`)
  if (type !== 'counter' && type !== 'gauge' && type !== 'histogram') throw new Error(`Not a type: ${type}`)
  if ((type === 'counter') !== name.endsWith('_total'))
    throw new Error(`Only counters end in _total: ${name}`)
  if (/_(?:milliseconds|ms|minutes|megabytes|mb|percent)(?:_|$)/.test(name))
    throw new Error(`Not a base unit: ${name}`)
  return type
}

const belongs = (name: string, { name: own, family }: { name: string; family: Family }): boolean =>
  family.type === 'histogram' ? [`${own}_bucket`, `${own}_sum`, `${own}_count`].includes(name) : name === own

function readSample(line: string): Family['samples'][number] {
  const [, name = '', inside, value = ''] =
    /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*",?)*)\})? (\S+)$/.exec(line) ?? []
  const number = value === '+Inf' ? Infinity : value === '-Inf' ? -Infinity : Number(value)
  if (name === '' || value === '' || Number.isNaN(number)) throw new Error(`Not a sample: ${line}`)
  const pairs = [...(inside ?? '').matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)]
  const unescaped = (text: string) =>
    text.replaceAll(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : String(sign)))
  const labels = Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, unescaped(text)]))
  if (Object.keys(labels).length !== pairs.length) throw new Error(`A label twice: ${line}`)
  return { name, labels, value: number }
}

function checkFamily(name: string, { type, samples }: Family): void {
  if (samples.length === 0) throw new Error(`No samples: ${name}`)
  if (type === 'counter' && samples.some(({ value }) => value < 0)) throw new Error(`Below zero: ${name}`)
  if (type !== 'histogram') return
  const groups = Map.groupBy(samples, ({ labels }) =>
    JSON.stringify(Object.entries(labels).filter(([label]) => label !== 'le')),
  )
  for (const group of groups.values()) {
    const buckets = group.filter((one) => one.name.endsWith('_bucket'))
    const count = group.find((one) => one.name.endsWith('_count'))?.value
    const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Infinity : Number(labels.le)))
    const isRising = (values: number[]) =>
      values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0))
    const isSound =
      isRising(bounds) && isRising(buckets.map(({ value }) => value)) && bounds.at(-1) === Infinity
    if (!isSound || buckets.at(-1)?.value !== count || group.length !== buckets.length + 2)
      throw new Error(`Not a histogram: ${name}`)
  }
}
