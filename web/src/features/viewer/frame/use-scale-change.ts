import type { Slide } from '@cresyl/contract/slides'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { slideQuery } from '../slide/use-slide.ts'
import { useWorkspaceState } from '../viewer-context.tsx'

/** Tells when a slide of any pane has been given another pixel size than it was opened with. */
export function useScaleChange(onChange: () => void): void {
  const api = useApi()
  const contents = useWorkspaceState((workspace) => workspace.contents())
  const ids = [...new Set(contents.flatMap((content) => (content ? [content.slideId] : [])))]
  const slides = useQueries({ queries: ids.map((id) => slideQuery(api, id)) })
  const opened = useRef(new Map<string, string>())
  const changed = useEffectEvent(onChange)
  const scales = slides.flatMap(({ data }) => (data ? [`${data.id} ${scaleOf(data)}`] : [])).join()
  useEffect(() => {
    for (const scale of scales.split(',')) {
      const [id = ''] = scale.split(' ')
      const before = opened.current.get(id)
      opened.current.set(id, scale)
      if (before !== undefined && before !== scale) changed()
    }
  }, [scales])
}

/** What is told in the space of a slide, and lies on it as long as all of it is of one scale. */
const spaceKeys = [liveKeys.images, liveKeys.qc_jobs, liveKeys.inference_jobs, ['pyramids'], ['detections']]

/** Closes the viewer for a moment, in which everything that lies on slides is forgotten. */
export function useReopening(): { isClosed: boolean; reopen: () => void } {
  const client = useQueryClient()
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    if (!isClosed) return
    for (const queryKey of spaceKeys) client.removeQueries({ queryKey })
    setClosed(false)
  }, [isClosed, client])
  return { isClosed, reopen: () => setClosed(true) }
}

const scaleOf = ({ mpp_x: x, mpp_y: y }: Slide) => `${x} ${y}`
