/** The browser's storage, which may be full, switched off or hold what an older page wrote. */
export interface Drawer<T> {
  read(): T | null
  write(value: T): void
  clear(): void
}

export const kept = <T>(key: string): Drawer<T> => drawer(() => localStorage, key)
export const keptForThisTab = <T>(key: string): Drawer<T> => drawer(() => sessionStorage, key)

function drawer<T>(storage: () => Storage, name: string): Drawer<T> {
  const key = `truckroll.${name}`
  return {
    read() {
      try {
        return JSON.parse(storage().getItem(key) ?? 'null') as T | null
      } catch {
        return null
      }
    },
    write(value) {
      try {
        storage().setItem(key, JSON.stringify(value))
      } catch {
        // The page goes on without memory.
      }
    },
    clear() {
      try {
        storage().removeItem(key)
      } catch {
        // As above.
      }
    },
  }
}
