/**
 * Path and query as they were sent, without the host: that is the caller's word, it may be missing or be no
 * host at all, and the whole is then no address that could be parsed.
 */
export function targetOf({ url }: Request): string {
  const authority = url.indexOf('://')
  const path = url.indexOf('/', authority === -1 ? 0 : authority + '://'.length)
  return path === -1 ? '/' : url.slice(path)
}

/** The address of a request to read its path and query from. Its host stands for none. */
export const addressOf = (request: Request): URL => new URL(`http://localhost${targetOf(request)}`)
