import { existsSync, statSync } from 'node:fs'
import { localPath } from '../../../../db/client'
import { fault, fine, type ConfigCheck } from '../finding'

const check = 'privacy'

/** Who else on this box may read the customers' data. Files are made private; a folder may have been made by others. */
export const privacy: ConfigCheck = ({ dataDir, database }) => {
  if (process.platform === 'win32' || !existsSync(dataDir)) return []
  const isOpenTo = (path: string, rights: number) => existsSync(path) && (statSync(path).mode & rights) !== 0
  const file = database.url.startsWith('file:') ? localPath(database.url) : null
  // Nobody reaches a file in a folder that is closed to them.
  const isReadable = isOpenTo(dataDir, 0o011) && file !== null && isOpenTo(file, 0o044)
  if (isReadable || isOpenTo(dataDir, 0o022))
    return [
      fault(
        check,
        `Other users of this box may look into ${dataDir}.`,
        `Run \`chmod -R go= ${dataDir}\` as the user of the service.`,
      ),
    ]
  return [fine(check, 'the data is for the user of the service alone')]
}
