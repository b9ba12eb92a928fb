import type { Deps } from '../../deps'
import type { Caller } from '../../http/caller'
import { addressOf } from '../../http/target'
import { keyedHash } from '../../lib/secret'

/**
 * What stands for a request that came with an Idempotency-Key, also after a crash before its answer was
 * kept: its messages are named after it, so that a repeat finds them. Null when there is no key.
 */
export function requestKey(
  { secrets }: Pick<Deps, 'secrets'>,
  caller: Caller,
  request: Request,
): string | null {
  const key = request.headers.get('idempotency-key')
  const path = addressOf(request).pathname
  return key === null ? null : keyedHash(secrets.linkSecret, 'request', path, caller.subject, key)
}
