import { queues as find } from '../../../modules/operations'
import { fault, fine, type DeepCheck } from '../finding'

export const queues: DeepCheck = async (deps) => {
  const found = await find(deps)
  if (found.length === 0) return [fine('queues', 'nothing was given up, nothing is overdue')]
  return found.map(({ title, detail, action }) => fault('queues', `${title}. ${detail}`, action))
}
