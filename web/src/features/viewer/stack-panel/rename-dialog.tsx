import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import type { StackMember } from './members.ts'
import { words } from './words.ts'

const longest = 120

interface RenameDialogProps {
  member: StackMember
  /** Empty: as it is called for everyone. */
  onSave: (name: string) => void
  onClose: () => void
}

export function RenameDialog({ member, onSave, onClose }: RenameDialogProps) {
  const [name, setName] = useState(member.name)
  const tidy = name.trim()
  return (
    <FormDialog
      title={words.renameTitle}
      submitLabel={words.save}
      maxWidth="xs"
      onClose={onClose}
      form={{ busy: false, changed: false, submit: () => onSave(tidy === member.usualName ? '' : tidy) }}
    >
      <TextField
        autoFocus
        fullWidth
        margin="dense"
        label={words.renameLabel}
        helperText={words.renameHint}
        placeholder={member.usualName}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: longest } }}
      />
    </FormDialog>
  )
}
