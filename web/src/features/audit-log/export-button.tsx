import { GatedButton } from '../../ui/gated.tsx'
import { Download } from '../../ui/icons.ts'
import type { AuditFilter } from './filter.ts'
import { useExport } from './queries.ts'
import { words } from './words.ts'

/** Downloads what the filter shows, as a table. */
export function ExportButton({ filter }: { filter: AuditFilter }) {
  const exporting = useExport()
  return (
    <GatedButton
      size="small"
      variant="outlined"
      startIcon={<Download size={16} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate(filter)}
    >
      {words.export.button}
    </GatedButton>
  )
}
