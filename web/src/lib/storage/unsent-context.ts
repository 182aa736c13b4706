import { createContext } from 'react'
import { type KeyValueStore, memoryStore } from './key-value-store.ts'

/** Where what is not sent yet is kept beyond the page. */
export const UnsentContext = createContext<KeyValueStore>(memoryStore())
