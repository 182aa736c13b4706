import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { memo, useId, useMemo } from 'react'
import type { Upload } from '../../../engine/uploads/upload.ts'
import type { Belonging } from '../../../engine/uploads/upload-api.ts'
import { Upload as UploadIcon } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { BelongingFields } from '../belonging/belonging-fields.tsx'
import { rememberBelonging } from '../belonging/last-belonging.ts'
import { sharedBelonging } from '../belonging/shared-belonging.ts'
import { RowsPanel } from '../rows/rows-panel.tsx'
import { UploadRows } from '../rows/upload-rows.tsx'
import type { RowDrag } from '../rows/use-row-drag.ts'
import { useUploader } from '../uploader-context.tsx'
import { words } from '../words.ts'
import { BatchErrors } from './batch-errors.tsx'
import { DraftRow } from './draft-row.tsx'
import { sameName, sumDrafts } from './draft-sums.ts'

interface DraftPanelProps {
  drafts: readonly Upload[]
  dragged: RowDrag | null
}

/** Files that were chosen and wait for the word: checked, named, put into a project, started. */
export const DraftPanel = memo(function DraftPanel({ drafts, dragged }: DraftPanelProps) {
  const titleId = useId()
  const uploader = useUploader()
  const sums = useMemo(() => sumDrafts(drafts), [drafts])
  const shared = useMemo(() => sharedBelonging(drafts), [drafts])
  const showBelonging = Object.values(shared).includes(undefined)
  const { total, validCount, errorCount } = sums.check

  function changeAll(changes: Partial<Belonging>) {
    rememberBelonging(uploader, changes)
    uploader.changeDrafts(changes)
  }

  return (
    <RowsPanel titleId={titleId}>
      <Stack sx={{ gap: 4, p: { xs: 4, sm: 5 } }}>
        <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
          <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
            <Typography variant="h2" id={titleId}>
              {words.drafts.title}
            </Typography>
            <Typography color="textSecondary" role="status">
              {words.drafts.sums(total, validCount, errorCount)}
            </Typography>
          </Box>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
            <Button onClick={() => uploader.removeAll(['draft'])}>{words.drafts.removeAll}</Button>
            <GatedButton
              variant="contained"
              startIcon={<UploadIcon size={18} aria-hidden />}
              reason={validCount > 0 ? undefined : words.drafts.nothingToStart}
              onClick={() => uploader.start()}
            >
              {words.drafts.start(validCount, sums.bytes)}
            </GatedButton>
          </Stack>
        </Stack>
        <Box role="group" aria-label={words.drafts.forAll}>
          <BelongingFields value={shared} onChange={changeAll} />
        </Box>
        {errorCount > 0 && <BatchErrors drafts={drafts} sums={sums} />}
        {sums.doubles.size > 0 && (
          <Alert severity="warning" variant="outlined" sx={{ overflowWrap: 'anywhere' }}>
            {words.drafts.doubles([...sums.doubles.values()])}
          </Alert>
        )}
      </Stack>
      <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
        <UploadRows label={words.drafts.list} uploads={drafts} rowHeight={57} dragged={dragged}>
          {(upload, index) => (
            <DraftRow
              upload={upload}
              isFirst={index === 0}
              isLast={index === drafts.length - 1}
              isDouble={sums.doubles.has(sameName(upload.name))}
              showBelonging={showBelonging}
            />
          )}
        </UploadRows>
      </Box>
    </RowsPanel>
  )
})
