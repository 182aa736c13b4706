import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { Link as RouterLink, type To } from 'react-router'
import { CircleCheck, X } from '../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import type { Step, StepName } from './steps.ts'
import { words } from './words.ts'

interface WelcomeProps {
  steps: readonly Step[]
  /** Where each is done; those without a place are waited for. */
  places: Partial<Record<StepName, To>>
  onDismiss: () => void
}

/** The first three steps, for those who are new in a new organisation. */
export function Welcome({ steps, places, onDismiss }: WelcomeProps) {
  const titleId = useId()
  const isDone = steps.every((step) => step.isDone)
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ p: 5, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={titleId}>
            {words.title}
          </Typography>
          <Typography color="textSecondary">{isDone ? words.allDone : words.text}</Typography>
        </Box>
        {isDone ? (
          <Button variant="contained" onClick={onDismiss}>
            {words.done}
          </Button>
        ) : (
          <Tooltip title={words.dismiss} describeChild={false}>
            <IconButton onClick={onDismiss} sx={{ m: -1 }}>
              <X size={20} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </Stack>
      <Box
        component="ol"
        sx={{
          m: 0,
          mt: 4,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: { xs: 4, md: 6 },
          gridTemplateColumns: { md: 'repeat(3, 1fr)' },
        }}
      >
        {steps.map((step, index) => (
          <StepItem key={step.name} step={step} number={index + 1} to={places[step.name]} />
        ))}
      </Box>
    </Box>
  )
}

function StepItem({ step, number, to }: { step: Step; number: number; to: To | undefined }) {
  const { title, text, action } = words.steps[step.name]
  return (
    <Stack component="li" direction="row" sx={{ gap: 3 }}>
      {step.isDone ? <Tick /> : <Figure number={number} />}
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>
          {step.isDone && <VisuallyHidden>{words.done}: </VisuallyHidden>}
          {title}
        </Typography>
        <Typography color="textSecondary">{text}</Typography>
        {!step.isDone && action && to && (
          <Link component={RouterLink} to={to} sx={{ display: 'inline-block', mt: 1, fontWeight: 600 }}>
            {action}
          </Link>
        )}
      </Box>
    </Stack>
  )
}

function Tick() {
  return (
    <Box aria-hidden sx={{ color: 'tokens.pass', lineHeight: 0 }}>
      <CircleCheck size={24} />
    </Box>
  )
}

function Figure({ number }: { number: number }) {
  return (
    <Box
      aria-hidden
      sx={{
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        width: 24,
        height: 24,
        borderRadius: '50%',
        bgcolor: 'tokens.accent',
        color: 'primary.main',
        fontWeight: 600,
      }}
    >
      {number}
    </Box>
  )
}
