import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findingsIn } from '../scripts/words/check'
import { piecesOf } from '../scripts/words/pieces'

const found = (source: string, path = 'planted.tsx') =>
  findingsIn(path, source).map(({ line, found: words }) => `${line}: ${words}`)

describe('the check for words', () => {
  test.each([
    ['shall'],
    ['Shall'],
    ['anew'],
    ['whoever'],
    ['Whosoever'],
    ['thereby'],
    ['hence'],
    ['nought'],
    ['by itself'],
    ['by themselves'],
    ['by ourselves'],
    ['is to be'],
    ['were to be'],
    ['somebody comes'],
    ['in the midst of'],
    ['storey'],
    ['E-mail'],
    ['e-mails'],
    ['Cancelled'],
    ['cancelled'],
    ['cancelling'],
    ['Colour'],
    ['colours'],
    ['behaviour'],
    ['favourite'],
    ['neighbouring'],
    ['centre'],
    ['metres'],
    ['grey'],
    ['licence'],
    ['normalised'],
    ['organise'],
    ['recognises'],
    ['unauthorised'],
  ])('finds "%s" in comments, strings, templates, markup and documents', (words) => {
    const code = [
      `// A comment with ${words} in it`,
      `/* and with ${words} */`,
      `const a = 'a string with ${words} in it'`,
      `const b = \`\${a} and ${words}, \${a}\``,
      `const c = <p title="and ${words} here">\${a} with ${words}.</p>`,
    ]
    expect(found(code.join('\n'))).toEqual([1, 2, 3, 4, 5, 5].map((line) => `${line}: ${words}`))
    expect(found(`# Title\n\nText with ${words}.\n`, 'planted.md')).toEqual([`3: ${words}`])
  })

  test.each([
    ['When shall we come?', 2],
    ['These times are free: we arrive within the window.', 2],
    ['The time of your visit is set.', 1],
    ['Who comes: Sofia Reyes', 1],
    ['The time of your visit stays as it is; somebody else comes.', 2],
    ['We came for your visit and found nobody.', 1],
    ['This code does not hold for this booking.', 1],
    ['Nobody is there', 1],
    ['Your position is not sent.', 1],
    ['Send my position', 1],
    ['Shall Truckroll send no more news to c***?', 2],
    ['The least cost of all workers who could take it.', 1],
    ['Would assign 12, ask headquarters about 11 and leave 7 for later.', 2],
    ['Customers book what stands here.', 1],
    ['who says whether it was paid when that was decided gets a 409 when that is no longer so', 1],
    ['When several processes shall share the data', 2],
    ['What makes two reports of one fault look different', 1],
    ['Leave nothing to be sent later that somebody was told had failed', 2],
    ['Put away', 1],
    ['Look again', 1],
  ])('finds the old sentence "%s"', (sentence, count) => {
    expect(found(`const a = 1\nconst b = "${sentence}"`)).toHaveLength(count)
    expect(found(`const a = 1\nconst b = <p>${sentence}</p>`)).toHaveLength(count)
  })

  test('finds a sentence around an expression', () => {
    expect(found('const a = `ask headquarters about ${n} and leave ${m} for later`')).toHaveLength(2)
  })

  test('finds a comment that starts with a what or who clause', () => {
    expect(found('/** What a job costs. */')).toEqual(['1: What'])
    expect(found('const a = 1 // Who pays.')).toEqual(['1: Who'])
    expect(found('// Prices are in cents. Whose turn\n// it is.')).toEqual(['1: Whose'])
    expect(found('/**\n * Said first.\n * What fails is tried again.\n */')).toEqual(['3: What'])
    expect(found('/** So that nothing is lost. */')).toEqual(['1: So that'])
    expect(found('/** No longer than a minute. */')).toEqual(['1: No longer than'])
  })

  test('allows questions, and what and who elsewhere in a sentence', () => {
    expect(found('// What does a job cost? Nothing says what.')).toEqual([])
    expect(found('/** Says who pays, i.e. who owes. */')).toEqual([])
    expect(found(`const heading = <h2>What's new</h2>`)).toEqual([])
    expect(found(`const heading = 'What you get'`)).toEqual([])
  })

  test('finds a percentage with a space', () => {
    const spaced = [
      `const a = '8.25 % tax'`,
      'const b = `${rate} %`',
      'const c = <b>{rate} %</b>',
      '// At least 98 %.',
    ]
    expect(found(spaced.join('\n'))).toEqual(['1: %', '2: %', '3: %', '4: %'])
    expect(found('| ZIP | 100.0 % |', 'planted.md')).toEqual(['1: %'])
    expect(found(`const a = '8.25%'\nconst b = 7 % 3\nconst c = sql\`id \${n} % 7 = 0\``)).toEqual([])
  })

  test('finds words across lines, at the line where they start', () => {
    expect(found('const a = 1\n// The page is refreshed by\n// itself.')).toEqual(['2: by itself'])
    expect(found('/**\n * Refreshed by\n * itself.\n */')).toEqual(['2: by itself'])
  })
})

