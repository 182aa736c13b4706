import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { passwordErrors, usePasswordChange } from './mutations.ts'
import { blankPassword, checkPassword, type PasswordDraft } from './password-draft.ts'
import { words } from './words.ts'

const fields = [
  { field: 'current', label: words.password.current, autoComplete: 'current-password' },
  { field: 'next', label: words.password.next, autoComplete: 'new-password' },
  { field: 'again', label: words.password.again, autoComplete: 'new-password' },
] as const

export function PasswordForm({ email }: { email: string }) {
  const [shown, setShown] = useState(false)
  const form = useEditForm({
    stored: null,
    read: () => blankPassword,
    write: (draft: PasswordDraft) => draft,
    check: checkPassword,
    saving: usePasswordChange(),
    errorsOf: passwordErrors,
    onSaved: () => {
      setShown(false)
      showToast(words.password.done)
    },
  })

  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 4 }}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {/* So that password managers know whose password it is. */}
      <VisuallyHidden aria-hidden>
        <input type="text" autoComplete="username" value={email} readOnly tabIndex={-1} />
      </VisuallyHidden>
      {fields.map(({ field, label, autoComplete }) => (
        <TextField
          key={field}
          {...form.text(field, field === 'next' ? words.password.rule : undefined)}
          type={shown ? 'text' : 'password'}
          label={label}
          autoComplete={autoComplete}
          fullWidth
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
        />
      ))}
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <FormControlLabel
          control={<Checkbox size="small" checked={shown} onChange={(_, on) => setShown(on)} />}
          label={words.password.show}
          sx={{ flex: 1 }}
        />
        <GatedButton type="submit" variant="contained" loading={form.busy}>
          {words.password.submit}
        </GatedButton>
      </Stack>
    </Stack>
  )
}
