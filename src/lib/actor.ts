/** The ways HQ reaches the service: the console, a program with a token or an API key, an assistant, a shell. */
export const doors = ['console', 'api', 'mcp', 'cli'] as const
export type Door = (typeof doors)[number]

/** Someone at HQ, or one of its programs, and where the change came from. */
export interface HqActor {
  /** As timelines show it, such as `hq:dana` or `key:Zapier (dana)`. */
  name: string
  /** Stays the same when a key or a person is renamed. */
  id: string
  via: Door
  /** The client's network address, if the change came over the network. */
  address: string | null
}

/** HQ, or only a name for everyone else: `customer`, `worker:019d…`, `truckroll`. */
export type Actor = string | HqActor

export const actorText = (actor: Actor): string => (typeof actor === 'string' ? actor : actor.name)

/** Commands run in a shell on the server, where nobody signs in. */
export const commandLine: HqActor = { name: 'cli', id: 'cli', via: 'cli', address: null }
