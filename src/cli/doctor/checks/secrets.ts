import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { weakSecrets } from '../../../modules/operations'
import { loadSecrets, SecretsError } from '../../../secrets'
import { fault, fine, note, type ConfigCheck } from '../finding'

const check = 'secrets'

export const secrets: ConfigCheck = (config) => {
  // Loading would make them, and a doctor makes nothing.
  if (!existsSync(join(config.dataDir, 'secrets.json'))) return [note(check, 'The first start makes them.')]
  try {
    const weak = weakSecrets(config, loadSecrets(config))
    if (weak.length === 0) return [fine(check, 'strong, and each for one purpose')]
    return weak.map(({ variable, why }) =>
      fault(
        check,
        `${variable} ${why}.`,
        `Set ${variable} to the output of \`openssl rand -hex 32\`, or leave it out to have one made.`,
      ),
    )
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error
    return [
      fault(
        check,
        error.message,
        'Restore secrets.json from your own safe, or delete it to have new ones made.',
      ),
    ]
  }
}
