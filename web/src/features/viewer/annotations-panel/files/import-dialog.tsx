import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormDialog } from '../../../../ui/form/form-dialog.tsx'
import { FileUp } from '../../../../ui/frame/icons.ts'
import type { AnnotationSession } from '../annotation-session.ts'
import { useAnnotationClasses } from '../queries.ts'
import { noteCreation } from '../undo.ts'
import { FileDrop } from './file-drop.tsx'
import { type ClassChoices, chosenClasses, likelyChoices, tooLarge } from './import-draft.ts'
import { ImportReview } from './import-review.tsx'
import { useImport, usePreview } from './queries.ts'
import { words } from './words.ts'

const own = words.import

interface ImportDialogProps {
  session: AnnotationSession
  /** One that was dropped on the panel. */
  dropped: File | null
  onClose: () => void
}

/** Looks at a file first: nothing is imported before it was seen what comes of it. */
export function ImportDialog({ session, dropped, onClose }: ImportDialogProps) {
  const { imageId } = session.document
  const classes = useAnnotationClasses()
  const preview = usePreview(imageId)
  const importing = useImport(imageId)
  const [choices, setChoices] = useState<ClassChoices>({})
  const [refusal, setRefusal] = useState<string | null>(null)

  function look(file: File) {
    const most = tooLarge(file)
    setRefusal(most === null ? null : own.tooLarge(most))
    importing.reset()
    if (most === null)
      preview.mutate(file, { onSuccess: (found) => setChoices(likelyChoices(found.preview, classes)) })
    else preview.reset()
  }
  const lookAtDropped = useEffectEvent(() => dropped && look(dropped))
  useEffect(() => void lookAtDropped(), [])

  const found = preview.data
  const fault = refusal ?? preview.error?.message ?? importing.error?.message
  const count = found?.preview.fresh ?? 0

  function submit() {
    if (found === undefined) return
    const order = { file: found.file, without: found.preview.refused, classes: chosenClasses(choices) }
    importing.mutate(order, {
      onSuccess: ({ created, created_at }) => {
        const creation = { origin: 'imported', createdAt: created_at, count: created } as const
        noteCreation(session, creation, own.done(created))
        onClose()
      },
    })
  }

  return (
    <FormDialog
      title={own.title}
      submitLabel={found ? own.submitCount(count) : own.submit}
      reason={found === undefined ? own.noFile : count === 0 ? own.nothing : undefined}
      onClose={onClose}
      form={{ busy: importing.isPending, changed: false, submit: submit }}
    >
      <FileDrop accept=".geojson,.json,.xml" onFile={look}>
        {({ choose, over }) => (
          <Box
            sx={{
              p: found ? 3 : 8,
              display: 'flex',
              flexDirection: found ? 'row' : 'column',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 2,
              border: 1,
              borderStyle: 'dashed',
              borderColor: over ? 'primary.main' : 'divider',
              borderRadius: 1,
              bgcolor: over ? 'tokens.accent' : 'transparent',
              textAlign: 'center',
            }}
          >
            <FileUp size={found ? 20 : 28} aria-hidden />
            {found ? (
              <Typography variant="body2" sx={{ flex: 1, textAlign: 'start', overflowWrap: 'anywhere' }}>
                {found.file.name} · {own.formats[found.preview.format]}
              </Typography>
            ) : (
              <Box>
                <Typography>{own.drop}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {own.kinds}
                </Typography>
              </Box>
            )}
            <Button size="small" variant="outlined" onClick={choose}>
              {found ? own.other : own.choose}
            </Button>
          </Box>
        )}
      </FileDrop>
      {preview.isPending && <LinearProgress aria-label={own.reading} sx={{ mt: 3 }} />}
      {fault && (
        <Alert severity="error" sx={{ mt: 3 }}>
          {fault}
        </Alert>
      )}
      {found && !preview.isPending && (
        <ImportReview preview={found.preview} classes={classes} choices={choices} onChoices={setChoices} />
      )}
    </FormDialog>
  )
}
