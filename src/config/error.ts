import { type VariableName, variables } from './variables'

export interface Fault {
  variable: VariableName
  reason: string
  /** What the environment said, where it said something. */
  given?: string
}

/** A URL can carry a password or a key, so it is kept back like a secret. */
const mayBeRepeated = (name: VariableName) => !variables[name].secret && !name.endsWith('_URL')

function describe({ variable, reason, given }: Fault): string {
  const said =
    given !== undefined && mayBeRepeated(variable) ? ` (given ${JSON.stringify(given.slice(0, 60))})` : ''
  return `  ${variable}: ${reason}${said}. Example: ${variables[variable].example}`
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly faults: Fault[]) {
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`
    super(`The configuration has ${count}:\n${faults.map(describe).join('\n')}`)
  }
}
