import { type Slide, slide as slideSchema } from '@cresyl/contract/slides'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { fieldErrors } from '../../../lib/api/field-errors.ts'
import { storedNow } from '../../../lib/api/stored-now.ts'
import { ConflictChoice } from '../../../ui/conflict-choice.tsx'
import { GatedButton } from '../../../ui/gated.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { ChoiceField } from '../choices/choice-field.tsx'
import { ProjectField } from '../choices/project-field.tsx'
import { type Choice, useProjectName, useStains, useTissues } from '../choices/queries.ts'
import { useUpdateSlide } from '../queries.ts'
import { words } from '../words.ts'
import {
  changedFields,
  type Draft,
  type DraftField,
  draftOf,
  editOf,
  mergeDrafts,
  mppProblem,
  nameProblem,
} from './draft.ts'

const own = words.drawer

interface Conflict {
  theirs: Draft
  /** What was here when the conflict was found: kept so that "keep mine" can bring it back. */
  mine: Draft
  fields: DraftField[]
}

interface SlideFormProps {
  slide: Slide
  /** Why it can't be changed; undefined where it can. */
  reason: string | undefined
}

/** Name, project, tissue, stain and pixel size of a slide. */
export function SlideForm({ slide, reason }: SlideFormProps) {
  const [base, setBase] = useState(slide)
  const [draft, setDraft] = useState(() => draftOf(slide))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const update = useUpdateSlide(
    (error) => storedNow(error, slideSchema) !== null || nameError(error) !== undefined,
  )
  const tissues = useTissues()
  const stains = useStains()
  const projectName = useProjectName(draft.projectId)
  const isChanged = changedFields(draftOf(base), draft).length > 0
  // Changed elsewhere while nothing is changed here: shown as it is now.
  if (!isChanged && slide.version > base.version) {
    setBase(slide)
    setDraft(draftOf(slide))
  }
  const problem = nameProblem(draft) ?? nameError(update.error)

  function save() {
    if (reason !== undefined || !isChanged || update.isPending) return
    if (nameProblem(draft) !== null || mppProblem(draft) !== null) return
    const edit = { ...editOf(draftOf(base), draft), version: base.version }
    update.mutate({ id: base.id, edit }, { onSuccess: saved, onError: refused })
  }

  function saved(stored: Slide) {
    setBase(stored)
    setDraft(draftOf(stored))
    setConflict(null)
    showToast(own.saved(stored.name))
  }

  function refused(error: unknown) {
    const stored = storedNow(error, slideSchema)
    if (!stored) return
    const theirs = draftOf(stored)
    const merge = mergeDrafts(draftOf(base), draft, theirs)
    setBase(stored)
    setDraft(merge.draft)
    setConflict({ theirs, mine: merge.draft, fields: merge.conflicts })
  }

  function change(changes: Partial<Draft>) {
    setDraft({ ...draft, ...changes })
    if (update.isError) update.reset()
  }

  const nameOf = (choices: readonly Choice[], id: string | null) =>
    choices.find((choice) => choice.id === id)?.name ?? own.notSet
  const note = (field: DraftField, text: (theirs: Draft) => string) =>
    conflict?.fields.includes(field) && (
      <ConflictChoice
        label={words.conflict.which(own.fields[field])}
        theirs={<bdi>{text(conflict.theirs)}</bdi>}
        chosen={draft[field] === conflict.theirs[field] ? 'theirs' : 'mine'}
        onChoose={(choice) => change({ [field]: conflict[choice][field] })}
      />
    )
  const isOff = reason !== undefined
  return (
    <Box
      component="form"
      noValidate
      aria-label={own.title}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      <UnsavedGuard unsaved={isChanged} leaving={() => true} />
      {conflict && (
        <Alert severity="warning" variant="outlined">
          <AlertTitle>{words.conflict.title}</AlertTitle>
          {conflict.fields.length > 0 ? words.conflict.choose : words.conflict.merged}
        </Alert>
      )}
      <div>
        <TextField
          size="small"
          fullWidth
          multiline
          label={own.fields.name}
          value={draft.name}
          disabled={isOff}
          onChange={(event) => change({ name: event.target.value.replace(/\s+/g, ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
          error={problem !== undefined && problem !== null}
          helperText={problem}
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        {note('name', ({ name }) => name)}
      </div>
      <div>
        <ProjectField
          label={own.fields.projectId}
          value={draft.projectId === null ? null : { id: draft.projectId, name: projectName ?? '' }}
          placeholder={own.unsorted}
          disabled={isOff}
          onChange={(choice) => change({ projectId: choice?.id ?? null })}
        />
        {note('projectId', () => base.project?.name ?? own.unsorted)}
      </div>
      <div>
        <ChoiceField
          label={own.fields.tissueId}
          choices={tissues}
          value={draft.tissueId}
          placeholder={own.notSet}
          disabled={isOff}
          onChange={(tissueId) => change({ tissueId })}
        />
        {note('tissueId', ({ tissueId }) => nameOf(tissues, tissueId))}
      </div>
      <div>
        <ChoiceField
          label={own.fields.stainerId}
          choices={stains}
          value={draft.stainerId}
          placeholder={own.notSet}
          disabled={isOff}
          onChange={(stainerId) => change({ stainerId })}
        />
        {note('stainerId', ({ stainerId }) => nameOf(stains, stainerId))}
      </div>
      <div>
        <TextField
          size="small"
          fullWidth
          label={own.fields.mpp}
          value={draft.mpp}
          placeholder={slide.file_mpp_x === null ? own.notSet : own.asInFile}
          disabled={isOff}
          onChange={(event) => change({ mpp: event.target.value })}
          error={mppProblem(draft) !== null}
          helperText={mppProblem(draft) ?? own.fileScale(slide)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'decimal' } }}
        />
        {draft.mpp !== '' && !isOff && (
          <Button size="small" onClick={() => change({ mpp: '' })} sx={{ mt: 1 }}>
            {own.useFileScale}
          </Button>
        )}
        {note('mpp', ({ mpp }) => (mpp === '' ? own.asInFile : mpp))}
      </div>
      <GatedButton
        type="submit"
        variant="contained"
        loading={update.isPending}
        reason={reason ?? (isChanged ? undefined : own.nothingChanged)}
        sx={{ justifySelf: 'start' }}
      >
        {own.save}
      </GatedButton>
    </Box>
  )
}

function nameError(error: unknown): string | undefined {
  return fieldErrors(error, ['name']).name
}