describe('the check for words allows', () => {
  test.each([
    [`const status = 'cancelled'`],
    [`if (job.status === "cancelled") normaliseEmail(colour)`],
    ['const path = `/api/jobs/${id}/cancelled`'],
    [`const query = sql\`SELECT 1 FROM jobs WHERE status = 'cancelled'\``],
    [`const query = sql\`SELECT count(*) AS cancelled FROM jobs\``],
    [`const query = '?status=cancelled'`],
    [`const migration = '0004_visits-counted-anew'`],
    ['/** Sets `cancelled`, which the wire spells so. */'],
    [`const row = { setupIntentCancelled: true, 'colour': 1 }`],
    [`const shape = <Swatch colour="colour" />`],
    ['const shall = anew / whoever / 2'],
    ['const pattern = /shall|anew/'],
    [`const words = 'marshall, shallow, renewed, whence, stories, emailed'`],
    [`// A customer who comes back finds nothing in the way of the start.`],
  ])('%s', (source) => {
    expect(found(source)).toEqual([])
  })

  test('a displayed status, a label and a sentence not', () => {
    expect(found(`const label = 'Cancelled'`)).toEqual(['1: Cancelled'])
    expect(found('const badge = <b>cancelled</b>')).toEqual(['1: cancelled'])
    expect(found(`const text = 'The job is cancelled'`)).toEqual(['1: cancelled'])
  })

  test('code in a document', () => {
    expect(found('Send `cancelled`, or\n\n```sh\ncurl shall/anew\n```\n', 'planted.md')).toEqual([])
  })
})

describe('the reader of code', () => {
  const texts = (source: string, markup = true) =>
    piecesOf(source, markup).map(({ kind, text }) => `${kind}: ${text.trim()}`)

  test('tells text from code', () => {
    expect(texts('a = b / c / d // e')).toEqual(['comment: e'])
    expect(texts(`a = /['"/]/.test(b) ? 'c' : "it's"`)).toEqual(['string: c', `string: it's`])
    expect(texts('a = `b ${c({ d: `e ${f}` })} g`')).toEqual([
      'template: b',
      'template: e',
      'template: \uFFFC g',
    ])
    expect(texts(`const a = <T,>(b: T) => b < 1 && c > 2 ? 'd' : 'e'`)).toEqual(['string: d', 'string: e'])
    expect(texts(`const a: Array<string> = b\nconst c = 'd'`)).toEqual(['string: d'])
  })

  test('reads nested markup', () => {
    const source = `x = <a href="b">It's {c ? <i>d</i> : 'e'} f<br /> <B<T> g={() => h > 1}>i</B></a>; y = <C<{ k: L<M> }> />; z = 'z'`
    expect(texts(source)).toEqual([
      'string: b',
      "markup: It's",
      'markup: d',
      'string: e',
      'markup: \uFFFC f',
      'markup: i',
      'string: z',
    ])
  })

  test('refuses code that it cannot follow', () => {
    expect(() => texts(`a = 1\nb = 'c`)).toThrow('line 2')
    expect(() => texts('a = {')).toThrow()
  })
})

describe('bun scripts/words.ts', () => {
  const run = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'truckroll-words-'))
    try {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(folder, dirname(path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      const script = join(import.meta.dir, '../scripts/words.ts')
      const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script, folder])
      return { exitCode, lines: stderr.toString().split('\n'), said: stdout.toString() }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  test('names the file, the line, the words and what to say instead, and fails', () => {
    const { exitCode, lines } = run({
      'src/web/planted.tsx': 'const a = 1\nconst b = <p>Ask anew</p>\n',
      'docs/planted.md': '# Title\n\nYou shall read.\n',
      'scripts/words/rules.ts': '// Anew, as in the rule.\n',
    })
    expect(lines).toEqual([
      'docs/planted.md:3: found "shall": say "should", "must" or "will"',
      'src/web/planted.tsx:2: found "anew": say "again"',
      '',
    ])
    expect(exitCode).toBe(1)
  })

  test('names a file it cannot read, and fails', () => {
    const { exitCode, lines } = run({ 'src/broken.ts': "const a = 1\nconst b = 'c\n" })
    expect([exitCode, lines]).toEqual([1, ['src/broken.ts: line 2: cannot read this string', '']])
  })

  test('passes when nothing is found', () => {
    const { exitCode, said } = run({ 'src/fine.ts': '// Ask again.\n', 'README.md': 'Read this.\n' })
    expect([exitCode, said]).toEqual([0, 'The words of 2 files are fine.\n'])
  })
})
