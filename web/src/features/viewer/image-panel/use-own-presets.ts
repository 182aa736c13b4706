import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOwnPreferences } from '../../../lib/session/preferences-context.tsx'
import { readOwnPresets, withoutPreset, withPreset } from './own-presets.ts'
import type { PresetShelf, ShelfPreset } from './preset-shelf.ts'

const key = 'display-presets'
const queryKey = ['kept', key]
type Change = (presets: readonly ShelfPreset[]) => readonly ShelfPreset[]

/** The presets of the person on this device, for slides in no project. */
export function useOwnPresets(): PresetShelf {
  const preferences = useOwnPreferences()
  const client = useQueryClient()
  const read = async () => readOwnPresets(await preferences.get(key))
  const { data } = useQuery({ queryKey, queryFn: read, staleTime: Number.POSITIVE_INFINITY })
  useTold(() => void client.invalidateQueries({ queryKey }))

  /** Another window may have changed them meanwhile: the change is made to what is kept now, one at a time. */
  async function change(make: Change): Promise<void> {
    await inTurn(async () => {
      const next = make(await read())
      client.setQueryData(queryKey, next)
      await preferences.set(key, next)
    })
    tellOthers()
  }

  async function put(preset: ShelfPreset): Promise<ShelfPreset> {
    await change((presets) => withPreset(presets, preset))
    return preset
  }

  return {
    presets: data,
    isShared: false,
    failed: false,
    retry: () => undefined,
    reason: undefined,
    busy: false,
    save: (name, display) => put({ id: crypto.randomUUID(), name, display, version: 1 }),
    update: (preset, display) => put({ ...preset, display, version: preset.version + 1 }),
    rename: (preset, name) => put({ ...preset, name, version: preset.version + 1 }),
    remove: ({ id }) => change((presets) => withoutPreset(presets, id)),
  }
}

/** Pages that are not served securely have no locks: there, two windows at the very same moment are not expected. */
async function inTurn(deed: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) await deed()
  else await navigator.locks.request(key, deed)
}

function tellOthers(): void {
  const channel = new BroadcastChannel(key)
  channel.postMessage('changed')
  channel.close()
}

/** Of changes in other windows. */
function useTold(listener: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls is the same at every render
  useEffect(() => {
    const channel = new BroadcastChannel(key)
    channel.onmessage = listener
    return () => channel.close()
  }, [])
}
