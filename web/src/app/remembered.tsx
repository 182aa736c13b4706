import { z } from '@cresyl/contract/api/zod'
import { colour } from '@cresyl/contract/people/organizations'
import { locales, themes } from '@cresyl/contract/people/profiles'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { Preferences } from '../lib/storage/preferences.ts'

/**
 * What the frame of the app remembers for a person on this device. Theme and locale are the profile's and branding
 * is the organisation's: these copies are for the first paint, and for when the server can't be asked.
 */
const schemas = {
  theme: z.enum(themes),
  drawer: z.enum(['open', 'collapsed']),
  /** Beside a slide, which takes all the room there is. */
  slideDrawer: z.enum(['open', 'collapsed']),
  locale: z.enum(locales).nullable(),
  branding: z
    .object({
      /** The organisation as the identity token names it. */
      organization: z.string(),
      primary: colour.nullable(),
      accent: colour.nullable(),
      logo: z.string().nullable(),
    })
    .nullable(),
  /** The organisation someone last worked in as a member: where a superadmin returns to. */
  home: z.string().nullable(),
  /** When the last failed job was that someone has looked at, by person and organisation. */
  seenFailures: z.record(z.string(), z.iso.datetime()),
}

export type Remembered = { [K in keyof typeof schemas]: z.infer<(typeof schemas)[K]> }

type Key = keyof Remembered
type Read = (key: Key) => Promise<unknown>

const keys = Object.keys(schemas) as Key[]
const nothing: Remembered = {
  theme: 'system',
  drawer: 'open',
  slideDrawer: 'collapsed',
  locale: null,
  branding: null,
  home: null,
  seenFailures: {},
}

/** What the last person here chose: used before it is known who is there, so that the first paint is right. */
export function readLast(preferences: Preferences): Promise<Remembered> {
  return readOver(nothing, (key) => preferences.getLast(key))
}

/** Values that are missing, or that an older version of the app wrote, leave the base as it is. */
export async function readOver(base: Remembered, read: Read): Promise<Remembered> {
  const found = await Promise.all(
    keys.map(async (key) => {
      const value = schemas[key].safeParse(await read(key).catch(() => undefined))
      return value.success ? { [key]: value.data } : {}
    }),
  )
  return Object.assign({ ...base }, ...found)
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
  // The server may tell, or the person choose, before the device has said what it remembers.
  const newer = useRef<Partial<Remembered>>({})

  useEffect(() => {
    let current = true
    if (userId !== undefined) {
      readOver(initial, (key) => preferences.get(userId, key)).then(
        (own) => current && setValues({ ...own, ...newer.current }),
      )
    }
    return () => {
      current = false
      newer.current = {}
    }
  }, [preferences, initial, userId])

  function remember<K extends Key>(key: K, value: Remembered[K]) {
    newer.current = { ...newer.current, [key]: value }
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
