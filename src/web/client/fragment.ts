/**
 * Takes a token out of `#token=…` and out of the address at once, so that it is neither bookmarked nor
 * seen over a shoulder. A fragment never reaches a server.
 */
export function takeFragmentToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null || token === '') return null
  history.replaceState(null, '', location.pathname + location.search)
  return token
}
