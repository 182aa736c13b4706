import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import type { SuspendedDrawing } from '../../engine/annotations/tools/create-annotation-tools.ts'
import type { SuspendedMeasuring } from '../../engine/viewer/tools/create-tools.ts'
import { liveKeys } from '../../lib/live/live-keys.ts'
import type { createSessions } from './annotations-panel/annotation-session.ts'

/** What people are in the midst of, which goes on where the viewer opens anew. */
export interface Reopening {
  isUnderWay: boolean
  isPlain: boolean
  isPresenting: boolean
  sessions: ReturnType<typeof createSessions> | null
  /** By pane and image. */
  readonly drawing: Map<string, SuspendedDrawing>
  readonly measuring: Map<string, SuspendedMeasuring>
}

const ReopeningContext = createContext<Reopening | null>(null)
export const ReopeningProvider = ReopeningContext.Provider

export function useSuspended(): Reopening {
  const reopening = useContext(ReopeningContext)
  if (reopening === null) throw new Error('There is no viewer around this component.')
  return reopening
}

/** A state of the page that stays as it is when the viewer opens anew. */
export function useLasting(key: 'isPlain' | 'isPresenting'): [boolean, (value: boolean) => void] {
  const reopening = useSuspended()
  const [value, setValue] = useState(reopening[key])
  function change(next: boolean) {
    reopening[key] = next
    setValue(next)
  }
  return [value, change]
}

/** Each goes on once. */
export function takeSuspended<Held>(
  held: Map<string, Held>,
  pane: number,
  imageId: string,
): Held | undefined {
  const key = suspendedKey(pane, imageId)
  const suspended = held.get(key)
  held.delete(key)
  return suspended
}

export const suspendedKey = (pane: number, imageId: string): string => `${pane} ${imageId}`

const begin = (): Reopening => ({
  isUnderWay: false,
  isPlain: false,
  isPresenting: false,
  sessions: null,
  drawing: new Map(),
  measuring: new Map(),
})

/** What is told in the space of a slide, and lies on it as long as all of it is of one scale. */
const spaceKeys = [liveKeys.images, liveKeys.qc_jobs, liveKeys.inference_jobs, ['pyramids'], ['detections']]

/** Closes the viewer for a moment, in which everything that lies on slides is forgotten. */
export function useReopening(): { isClosed: boolean; reopen: () => void; suspended: Reopening } {
  const client = useQueryClient()
  const [isClosed, setClosed] = useState(false)
  const [suspended] = useState<Reopening>(begin)
  useEffect(() => {
    if (!isClosed) return
    for (const queryKey of spaceKeys) client.removeQueries({ queryKey })
    suspended.isUnderWay = false
    setClosed(false)
  }, [isClosed, client, suspended])
  function reopen() {
    suspended.isUnderWay = true
    setClosed(true)
  }
  return { isClosed, reopen, suspended }
}
