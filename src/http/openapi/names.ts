import { z } from 'zod'

const named = new Map<string, z.ZodType>()

/**
 * Gives every model the name it is exported under, so that the API document and generated clients use the
 * same names as our code.
 */
export function nameModels(models: object): void {
  for (const [name, model] of Object.entries(models)) {
    if (!/^[A-Z]/.test(name) || !(model instanceof z.ZodType) || model.meta()?.id !== undefined) continue
    // A query is described parameter by parameter, so its name is never seen.
    if (/(?:Query|Params?)$/.test(name)) continue
    if (named.has(name)) throw new Error(`Two models are called ${name}; rename one of them`)
    named.set(name, model)
    z.globalRegistry.add(model, { ...model.meta(), id: name })
  }
}

const verbs: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
}

/**
 * A short name for an operation: `listJobs`, `getJob`, `createJob`, `cancelJob`. Where the path alone makes a
 * poor name, the route's declaration says a better one.
 */
export function operationIdOf(method: string, path: string, isList: boolean): string {
  const steps = path.split('/').filter((step) => !['', 'api', 'admin', 'dev'].includes(step))
  const nouns = steps.filter((step) => !step.startsWith('{')).map(camelCase)
  const last = nouns.pop() ?? 'service'
  const owner = nouns.map(singular).join('')
  // Below one thing, a POST to `cancel` does that; one to `notes` adds a note.
  const isAction = method === 'POST' && owner !== '' && singular(last) === last
  if (isAction) return lowerFirst(last + owner)
  const verb = isList ? 'list' : (verbs[method] ?? method.toLowerCase())
  const isOne = !isList && (steps.at(-1)?.startsWith('{') || method === 'POST')
  return verb + owner + (isOne ? singular(last) : last)
}

const camelCase = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const singular = (noun: string) =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(ss|us|x|ch)es$/, '$1')
    .replace(/([^su])s$/, '$1')
