import { checkFile, suggestName } from '@cresyl/contract/files/uploads'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Upload } from '../../engine/uploads/upload.ts'
import type { Belonging } from '../../engine/uploads/upload-api.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { BelongingFields } from './belonging/belonging-fields.tsx'
import { useUploader } from './uploader-context.tsx'
import { words } from './words.ts'

interface EditDialogProps {
  upload: Upload
  onClose: () => void
}

/** What one file is to be called, and where its slide belongs. */
export function EditDialog({ upload, onClose }: EditDialogProps) {
  const uploader = useUploader()
  const { projectId, tissueId, stainerId } = upload
  const [belonging, setBelonging] = useState<Belonging>({ projectId, tissueId, stainerId })
  const [name, setName] = useState(upload.name)
  const errors = checkFile({ name, size: upload.size })
  const suggestion = errors.length > 0 ? suggestName(name) : null
  const changed =
    name !== upload.name ||
    belonging.projectId !== projectId ||
    belonging.tissueId !== tissueId ||
    belonging.stainerId !== stainerId

  function save() {
    uploader.change(upload.key, { name, ...belonging })
    onClose()
  }

  return (
    <FormDialog
      title={words.edit.title}
      submitLabel={words.edit.submit}
      onClose={onClose}
      form={{ busy: false, changed: changed, submit: save }}
    >
      <Stack sx={{ gap: 5, pt: 2 }}>
        <div>
          <TextField
            size="small"
            label={words.edit.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors.length > 0}
            helperText={errors.length > 0 ? errors.join('\n') : words.edit.original(upload.originalName)}
            fullWidth
            autoFocus
            autoComplete="off"
            slotProps={{
              htmlInput: { dir: 'auto', spellCheck: false },
              formHelperText: { sx: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' }, role: 'status' },
            }}
          />
          {suggestion !== null && suggestion !== name && (
            <Button
              size="small"
              variant="outlined"
              onClick={() => setName(suggestion)}
              sx={{ mt: 2, whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' }}
            >
              {words.edit.suggestion(suggestion)}
            </Button>
          )}
        </div>
        <BelongingFields
          stacked
          value={belonging}
          onChange={(changes) => setBelonging({ ...belonging, ...changes })}
        />
      </Stack>
    </FormDialog>
  )
}
