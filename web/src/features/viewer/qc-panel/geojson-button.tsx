import { GatedButton } from '../../../ui/gated.tsx'
import { Download } from '../../../ui/icons.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useViewedImage } from '../slide/queries.ts'
import { useSlide } from '../slide/use-slide.ts'
import type { ShownOverlay } from './qc-desk.tsx'
import { useOutlines } from './queries.ts'
import { words } from './words.ts'

/** Saves the outlines of a mask. */
export function GeojsonButton({ shown: { imageId, checkId, measure } }: { shown: ShownOverlay }) {
  const outlines = useOutlines()
  const { record } = useViewedImage(imageId)
  const { data: slide } = useSlide(record?.slide_id ?? undefined)
  const save = () =>
    outlines.mutate(
      { id: checkId, key: measure.key },
      {
        onSuccess: (collection) => {
          if (collection.features.length === 0) return showToast(words.overlay.empty, 'info')
          const text = new Blob([JSON.stringify(collection)], { type: 'application/geo+json' })
          saveFile(text, words.overlay.fileName(slide?.name ?? imageId, measure.key))
        },
      },
    )
  return (
    <GatedButton
      size="small"
      variant="outlined"
      startIcon={<Download size={16} aria-hidden />}
      loading={outlines.isPending}
      onClick={save}
      sx={{ justifySelf: 'start' }}
    >
      {words.overlay.geojson}
    </GatedButton>
  )
}
