/** Who is calling, once the guard has looked. */
export interface Caller {
  kind: 'public' | 'hq' | 'cron' | 'proof' | 'signature' | 'worker'
  /** The token's subject, the proven e-mail, or the worker's id; empty for the public. */
  subject: string
}

export const anonymous: Caller = { kind: 'public', subject: '' }

/** How the caller is named in timelines and activity: never an e-mail. */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'hq' || caller.kind === 'worker') return `${caller.kind}:${caller.subject}`
  return caller.kind === 'proof' ? 'customer' : caller.kind
}
