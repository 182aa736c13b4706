import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { RunParts } from '../../features/viewer/run-parts.ts'
import { prefetchSlide } from '../../features/viewer/slide/queries.ts'
import { Viewer } from '../../features/viewer/viewer.tsx'
import type { Preparation } from '../loaded-page.ts'
import { runDialogs } from './run-dialogs.tsx'
import { useSlideDownloads } from './use-slide-downloads.ts'

export function SlidePage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  // Panels close in narrow windows, and the viewer for a moment with another pixel size: what is typed stays.
  const [over, setOver] = useState<{ page: string; dialog: ReactNode }>()
  const show: RunParts['show'] = (dialog) => setOver({ page: id, dialog: dialog(() => setOver(undefined)) })
  return (
    <>
      <Viewer
        slideId={id}
        onSlide={(slideId, options) => navigate(`/slide/${slideId}`, options)}
        runs={{ ...runDialogs, SlideEditor, show }}
      />
      {over?.page === id && over.dialog}
    </>
  )
}

export function prepareSlidePage({ client, api, session, params }: Preparation) {
  if (params.id && session.can('view:viewers')) void prefetchSlide(client, api, params.id)
}

const Drawer = lazy(async () => ({
  default: (await import('../../features/slides/details/slide-drawer.tsx')).SlideDrawer,
}))

/** The details of a slide over the viewer, where they can be changed; fetched when they are first opened. */
function SlideEditor({ id, onClose }: { id: string; onClose: () => void }) {
  const download = useSlideDownloads()
  return (
    <Suspense fallback={null}>
      <Drawer id={id} readOnly={undefined} onDownload={download} onClose={onClose} />
    </Suspense>
  )
}
