import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Preferences } from '../lib/storage/preferences.ts'

/** What the frame of the app remembers for a person on this device. */
export interface Remembered {
  theme: 'system' | 'light' | 'dark'
  drawer: 'open' | 'collapsed'
}

const choices = { theme: ['system', 'light', 'dark'], drawer: ['open', 'collapsed'] } as const
const keys = ['theme', 'drawer'] as const

type Key = keyof Remembered
type Read = (key: Key) => Promise<unknown>

/** What the last person here chose: used before it is known who is there, so that the first paint is right. */
export function readLast(preferences: Preferences): Promise<Remembered> {
  return readOver({ theme: 'system', drawer: 'open' }, (key) => preferences.getLast(key))
}

/** Values that are missing, or that an older version of the app wrote, leave the base as it is. */
export async function readOver(base: Remembered, read: Read): Promise<Remembered> {
  const result = { ...base }
  for (const key of keys) {
    const value = await read(key).catch(() => undefined)
    if ((choices[key] as readonly unknown[]).includes(value)) Object.assign(result, { [key]: value })
  }
  return result
}

interface RememberedContext {
  values: Remembered
  remember: <K extends Key>(key: K, value: Remembered[K]) => void
}

const Context = createContext<RememberedContext | null>(null)

interface RememberedProviderProps {
  preferences: Preferences
  initial: Remembered
  userId: string | undefined
  children: ReactNode
}

export function RememberedProvider({ preferences, initial, userId, children }: RememberedProviderProps) {
  const [values, setValues] = useState(initial)

  useEffect(() => {
    if (userId === undefined) return
    let current = true
    readOver(initial, (key) => preferences.get(userId, key)).then((own) => current && setValues(own))
    return () => {
      current = false
    }
  }, [preferences, initial, userId])

  function remember<K extends Key>(key: K, value: Remembered[K]) {
    setValues((before) => ({ ...before, [key]: value }))
    // Forgetting a preference is no reason to disturb anyone.
    const ignore = () => undefined
    preferences.setLast(key, value).catch(ignore)
    if (userId !== undefined) preferences.set(userId, key, value).catch(ignore)
  }

  return <Context value={{ values, remember }}>{children}</Context>
}

export function useRemembered(): RememberedContext {
  const context = useContext(Context)
  if (!context) throw new Error('useRemembered needs a <RememberedProvider> above it.')
  return context
}
