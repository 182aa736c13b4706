import { type Profile, profile as profileSchema } from '@cresyl/contract/people/profiles'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useEffect } from 'react'
import { storedNow } from '../../lib/api/stored-now.ts'
import { ConflictAlert, ConflictNote } from '../../ui/edit-form/conflict-note.tsx'
import { useEditForm } from '../../ui/edit-form/use-edit-form.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { usePersonUpdate } from './mutations.ts'
import { checkPerson, readPerson, writePerson } from './person-draft.ts'
import { PictureField } from './picture-field.tsx'
import { words } from './words.ts'

// To be read and copied, not typed in.
const readOnlyLook = {
  '& .MuiOutlinedInput-root': { bgcolor: 'transparent', color: 'text.secondary' },
  '& .MuiOutlinedInput-notchedOutline': { borderColor: 'divider' },
}

interface PersonFormProps {
  profile: Profile
  onUnsaved: (unsaved: boolean) => void
}

/** Name and picture. */
export function PersonForm({ profile, onUnsaved }: PersonFormProps) {
  const form = useEditForm({
    stored: profile,
    read: readPerson,
    write: writePerson,
    check: checkPerson,
    saving: usePersonUpdate(),
    storedNow: (error) => storedNow(error, profileSchema),
    onSaved: () => void showToast(words.person.saved),
  })
  const { draft, change, changed } = form
  const managed = profile.managed_by === 'provider'

  useEffect(() => onUnsaved(changed), [onUnsaved, changed])

  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 5 }}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ConflictAlert form={form} title={words.person.conflictTitle} />
      <div>
        <PictureField
          // What went wrong with a file is of no interest once something was saved.
          key={profile.version}
          name={draft.name}
          picture={draft.picture}
          readOnly={managed}
          onChange={(picture) => change({ picture })}
        />
        <ConflictNote form={form} field="picture" name={words.person.picture}>
          {(theirs) => <PersonAvatar name={theirs.name} picture={theirs.picture} size={64} />}
        </ConflictNote>
      </div>
      <div>
        <TextField
          {...form.text('name')}
          label={words.person.name}
          fullWidth
          required={!managed}
          autoComplete="name"
          {...(managed && { sx: readOnlyLook })}
          slotProps={{ htmlInput: { dir: 'auto', readOnly: managed } }}
        />
        <ConflictNote form={form} field="name" name={words.person.name} />
      </div>
      <TextField
        label={words.person.email}
        value={profile.email}
        fullWidth
        sx={readOnlyLook}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      {!managed && (
        <Stack direction="row" sx={{ gap: 2, justifyContent: 'flex-end' }}>
          {changed && <Button onClick={form.discard}>{words.person.undo}</Button>}
          <GatedButton
            type="submit"
            variant="contained"
            reason={changed ? undefined : words.person.unchanged}
            loading={form.busy}
          >
            {words.person.save}
          </GatedButton>
        </Stack>
      )}
    </Stack>
  )
}
