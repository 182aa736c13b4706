import { ticketLimits } from '@cresyl/contract/api/limits'
import { type SentTicket, ticketPriorities } from '@cresyl/contract/operations/support'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useIdempotencyKey } from '../../lib/api/idempotency.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import type { HelpAbout } from '../../ui/help/help-store.ts'
import { bodyOf, checkDraft, draftOf, type HelpDraft, slideIdOf } from './help-draft.ts'
import { ticketErrors, useCreateTicket, useSupport, useTicketChoices } from './queries.ts'
import { ScreenshotField } from './screenshot-field.tsx'
import { words } from './words.ts'

const own = words.help

interface HelpDialogProps {
  about: HelpAbout
  /** Where one was when one asked, as a path. */
  page: string
  onClose: () => void
  onSent: (ticket: SentTicket) => void
}

/** Asks for help with what is known of the place filled in. What is written stays until it has arrived. */
export function HelpDialog({ about, page, onClose, onSent }: HelpDialogProps) {
  const [blank] = useState(() => draftOf(about))
  const [draft, setDraft] = useState(blank)
  const [tried, setTried] = useState(false)
  const keyFor = useIdempotencyKey()
  const create = useCreateTicket()
  const { data: support } = useSupport()
  const errors = { ...ticketErrors(create.error), ...(tried && checkDraft(draft)) }
  const elsewhere = create.error && Object.keys(ticketErrors(create.error)).length === 0

  function change(part: Partial<HelpDraft>) {
    setDraft({ ...draft, ...part })
    if (create.isError) create.reset()
  }

  function submit() {
    setTried(true)
    if (Object.keys(checkDraft(draft)).length > 0) return
    const body = bodyOf(draft, about, page)
    create.mutate({ body, idempotencyKey: keyFor(body) }, { onSuccess: onSent })
  }

  return (
    <FormDialog
      title={own.title}
      submitLabel={own.submit}
      onClose={onClose}
      form={{
        busy: create.isPending,
        changed: draft.subject !== blank.subject || draft.content !== blank.content,
        submit: submit,
      }}
    >
      <Stack sx={{ gap: 4, pt: 1 }}>
        <Typography color="textSecondary">
          {support?.destination === 'hubspot' ? own.toHubSpot : own.toDesk}
        </Typography>
        {elsewhere && (
          <Alert severity="error" variant="outlined">
            {own.failed(create.error?.message ?? '')}
          </Alert>
        )}
        <Choices draft={draft} errors={errors} onChange={change} />
        <TextField
          label={own.subject}
          value={draft.subject}
          onChange={(event) => change({ subject: event.target.value })}
          error={errors.subject !== undefined}
          helperText={errors.subject}
          required
          autoFocus
          autoComplete="off"
          slotProps={{ htmlInput: { dir: 'auto', maxLength: ticketLimits.subject } }}
        />
        <TextField
          label={own.content}
          value={draft.content}
          onChange={(event) => change({ content: event.target.value })}
          error={errors.content !== undefined}
          helperText={errors.content}
          required
          multiline
          minRows={4}
          maxRows={12}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: ticketLimits.content } }}
        />
        <SentAlong draft={draft} about={about} page={page} error={errors.screenshot} onChange={change} />
      </Stack>
    </FormDialog>
  )
}

interface PartProps {
  draft: HelpDraft
  onChange: (part: Partial<HelpDraft>) => void
}

function Choices({
  draft,
  errors,
  onChange,
}: PartProps & { errors: { category?: string; pipeline?: string } }) {
  const { pipelines, categories } = useTicketChoices()
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        // A third one would leave a hole.
        '& > :nth-of-type(3)': { gridColumn: '1 / -1' },
      }}
    >
      <TextField
        select
        label={own.category}
        value={draft.category ?? categories[0]?.value ?? ''}
        onChange={(event) => onChange({ category: event.target.value })}
        error={errors.category !== undefined}
        helperText={errors.category}
      >
        {categories.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={own.priority}
        value={draft.priority}
        onChange={(event) => onChange({ priority: event.target.value as HelpDraft['priority'] })}
      >
        {ticketPriorities.map((priority) => (
          <MenuItem key={priority} value={priority}>
            {words.priorities[priority]}
          </MenuItem>
        ))}
      </TextField>
      {pipelines.length > 1 && (
        <TextField
          select
          label={own.pipeline}
          value={draft.pipeline ?? pipelines[0]?.id ?? ''}
          onChange={(event) => onChange({ pipeline: event.target.value })}
          error={errors.pipeline !== undefined}
          helperText={errors.pipeline}
        >
          {pipelines.map(({ id, label }) => (
            <MenuItem key={id} value={id}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  )
}

interface SentAlongProps extends PartProps {
  about: HelpAbout
  page: string
  error: string | undefined
}

/** All that goes along, in sight, with a tick for each. */
function SentAlong({ draft, about, page, error, onChange }: SentAlongProps) {
  const slideId = about.slideId ?? slideIdOf(page)
  const facts = [
    [words.facts.page, page],
    [words.facts.slide, slideId],
    [words.facts.job, about.jobId],
    [words.facts.file, about.fileId],
    [words.facts.request, about.request],
  ].filter(([, value]) => value !== undefined)
  return (
    <Stack component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary" sx={{ p: 0, mb: 1 }}>
        {own.along}
      </Typography>
      <Tick label={own.withPage} checked={draft.withPage} onChange={(withPage) => onChange({ withPage })} />
      {draft.withPage && (
        <Box component="ul" sx={{ m: 0, mb: 1, pl: 8, listStyle: 'none' }}>
          {facts.map(([name, value]) => (
            <Typography
              key={name}
              component="li"
              variant="body2"
              color="textSecondary"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {name}: <bdi>{value}</bdi>
            </Typography>
          ))}
        </Box>
      )}
      {about.jobId !== undefined && (
        <Tick
          label={own.withLog}
          checked={draft.withLog && draft.withPage}
          disabled={!draft.withPage}
          onChange={(withLog) => onChange({ withLog })}
        />
      )}
      <Tick
        label={own.withScreenshot}
        checked={draft.withScreenshot}
        onChange={(withScreenshot) => onChange({ withScreenshot })}
      />
      {draft.withScreenshot && (
        <ScreenshotField
          picture={draft.screenshot}
          error={error}
          onPicture={(screenshot) => onChange({ screenshot })}
        />
      )}
    </Stack>
  )
}

interface TickProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

function Tick({ label, checked, disabled = false, onChange }: TickProps) {
  return (
    <FormControlLabel
      label={label}
      disabled={disabled}
      control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
    />
  )
}
