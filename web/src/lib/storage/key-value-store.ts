/** Values are structured clones: what is read is never the object that was written. */
export interface KeyValueStore {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  keys(): Promise<readonly string[]>
}

export function memoryStore(): KeyValueStore {
  const values = new Map<string, unknown>()
  return {
    get: async (key) => structuredClone(values.get(key)),
    set: async (key, value) => void values.set(key, structuredClone(value)),
    delete: async (key) => void values.delete(key),
    keys: async () => [...values.keys()],
  }
}
