import type { Directory } from '../shell/directory'

const byNobody: Record<string, string> = { truckroll: 'Automatic', public: 'The customer' }

/** Who did something, as people call them: `worker:019d…` has a name. */
export function actorName(actor: string, { workers }: Pick<Directory, 'workers'>): string {
  const [kind, id = ''] = actor.split(/:(.*)/s)
  if (kind === 'worker') return workers.find((worker) => worker.id === id)?.name ?? 'a worker'
  return kind === 'hq' ? id : (byNobody[actor] ?? actor)
}
