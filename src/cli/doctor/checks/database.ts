import { existsSync } from 'node:fs'
import { databaseStatus, localPath } from '../../../../db/client'
import { StoreError } from '../../../../db/store'
import type { Config } from '../../../config'
import { workOnFile } from '../../backup'
import { fault, fine, note, type Finding } from '../finding'

const check = 'database'

/** Looks at the database without touching it: a doctor must not migrate. */
export async function database({
  database: address,
}: Config): Promise<{ findings: Finding[]; usable: boolean }> {
  const isFile = address.url.startsWith('file:')
  if (isFile && !existsSync(localPath(address.url)))
    return { findings: [note(check, 'There is none yet; the first start makes it.')], usable: false }
  try {
    if (isFile) await workOnFile({ kind: 'check', path: localPath(address.url) })
    const { applied, pending } = await databaseStatus(address)
    if (pending.length > 0)
      return {
        findings: [
          note(
            check,
            `It is older than this version; the next start brings it up to date (${pending.join(', ')}).`,
          ),
        ],
        usable: false,
      }
    return { findings: [fine(check, `whole, with all ${applied.length} migrations`)], usable: true }
  } catch (error) {
    return { findings: [broken(error, isFile)], usable: false }
  }
}

function broken(error: unknown, isFile: boolean): Finding {
  const detail = error instanceof StoreError ? error.message : 'It does not answer.'
  if (!isFile)
    return fault(check, detail, 'See that the server at DATABASE_URL is up and takes DATABASE_AUTH_TOKEN.')
  if (detail.includes('newer version'))
    return fault(check, detail, 'Start the newer version, or `restore` the backup from before the upgrade.')
  if (detail.includes('cannot be opened by this user'))
    return fault(check, detail, 'Run `doctor` as the user of the service; the data may be whole.')
  return fault(
    check,
    detail,
    'Stop the service and run `restore latest --overwrite`; the damaged file is kept.',
  )
}
