import type { Slide } from '@cresyl/contract/slides/slides'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
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

const scaleOf = ({ mpp_x: x, mpp_y: y }: Slide) => `${x} ${y}`
