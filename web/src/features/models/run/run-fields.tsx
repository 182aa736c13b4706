import type { RunRegion } from '@cresyl/contract/predictors/inference-jobs'
import type { FitImage } from '@cresyl/contract/predictors/predictor-fit'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  type Candidate,
  isWithoutScale,
  lookAhead,
  type RunDraft,
  withPredictor,
} from '../../../engine/runs/run-draft.ts'
import { LinkButton } from '../../../ui/frame/link-button.tsx'
import { formatNumber } from '../../../ui/text/dates.ts'
import { ParamFields } from '../param-fields.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { words } from './words.ts'

const own = words.fields

/** What the part is: what is seen, where it was run before, or the box around an annotation. */
export type PartOf = keyof typeof own.parts

interface RunFieldsProps {
  candidates: readonly Candidate[]
  /** Null where it is for many slides. */
  image: FitImage | null
  /** A part that it may be run on. */
  region: RunRegion | null
  partOf?: PartOf
  draft: RunDraft
  onChange: (draft: RunDraft) => void
}

/** What is to be run and how: the form that the chosen predictor's manifest asks for. */
export function RunFields({
  candidates,
  image,
  region,
  partOf = 'visible',
  draft,
  onChange,
}: RunFieldsProps) {
  const { predictor } = draft
  const { fit, faults } = lookAhead(draft, image, region)
  if (candidates.length === 0) {
    return (
      <Alert
        severity="info"
        action={
          <LinkButton size="small" to="/models">
            {own.toModels}
          </LinkButton>
        }
      >
        {own.none}
      </Alert>
    )
  }
  // What people can still say stands at the field where they say it.
  const refusals = fit?.misfits.filter(
    ({ about }) => about === 'modality' || (about === 'mpp' && !isAsked(image)),
  )
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <PredictorField
        candidates={candidates}
        value={predictor?.id ?? ''}
        onChoose={(chosen) => onChange(withPredictor(draft, chosen))}
      />
      {predictor && <Typography variant="body2">{predictor.manifest.summary}</Typography>}
      {refusals?.map(({ sentence }) => (
        <Alert key={sentence} severity="error">
          {sentence}
        </Alert>
      ))}
      {predictor && image && fit && (
        <ChannelFields
          predictor={predictor}
          image={image}
          fit={fit}
          chosen={draft.channels}
          onChange={(channels) => onChange({ ...draft, channels })}
        />
      )}
      {predictor && isAsked(image) && (
        <TextField
          size="small"
          required
          label={own.mpp}
          helperText={own.mppHint}
          error={fit?.misfits.some(({ about }) => about === 'mpp') ?? false}
          value={draft.mpp}
          onChange={(event) => onChange({ ...draft, mpp: event.target.value })}
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 24 } }}
        />
      )}
      {predictor && predictor.manifest.params.length > 0 && (
        <Box>
          <Typography variant="h3" sx={{ mb: 3 }}>
            {own.settings}
          </Typography>
          <ParamFields
            params={predictor.manifest.params}
            draft={draft.params}
            faults={faults}
            onChange={(params) => onChange({ ...draft, params })}
          />
        </Box>
      )}
      {predictor && region && (
        <PartField
          region={region}
          partOf={partOf}
          value={draft.part}
          onChange={(part) => onChange({ ...draft, part })}
        />
      )}
    </Box>
  )
}

const isAsked = (image: FitImage | null): boolean => image !== null && isWithoutScale(image)

interface PredictorFieldProps {
  candidates: readonly Candidate[]
  value: string
  onChoose: (predictor: Candidate['predictor']) => void
}

/** Those that don't fit are listed, too, with the reason: nobody has to guess why one is missing. */
function PredictorField({ candidates, value, onChoose }: PredictorFieldProps) {
  return (
    <TextField
      select
      required
      fullWidth
      label={own.predictor}
      value={value}
      helperText={value === '' ? own.choose : undefined}
      onChange={(event) => {
        const chosen = candidates.find(({ predictor }) => predictor.id === event.target.value)
        if (chosen) onChoose(chosen.predictor)
      }}
      slotProps={{ select: { renderValue: () => nameOf(candidates, value) } }}
    >
      {candidates.map(({ predictor: { id, manifest }, refusal }) => (
        <MenuItem key={id} value={id} disabled={refusal !== null} sx={option}>
          <ListItemText primary={manifest.name} secondary={refusal ?? manifest.summary} />
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Why one can't be chosen has to be read. */
const option = {
  maxWidth: 560,
  whiteSpace: 'normal',
  '&.Mui-disabled': { opacity: 1, '& .MuiListItemText-primary': { color: 'text.secondary' } },
} as const

const nameOf = (candidates: readonly Candidate[], id: string) =>
  candidates.find(({ predictor }) => predictor.id === id)?.predictor.manifest.name

interface PartFieldProps {
  region: RunRegion
  partOf: PartOf
  value: RunDraft['part']
  onChange: (part: RunDraft['part']) => void
}

function PartField({ region, partOf, value, onChange }: PartFieldProps) {
  const size = own.visibleOf(
    formatNumber(Math.round(region.width)),
    `${formatNumber(Math.round(region.height))} px`,
  )
  return (
    <Box>
      <Typography variant="h3">{own.part}</Typography>
      <RadioGroup
        aria-label={own.part}
        value={value}
        onChange={(_, part) => onChange(part === 'part' ? 'part' : 'whole')}
      >
        <FormControlLabel value="whole" control={<Radio size="small" />} label={own.whole} />
        <FormControlLabel
          value="part"
          control={<Radio size="small" />}
          label={`${own.parts[partOf]} (${size})`}
        />
      </RadioGroup>
      {partOf === 'annotation' && value === 'part' && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {own.annotationHint}
        </Typography>
      )}
    </Box>
  )
}
