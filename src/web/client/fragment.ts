/**
 * Takes a token out of `#token=…` and out of the address at once, so that it is neither bookmarked nor
 * seen over a shoulder. A fragment never reaches a server.
 */
export function takeFragmentToken(): string | null {
  const token = fragmentToken()
  if (token === null) return null
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

/** A link opened in the tab that is at its page already changes the fragment and nothing else: start anew. */
export function followNewTokens(): void {
  window.addEventListener('hashchange', () => fragmentToken() !== null && location.reload())
}

const fragmentToken = (): string | null => new URLSearchParams(location.hash.slice(1)).get('token') || null
