import type { Deps } from '../../../deps'
import { demoInProduction } from '../../../modules/operations'
import { probeNames, adviceFor, type ProbeName } from '../../../providers/probes'
import { failureOf } from '../../../providers/probes/calls'
import { fault, fine, type DeepCheck, type Finding } from '../finding'

export const providers: DeepCheck = async (deps) => {
  const found = await Promise.all(probeNames.map((name) => askOne(deps, name)))
  const missing = (await demoInProduction(deps))
    .filter(({ severity }) => severity === 'high')
    .map(({ title, detail, action }) => fault('providers', `${title}. ${detail}`, action))
  return [...found, ...missing]
}

async function askOne({ providers }: Deps, name: ProbeName): Promise<Finding> {
  const probe = providers.probes.probes[name]
  if (!probe) return fine(name, 'demo')
  const started = performance.now()
  try {
    await probe()
    return fine(name, `answers in ${Math.round(performance.now() - started)} ms`)
  } catch (error) {
    const failure = failureOf(error)
    return fault(name, `The provider is set, but ${failure.message}.`, adviceFor(name, failure))
  }
}
