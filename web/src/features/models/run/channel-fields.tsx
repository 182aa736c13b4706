import type { Fit, FitImage } from '@cresyl/contract/predictors/predictor-fit'
import type { Predictor } from '@cresyl/contract/predictors/predictors'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { RunDraft } from '../../../engine/runs/run-draft.ts'
import { words } from './words.ts'

const own = words.fields

interface ChannelFieldsProps {
  predictor: Predictor
  image: FitImage
  fit: Fit
  chosen: RunDraft['channels']
  onChange: (channels: RunDraft['channels']) => void
}

/** Which channel is taken for what: by name where that tells, and always as the person says. */
export function ChannelFields({ predictor, image, fit, chosen, onChange }: ChannelFieldsProps) {
  const wanted = predictor.manifest.input.channels
  if (wanted.length === 0) return null
  const isTold = wanted.every(({ key }) => typeof fit.channels[key] === 'number')
  const faults = isTold ? fit.misfits.filter(({ about }) => about === 'channels') : []
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Typography variant="h3">{own.channels}</Typography>
      {wanted.map(({ key, label }) => {
        const index = fit.channels[key] ?? null
        return (
          <TextField
            key={key}
            select
            required
            size="small"
            label={label}
            value={index === null ? '' : String(index)}
            error={index === null}
            helperText={index === null ? own.channelMissing : chosen[key] === undefined && own.channelHint}
            onChange={(event) => onChange({ ...chosen, [key]: Number(event.target.value) })}
          >
            {image.channels.map(({ name }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place in the image
              <MenuItem key={at} value={String(at)}>
                <bdi>{name ?? own.channel(at)}</bdi>
              </MenuItem>
            ))}
          </TextField>
        )
      })}
      {faults.map(({ sentence }) => (
        <Alert key={sentence} severity="error">
          {sentence}
        </Alert>
      ))}
    </Box>
  )
}
