import Box from '@mui/material/Box'
import { type ReactNode, useId, useState } from 'react'
import type { Upload } from '../../../engine/uploads/upload.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { movesOf } from '../rows/order.ts'
import { RowsPanel } from '../rows/rows-panel.tsx'
import { UploadRows } from '../rows/upload-rows.tsx'
import type { RowDrag } from '../rows/use-row-drag.ts'
import { useUploadTotals } from '../uploader-context.tsx'
import { words } from '../words.ts'
import { QueueSummary } from './queue-summary.tsx'
import { QueueViewChoice } from './queue-view-choice.tsx'
import { countQueue, isInView, type QueueView, viewWithRows } from './queue-views.ts'
import { UploadRow } from './upload-row.tsx'
import { useNews } from './use-news.ts'

/** Fewer are seen at a glance. */
const longQueue = 8

interface StartedPanelProps {
  uploads: readonly Upload[]
  dragged: RowDrag | null
  renderStored: (fileId: string) => ReactNode
  /** Files that could not be read. */
  unreadable: ReadonlySet<string>
}

/** Everything that has been started: all of it in one row, then each file. */
export function StartedPanel({ uploads, dragged, renderStored, unreadable }: StartedPanelProps) {
  const titleId = useId()
  const totals = useUploadTotals()
  const news = useNews(totals)
  const moves = movesOf(uploads)
  const [chosen, setChosen] = useState<QueueView>('all')
  const counts = countQueue(totals, uploads, unreadable)
  const isLong = uploads.length > longQueue
  const view = isLong ? viewWithRows(chosen, counts) : 'all'
  const shown = uploads.filter((upload) => isInView(view, upload, unreadable))
  return (
    <RowsPanel titleId={titleId}>
      <QueueSummary totals={totals} unreadable={counts.unreadable} titleId={titleId} />
      {isLong && (
        <Box sx={{ px: { xs: 4, sm: 5 }, pb: 4 }}>
          <QueueViewChoice view={view} counts={counts} onChange={setChosen} />
        </Box>
      )}
      <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
        <UploadRows label={words.list.label} uploads={shown} rowHeight={65} dragged={dragged}>
          {(upload) => (
            <UploadRow
              upload={upload}
              isFirst={moves.get(upload.key)?.up === undefined}
              isLast={moves.get(upload.key)?.down === undefined}
              renderStored={renderStored}
            />
          )}
        </UploadRows>
      </Box>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </RowsPanel>
  )
}
