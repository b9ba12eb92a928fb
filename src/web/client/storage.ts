/** The browser's storage, which may be full, switched off or hold what an older page wrote. */
export interface Drawer<T> {
  read(): T | null
  write(value: T): void
  clear(): void
}

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const kept = <T>(key: string): Drawer<T> => drawer(() => localStorage, key)
export const keptForThisTab = <T>(key: string): Drawer<T> => drawer(() => sessionStorage, key)

/** What a browser does not take is kept for as long as the page is open: it is not lost on the spot. */
const unkept = new Map<string, string>()

export function drawer<T>(storage: () => Place, name: string): Drawer<T> {
  const key = `truckroll.${name}`
  return {
    read() {
      try {
        return JSON.parse(unkept.get(key) ?? storage().getItem(key) ?? 'null') as T | null
      } catch {
        return null
      }
    },
    write(value) {
      const text = JSON.stringify(value)
      try {
        storage().setItem(key, text)
        unkept.delete(key)
      } catch {
        unkept.set(key, text)
      }
    },
    clear() {
      unkept.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // Nothing could be kept there in the first place.
      }
    },
  }
}

/**
 * Takes the one-time code of a sign-in link out of `#code=…` and out of the address at once, so that it is
 * neither bookmarked nor seen over a shoulder. A fragment never reaches a server.
 */
export function takeFragmentCode(): string | null {
  const code = codeIn(location.hash)
  if (code === null) return null
  history.replaceState(null, '', location.pathname + location.search)
  return code
}

/** A link opened in the tab that is at its page already changes the fragment and nothing else: start anew. */
export function followNewCodes(): void {
  window.addEventListener('hashchange', () => codeIn(location.hash) !== null && location.reload())
}

/** The code in a sign-in link, or in the part of it after the #. */
export const codeIn = (link: string): string | null => /[#&]code=([\w-]+)/.exec(link)?.[1] ?? null
