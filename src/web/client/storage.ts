/** The browser's storage, which may be full, turned off, or hold data from an older version of the page. */
export interface Drawer<T> {
  read(): T | null
  write(value: T): void
  clear(): void
}

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const kept = <T>(key: string): Drawer<T> => drawer(() => localStorage, key)
export const keptForThisTab = <T>(key: string): Drawer<T> => drawer(() => sessionStorage, key)

/** Values the browser refused to store. They last until the page is closed. */
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
        // Storage is turned off, so there is nothing to remove.
      }
    },
  }
}

/** A link that signs someone in, or one that makes the first owner. */
type LinkKind = 'code' | 'setup'

/**
 * Reads the one-time code from `#code=…` of a sign-in link and removes it from the address bar, so nobody
 * bookmarks it or reads it over a shoulder. Browsers don't send the fragment to the server.
 */
export function takeFragmentCode(kind: LinkKind = 'code'): string | null {
  const code = codeIn(location.hash, kind)
  if (code === null) return null
  history.replaceState(null, '', location.pathname + location.search)
  return code
}

/** Opening a sign-in link in a tab that already shows the page only changes the fragment, so reload. */
export function followNewCodes(): void {
  window.addEventListener('hashchange', () => /[#&](?:code|setup)=/.test(location.hash) && location.reload())
}

/** The code in a sign-in link, or in the part of it after the #. */
export const codeIn = (link: string, kind: LinkKind = 'code'): string | null =>
  new RegExp(`[#&]${kind}=([\\w-]+)`).exec(link)?.[1] ?? null
