import type { Log } from '../log.ts'
import { type KeyValueStore, memoryStore } from './key-value-store.ts'
import { StorageError } from './storage-error.ts'

const databaseName = 'cresyl'
const version = 2
/** What is not sent yet has a store of its own: signing out empties that of the session. */
const storeNames = ['session', 'preferences', 'unsent'] as const

export type Stores = Record<(typeof storeNames)[number], KeyValueStore>

/**
 * The stores of this browser. Where IndexedDB is refused (some private windows), they last as long as the
 * page: people can still work, and sign in again after a reload.
 */
export async function openStores(factory: IDBFactory, log: Log): Promise<Stores> {
  try {
    const connection = await connect(factory)
    return {
      session: storeIn(connection, 'session'),
      preferences: storeIn(connection, 'preferences'),
      unsent: storeIn(connection, 'unsent'),
    }
  } catch (error) {
    log.warn('IndexedDB cannot be used: nothing is remembered after this page is closed.', error)
    return { session: memoryStore(), preferences: memoryStore(), unsent: memoryStore() }
  }
}

interface Connection {
  use<Result>(act: (database: IDBDatabase) => Promise<Result>): Promise<Result>
}

/** A connection is closed when someone deletes what the site keeps: it is opened anew when it is needed again. */
async function connect(factory: IDBFactory): Promise<Connection> {
  let database = await open(factory)
  return {
    async use(act) {
      try {
        return await act(database)
      } catch (error) {
        if (!isClosed(error)) throw error
        database = await open(factory)
        return act(database)
      }
    },
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError'
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(databaseName, version)
  request.onupgradeneeded = () => {
    for (const name of storeNames) {
      if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name)
    }
  }
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      // A tab with a newer version of the app must not wait for this one.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('Another tab holds an older version of the database open.'))
  })
}

function storeIn(connection: Connection, name: string): KeyValueStore {
  async function run(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
    try {
      return await connection.use((database) => transact(database, name, mode, act))
    } catch (error) {
      throw new StorageError(error)
    }
  }
  return {
    get: (key) => run('readonly', (store) => store.get(key)),
    set: async (key, value) => void (await run('readwrite', (store) => store.put(value, key))),
    delete: async (key) => void (await run('readwrite', (store) => store.delete(key))),
    keys: async () => ((await run('readonly', (store) => store.getAllKeys())) as IDBValidKey[]).map(String),
  }
}

async function transact(
  database: IDBDatabase,
  name: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const transaction = database.transaction(name, mode)
  const request = act(transaction.objectStore(name))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}
