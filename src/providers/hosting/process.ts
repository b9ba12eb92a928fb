import { programVersion } from '../../version'
import type { Hosting } from './types'

/** No platform: this very process is the one deployment there is. */
export function thisProcess(publicUrl: string, startedAt: number): Hosting {
  return {
    name: 'process',
    probe: async () => {},
    summary: async () => ({
      deployments: [{ id: `${programVersion}-${startedAt.toString(36)}`, url: publicUrl, state: 'READY' }],
      productionUrl: publicUrl,
    }),
  }
}
