import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Upload, UploadTotals } from '../../../engine/uploads/upload.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { movesOf } from '../rows/order.ts'
import { RowsPanel } from '../rows/rows-panel.tsx'
import { UploadRows } from '../rows/upload-rows.tsx'
import type { RowDrag } from '../rows/use-row-drag.ts'
import { useUploadTotals } from '../uploader-context.tsx'
import { words } from '../words.ts'
import { newsBetween, standingOf } from './news.ts'
import { QueueSummary } from './queue-summary.tsx'
import {
  countOf,
  countQueue,
  isInView,
  type QueueCounts,
  type QueueView,
  queueViews,
  viewWithRows,
} from './queue-views.ts'
import { UploadRow } from './upload-row.tsx'

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

/** Many small files may end in one second: they are one piece of news. */
const settleAfter = 1000

/** What has happened to the queue, for a region that is read aloud: changes only when something has. */
function useNews(totals: UploadTotals): string {
  const standing = standingOf(totals)
  const [said, setSaid] = useState({ standing, news: '' })
  const news = newsBetween(said.standing, standing)
  const hasNews = news !== ''
  // What needs no word, such as a row that was dismissed, is what the next news starts from.
  if (!hasNews && JSON.stringify(standing) !== JSON.stringify(said.standing)) setSaid({ ...said, standing })

  const say = useEffectEvent(() => setSaid({ standing, news }))
  useEffect(() => {
    if (!hasNews) return
    const timer = setTimeout(() => say(), settleAfter)
    return () => clearTimeout(timer)
  }, [hasNews])
  return said.news
}

interface QueueViewChoiceProps {
  view: QueueView
  counts: QueueCounts
  onChange: (view: QueueView) => void
}

/** Finds what matters in a long queue, such as the few that failed. */
function QueueViewChoice({ view, counts, onChange }: QueueViewChoiceProps) {
  const views = (Object.keys(queueViews) as QueueView[]).filter(
    (each) => each === 'all' || countOf(each, counts) > 0,
  )
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      onChange={(_, chosen: QueueView | null) => chosen && onChange(chosen)}
      aria-label={words.views.label}
      sx={{ flexWrap: 'wrap' }}
    >
      {views.map((each) => (
        <ToggleButton key={each} value={each} sx={{ py: 1 }}>
          {words.views.count(words.views[each], countOf(each, counts))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
