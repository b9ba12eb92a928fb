import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dir, '../../../docs/operating.md'), 'utf8')

/** The configuration in docs/operating.md, for a folder of this machine in place of object storage. */
export function documentedConfig(database: string, replica: string): string {
  const [, documented = ''] = /```yaml\n(snapshot:[^]*?)```/.exec(page) ?? []
  const storage = /( +)type: s3\n +bucket: .+\n +path: .+\n +region: .+\n/
  if (!storage.test(documented)) throw new Error('docs/operating.md has no Litestream configuration')
  return documented
    .replace(/(- path: ).+/, `$1${database}`)
    .replace(storage, `$1type: file\n$1path: ${replica}\n`)
}
