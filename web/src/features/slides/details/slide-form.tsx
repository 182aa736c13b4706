import { type Slide, slide as slideSchema } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { storedNow } from '../../../lib/api/stored-now.ts'
import { ConflictAlert, ConflictNote } from '../../../ui/edit-form/conflict-note.tsx'
import { useEditForm } from '../../../ui/edit-form/use-edit-form.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { ChoiceField } from '../choices/choice-field.tsx'
import { ProjectField } from '../choices/project-field.tsx'
import { type Choice, useProjectName, useStains, useTissues } from '../choices/queries.ts'
import { useSlideUpdate } from '../queries.ts'
import { words } from '../words.ts'
import { checkDraft, readDraft, writeDraft } from './draft.ts'

const own = words.drawer

interface SlideFormProps {
  slide: Slide
  /** Why it can't be changed; undefined where it can. */
  reason: string | undefined
}

/** Name, project, tissue, stain and pixel size of a slide. */
export function SlideForm({ slide, reason }: SlideFormProps) {
  const form = useEditForm({
    stored: slide,
    read: readDraft,
    write: writeDraft,
    check: checkDraft,
    saving: useSlideUpdate(),
    storedNow: (error) => storedNow(error, slideSchema),
    onSaved: ({ name }) => void showToast(own.saved(name)),
  })
  const { draft, change, changed } = form
  const tissues = useTissues()
  const stains = useStains()
  const projectName = useProjectName(draft.project_id)
  const nameOf = (choices: readonly Choice[], id: string | null) =>
    choices.find((choice) => choice.id === id)?.name ?? own.notSet
  const isOff = reason !== undefined
  const save = () => {
    if (!isOff && changed) form.submit()
  }
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
      <UnsavedGuard unsaved={changed} leaving={() => true} />
      <ConflictAlert form={form} title={words.conflict.title} />
      <div>
        <TextField
          {...form.text('name')}
          size="small"
          fullWidth
          multiline
          label={own.fields.name}
          disabled={isOff}
          onChange={(event) => change({ name: event.target.value.replace(/\s+/g, ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
        <ConflictNote form={form} field="name" name={own.fields.name} />
      </div>
      <div>
        <ProjectField
          label={own.fields.project_id}
          value={draft.project_id === null ? null : { id: draft.project_id, name: projectName ?? '' }}
          placeholder={own.unsorted}
          disabled={isOff}
          onChange={(choice) => change({ project_id: choice?.id ?? null })}
        />
        <ConflictNote form={form} field="project_id" name={own.fields.project_id}>
          {() => <bdi>{form.base.project?.name ?? own.unsorted}</bdi>}
        </ConflictNote>
      </div>
      <div>
        <ChoiceField
          label={own.fields.tissue_id}
          choices={tissues}
          value={draft.tissue_id}
          placeholder={own.notSet}
          disabled={isOff}
          onChange={(tissue_id) => change({ tissue_id })}
        />
        <ConflictNote form={form} field="tissue_id" name={own.fields.tissue_id}>
          {(theirs) => <bdi>{nameOf(tissues, theirs.tissue_id)}</bdi>}
        </ConflictNote>
      </div>
      <div>
        <ChoiceField
          label={own.fields.stainer_id}
          choices={stains}
          value={draft.stainer_id}
          placeholder={own.notSet}
          disabled={isOff}
          onChange={(stainer_id) => change({ stainer_id })}
        />
        <ConflictNote form={form} field="stainer_id" name={own.fields.stainer_id}>
          {(theirs) => <bdi>{nameOf(stains, theirs.stainer_id)}</bdi>}
        </ConflictNote>
      </div>
      <div>
        <TextField
          {...form.text('mpp', own.fileScale(slide))}
          size="small"
          fullWidth
          label={own.fields.mpp}
          placeholder={slide.file_mpp_x === null ? own.notSet : own.asInFile}
          disabled={isOff}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'decimal' } }}
        />
        {draft.mpp !== '' && !isOff && (
          <Button size="small" onClick={() => change({ mpp: '' })} sx={{ mt: 1 }}>
            {own.useFileScale}
          </Button>
        )}
        <ConflictNote form={form} field="mpp" name={own.fields.mpp}>
          {({ mpp }) => (mpp === '' ? own.asInFile : mpp)}
        </ConflictNote>
      </div>
      <GatedButton
        type="submit"
        variant="contained"
        loading={form.busy}
        reason={reason ?? (changed ? undefined : own.nothingChanged)}
        sx={{ justifySelf: 'start' }}
      >
        {own.save}
      </GatedButton>
    </Box>
  )
}
