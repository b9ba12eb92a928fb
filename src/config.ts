import { ConfigError, type Fault } from './config/error'
import { arrange, type Config } from './config/model'
import { checkTogether, type Given } from './config/rules'
import { schema } from './config/schema'
import { type VariableName, variableNames, variables } from './config/variables'

export { ConfigError } from './config/error'
export type { Config } from './config/model'

/** An empty or blank text is not set. A secret is kept to the letter, white space and all. */
function collect(env: Record<string, string | undefined>): Given {
  const given: Given = {}
  for (const name of variableNames) {
    const value = env[name]
    if (value === undefined || value.trim() === '') continue
    given[name] = variables[name].secret ? value : value.trim()
  }
  return given
}

function withDefaults(given: Given): Given {
  const defaults = variableNames.map((name) => [name, given[name] ?? variables[name].default])
  return Object.fromEntries(defaults) as Given
}

/** One fault a variable and reason, however many entries of a list have it. */
function describeIssues(issues: { path: PropertyKey[]; message: string }[], given: Given): Fault[] {
  const faults = new Map<string, Fault>()
  for (const { path, message } of issues) {
    const variable = path[0] as VariableName
    faults.set(`${variable} ${message}`, { variable, reason: message, given: given[variable] })
  }
  return [...faults.values()]
}

/** Reads the whole environment or throws a ConfigError that names every fault in it. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = collect(env)
  const parsed = schema.safeParse(withDefaults(given))
  const faults = [...describeIssues(parsed.error?.issues ?? [], given), ...checkTogether(given)]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  return arrange(parsed.data)
}
