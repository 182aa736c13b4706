import { noteOnFile } from '@cresyl/contract/files/uploads'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import type { Upload } from '../../../engine/uploads/upload.ts'
import { CircleX, TriangleAlert } from '../../../ui/frame/icons.ts'
import { useBelongingNames } from '../belonging/use-belonging-names.ts'
import { FileName } from '../rows/file-name.tsx'
import { RowControls } from '../rows/row-controls.tsx'
import { RowHandle } from '../rows/row-handle.tsx'
import { useUploader } from '../uploader-context.tsx'
import { words } from '../words.ts'
import { suggestionFor } from './draft-sums.ts'

interface DraftRowProps {
  upload: Upload
  isFirst: boolean
  isLast: boolean
  /** Another new file has the same name. */
  isDouble: boolean
  /** Where not all drafts belong to the same. */
  showBelonging: boolean
}

const layout = {
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) auto',
  columnGap: { xs: 2, md: 4 },
  alignItems: 'center',
  py: 2,
  pl: { xs: 1, sm: 2 },
  pr: 2,
} as const

/** A file that is not being uploaded yet, and what stands in the way. */
export const DraftRow = memo(function DraftRow(props: DraftRowProps) {
  const { upload, isFirst, isLast, isDouble, showBelonging } = props
  const uploader = useUploader()
  const suggestion = suggestionFor(upload)
  const note = noteOnFile(upload.name)
  return (
    <Box sx={layout}>
      <RowHandle upload={upload} />
      <Box sx={{ minWidth: 0 }}>
        <FileName upload={upload} />
        {showBelonging && <BelongingLine upload={upload} />}
        {upload.errors.map((error) => (
          <Note key={error} tone="fail" icon={CircleX}>
            {error}
          </Note>
        ))}
        {note !== null && (
          <Note tone="warn" icon={TriangleAlert}>
            {note}
          </Note>
        )}
        {isDouble && (
          <Note tone="warn" icon={TriangleAlert}>
            {words.drafts.double}
          </Note>
        )}
        {suggestion !== null && (
          <Button
            size="small"
            variant="outlined"
            onClick={() => uploader.change(upload.key, { name: suggestion })}
            sx={{
              mt: 1,
              maxWidth: '100%',
              minHeight: 28,
              whiteSpace: 'normal',
              overflowWrap: 'anywhere',
              textAlign: 'start',
            }}
          >
            {words.edit.suggestion(suggestion)}
          </Button>
        )}
      </Box>
      <RowControls upload={upload} isFirst={isFirst} isLast={isLast} />
    </Box>
  )
})

function BelongingLine({ upload }: { upload: Upload }) {
  const { project, tissue, stain } = useBelongingNames(upload)
  const parts = [project]
  if (upload.tissueId !== null) parts.push(tissue)
  if (upload.stainerId !== null) parts.push(stain)
  return (
    <Typography variant="body2" color="textSecondary" dir="auto">
      {parts.join(' · ')}
    </Typography>
  )
}

interface NoteProps {
  tone: 'fail' | 'warn'
  icon: typeof CircleX
  children: string
}

function Note({ tone, icon: Icon, children }: NoteProps) {
  return (
    <Stack direction="row" sx={{ gap: 1.5, mt: 0.5, color: `tokens.${tone}`, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ pt: 0.5, lineHeight: 0, flexShrink: 0 }}>
        <Icon size={14} aria-hidden />
      </Box>
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Stack>
  )
}
