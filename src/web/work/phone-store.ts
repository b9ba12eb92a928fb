/** Everything that waits on this phone. Each kind has a store of its own. */
type StoreName = 'photos' | 'contents' | 'records'

/**
 * IndexedDB, which has room for photos, unlike the storage where the page keeps the day. Its content is sealed,
 * because it outlives the technician's sign-in.
 */
export interface PhoneStore {
  read<T>(name: StoreName, ask: (store: IDBObjectStore) => IDBRequest): Promise<T>
  /** Done once it is on the disk: the phone may close the page at any moment. */
  write(names: StoreName[], write: (transaction: IDBTransaction) => void): Promise<void>
}

export function phoneStore(): PhoneStore {
  let opening: Promise<IDBDatabase> | null = null
  const open = () => (opening ??= openDatabase())
  return {
    async read<T>(name: StoreName, ask: (store: IDBObjectStore) => IDBRequest) {
      const request = ask((await open()).transaction(name).objectStore(name))
      return new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result as T))
        request.addEventListener('error', () => reject(troubleOf(request.error)))
      })
    },
    async write(names, write) {
      const transaction = (await open()).transaction(names, 'readwrite', { durability: 'strict' })
      return new Promise((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('abort', () => reject(troubleOf(transaction.error)))
        write(transaction)
      })
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('truckroll-work', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('photos', { keyPath: 'key' })
      request.result.createObjectStore('contents')
      request.result.createObjectStore('records', { keyPath: 'key' })
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(troubleOf(request.error)))
  })
}

const troubleOf = (error: DOMException | null): Error => error ?? new Error('This phone keeps nothing')
