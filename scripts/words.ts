// Finds words we don't use, in this project or in another folder: bun scripts/words.ts [folder]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findingsIn } from './words/check'

const root = process.argv[2] ?? join(import.meta.dir, '..')

/** The rules, the test that plants examples of them, and a test of texts that older versions stored. */
const exempt = new Set(['scripts/words/rules.ts', 'tests/words.test.ts', 'tests/db/tasks-about.test.ts'])

const paths = ['{src,db,tests,bench,scripts}/**/*.{ts,tsx,mjs}', '*.md', 'docs/**/*.md']
  .flatMap((files) => [...new Bun.Glob(files).scanSync({ cwd: root })])
  .filter((path) => !exempt.has(path) && !path.includes('node_modules'))
  .toSorted()

let count = 0
for (const path of paths) {
  try {
    for (const { line, found, say } of findingsIn(path, readFileSync(join(root, path), 'utf8'))) {
      console.error(`${path}:${line}: found "${found}": say ${say}`)
      count += 1
    }
  } catch (error) {
    console.error(`${path}: ${error instanceof Error ? error.message : String(error)}`)
    count += 1
  }
}
console.log(count === 0 ? `The words of ${paths.length} files are fine.` : `${count} places to reword.`)
process.exitCode = count === 0 ? 0 : 1
