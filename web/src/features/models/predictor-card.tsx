import type { Predictor } from '@cresyl/contract/predictors/predictors'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ComponentProps, useId } from 'react'
import { CircleCheck, CircleSlash } from '../../ui/frame/icons.ts'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { AutomaticSwitch, EnableButton, SettingsButton } from './predictor-actions.tsx'
import { ExamplePair } from './predictor-example.tsx'
import { changedSettings, makesOf, needsOf } from './predictor-facts.ts'
import { words } from './words.ts'

interface PredictorCardProps {
  predictor: Predictor
  onDetails: () => void
  example: Pick<ComponentProps<typeof ExamplePair>, 'isAsked' | 'onSettled'>
}

/** What a predictor does, whether it can be run, and what can be done about that. */
export function PredictorCard({ predictor, onDetails, example }: PredictorCardProps) {
  const { manifest, enabled } = predictor
  const titleId = useId()
  const changes = changedSettings(predictor)
  return (
    <Box
      component="li"
      aria-labelledby={titleId}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
        p: 5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Typography variant="h2" id={titleId} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {manifest.name}{' '}
          <Typography component="span" variant="body2" color="textSecondary">
            {manifest.version}
          </Typography>
        </Typography>
        <StateChip
          icon={enabled ? CircleCheck : CircleSlash}
          tone={enabled ? 'pass' : 'muted'}
          label={enabled ? words.enabled : words.disabled}
        />
      </Stack>
      <Typography sx={{ whiteSpace: 'pre-line' }}>{manifest.summary}</Typography>
      <ExamplePair predictor={predictor} {...example} />
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 1 }}
      >
        <Line name={words.needs} value={needsOf(manifest.input)} />
        <Line name={words.makes} value={makesOf(manifest.outputs)} />
        {changes !== '' && <Line name={words.changedSettings} value={changes} />}
      </Box>
      <Box sx={{ mt: 'auto' }}>
        <AutomaticSwitch predictor={predictor} />
      </Box>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        <EnableButton predictor={predictor} />
        <SettingsButton predictor={predictor} />
        <Button size="small" aria-label={words.detailsOf(manifest.name)} onClick={onDetails}>
          {words.details}
        </Button>
      </Stack>
    </Box>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {value}
      </Typography>
    </>
  )
}
