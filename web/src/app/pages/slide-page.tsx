import { useNavigate, useParams } from 'react-router'
import { prefetchSlide } from '../../features/viewer/slide/queries.ts'
import { Viewer } from '../../features/viewer/viewer.tsx'
import type { Preparation } from '../loaded-page.ts'
import { runDialogs } from './run-dialogs.tsx'
import { SlideEditor } from './slide-editor.tsx'

export function SlidePage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  return (
    <Viewer
      slideId={id}
      onSlide={(slideId, options) => navigate(`/slide/${slideId}`, options)}
      runs={{ ...runDialogs, SlideEditor }}
    />
  )
}

export function prepareSlidePage({ client, api, session, params }: Preparation) {
  if (params.id && session.can('view:viewers')) void prefetchSlide(client, api, params.id)
}
