import { SaveBar } from '../save-bar.tsx'
import { usePreview } from './queries.ts'
import type { QualityEdit } from './use-quality-edit.ts'
import { words } from './words.ts'

/** Says what saving would change. */
export function QualitySaveBar({ edit }: { edit: QualityEdit }) {
  const { hasFaults, thresholds } = edit
  const preview = usePreview(hasFaults ? null : thresholds)
  return (
    <SaveBar
      edit={edit}
      fault={hasFaults ? words.faults.some : undefined}
      note={noteOf(thresholds, preview)}
    />
  )
}

function noteOf(thresholds: QualityEdit['thresholds'], preview: ReturnType<typeof usePreview>): string {
  if (thresholds === null) return words.preview.automaticOnly
  if (preview.isCounting) return words.preview.counting
  return preview.data ? words.preview.text(preview.data) : words.preview.failed
}
