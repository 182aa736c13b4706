import { lazy, Suspense } from 'react'
import { useSlideDownloads } from './use-slide-downloads.ts'

const Drawer = lazy(async () => ({
  default: (await import('../../features/slides/details/slide-drawer.tsx')).SlideDrawer,
}))

/** The details of a slide over the viewer, where they can be changed; fetched when they are first opened. */
export function SlideEditor({ id, onClose }: { id: string; onClose: () => void }) {
  const download = useSlideDownloads()
  return (
    <Suspense fallback={null}>
      <Drawer id={id} readOnly={undefined} onDownload={download} onClose={onClose} />
    </Suspense>
  )
}
