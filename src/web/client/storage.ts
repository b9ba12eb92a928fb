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
