import type { Profile } from '@cresyl/contract/profiles'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { GatedButton } from '../../ui/gated.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { fieldsOf, profileNow, useSaveProfile } from './mutations.ts'
import {
  draftOf,
  editOf,
  isChanged,
  isSamePerson,
  nameError,
  type PersonDraft,
  type Rebased,
  rebase,
} from './person-draft.ts'
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
  // Until something is changed, what is stored is shown, also when it changes elsewhere.
  const [typed, setTyped] = useState<PersonDraft | null>(null)
  const [conflicts, setConflicts] = useState<Rebased['conflicts']>([])
  const save = useSaveProfile()
  const draft = typed ?? draftOf(profile)
  const changed = isChanged(draft)
  const managed = profile.managed_by === 'provider'
  const error = nameError(draft.name) ?? fieldsOf(save.error).name?.[0]

  useEffect(() => onUnsaved(changed), [onUnsaved, changed])

  function change(next: Partial<PersonDraft>) {
    setTyped({ ...draft, ...next })
    if (save.isError) save.reset()
  }

  function reset() {
    setTyped(null)
    setConflicts([])
    save.reset()
  }

  function submit(sent: PersonDraft = draft) {
    if (save.isPending || !isChanged(sent) || nameError(sent.name)) return
    // A newer version with the same person in it (another theme, say) is nothing to stumble over.
    const { version } = isSamePerson(profile, sent.base) ? profile : sent.base
    save.mutate({ ...editOf(sent), version }, { onSuccess: saved, onError: (error) => refused(error, sent) })
  }

  function saved() {
    reset()
    showToast(words.person.saved)
  }

  function refused(error: unknown, sent: PersonDraft) {
    const stored = profileNow(error)
    if (!stored) return
    const rebased = rebase(sent, stored)
    setTyped(rebased.draft)
    setConflicts(rebased.conflicts)
    if (rebased.conflicts.length > 0) return
    save.mutate({ ...editOf(rebased.draft), version: stored.version }, { onSuccess: saved })
  }

  return (
    <Stack
      component="form"
      noValidate
      sx={{ gap: 5 }}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {conflicts.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{ alignItems: 'flex-start' }}>
          <AlertTitle>{words.person.conflictTitle}</AlertTitle>
          {conflicts.includes('name') && words.person.conflictName(draft.base.name)}
          {conflicts.includes('picture') && ` ${words.person.conflictPicture}`}
          <Button size="small" onClick={reset} sx={{ display: 'block', mt: 1, ml: -2 }}>
            {words.person.useStored}
          </Button>
        </Alert>
      )}
      <PictureField
        // What went wrong with a file is of no interest once something was saved.
        key={profile.version}
        name={draft.name}
        picture={draft.picture}
        readOnly={managed}
        onChange={(picture) => change({ picture })}
      />
      <TextField
        label={words.person.name}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={error !== undefined}
        helperText={error}
        fullWidth
        required={!managed}
        autoComplete="name"
        {...(managed && { sx: readOnlyLook })}
        slotProps={{ htmlInput: { dir: 'auto', readOnly: managed } }}
      />
      <TextField
        label={words.person.email}
        value={profile.email}
        fullWidth
        sx={readOnlyLook}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      {!managed && (
        <Stack direction="row" sx={{ gap: 2, justifyContent: 'flex-end' }}>
          {changed && <Button onClick={reset}>{words.person.undo}</Button>}
          <GatedButton
            type="submit"
            variant="contained"
            reason={changed ? undefined : words.person.unchanged}
            loading={save.isPending}
          >
            {words.person.save}
          </GatedButton>
        </Stack>
      )}
    </Stack>
  )
}
