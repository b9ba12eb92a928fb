import type { Config } from '../../config'
import type { Deps } from '../../deps'

/** `note` is worth knowing and nothing wrong; a `fault` should be mended and says how. */
export interface Finding {
  check: string
  state: 'ok' | 'note' | 'fault'
  detail: string
  cure?: string
}

export const fine = (check: string, detail: string): Finding => ({ check, state: 'ok', detail })
export const note = (check: string, detail: string): Finding => ({ check, state: 'note', detail })
export const fault = (check: string, detail: string, cure: string): Finding => ({
  check,
  state: 'fault',
  detail,
  cure,
})

/** What can be told from the configuration alone. */
export type ConfigCheck = (config: Config) => Finding[] | Promise<Finding[]>

/** What needs the whole service, opened as it would be to serve. */
export type DeepCheck = (deps: Deps) => Finding[] | Promise<Finding[]>
