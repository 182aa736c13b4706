import { annotationLimits } from '@cresyl/contract/api/limits'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { visibleRegion } from '../../../../engine/viewer/visible-region.ts'
import { FormDialog } from '../../../../ui/form/form-dialog.tsx'
import { formatNumber } from '../../../../ui/text/dates.ts'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { useRuns } from '../../results-panel/queries.ts'
import type { AnnotationSession } from '../annotation-session.ts'
import { useSlideIdHere } from '../annotations-desk.tsx'
import { Swatch } from '../class-chooser.tsx'
import { useAnnotationClasses } from '../queries.ts'
import { noteCreation } from '../undo.ts'
import { type FoundRun, foundRuns } from './found-runs.ts'
import { useCountDetections, usePromote } from './queries.ts'
import { areaOfBox, areaOfShapes } from './region-of.ts'
import { words } from './words.ts'

interface PromoteDialogProps {
  session: AnnotationSession
  onClose: () => void
}

/** Which detections become annotations: of which run, where, and of which classes; counted before anything is done. */
export function PromoteDialog({ session, onClose }: PromoteDialogProps) {
  const runs = useRuns(useSlideIdHere())
  const found = runs.data && foundRuns(runs.data.results, session.document.imageId)
  const [first] = found ?? []
  if (found && first) return <Form session={session} found={found} first={first} onClose={onClose} />
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.submit}
      reason={found ? words.none : words.loading}
      onClose={onClose}
      form={{ busy: false, changed: false, submit: onClose }}
    >
      {found ? (
        <Typography>{words.none}</Typography>
      ) : runs.error ? (
        <Alert severity="error">{runs.error.message}</Alert>
      ) : (
        <LinearProgress aria-label={words.loading} />
      )}
    </FormDialog>
  )
}

type Place = keyof typeof words.places

interface FormProps extends PromoteDialogProps {
  found: readonly FoundRun[]
  first: FoundRun
}

function Form({ session, found, first, onClose }: FormProps) {
  const { tools, document } = session
  const classes = useAnnotationClasses()
  const promote = usePromote()
  // As it was when the dialog opened: what lies behind it may go on moving.
  const [areas] = useState(() => {
    const selected = [...tools.state().selected].flatMap((id) => document.get(id) ?? [])
    const seen = visibleRegion(tools.view)
    return { all: null, seen: seen && areaOfBox(seen), selected: areaOfShapes(selected) }
  })
  const [run, setRun] = useState(first)
  const [place, setPlace] = useState<Place>(areas.selected ? 'selected' : 'all')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [becomes, setBecomes] = useState('found')
  const within = areas[place]
  const asked = { inference_job_id: run.runId, key: run.key, ...(within && { within }) }
  const counted = useCountDetections(asked, place)
  const kinds = counted.data?.classes ?? []
  const count = kinds.reduce((sum, kind, index) => sum + (left.has(index) ? 0 : kind.count), 0)

  function reason(): string | undefined {
    if (counted.data === undefined) return counted.error?.message ?? words.counting
    if (count === 0) return words.nothing
    return count > annotationLimits.promoted ? words.tooMany : undefined
  }

  function submit() {
    const chosen = classes.find(({ name }) => `class ${name}` === becomes)
    const classification = chosen ? { name: chosen.name, color: chosen.color } : null
    const order = {
      ...asked,
      classes: [...kinds.keys()].filter((index) => !left.has(index)),
      ...(becomes !== 'found' && { classification }),
    }
    promote.mutate(order, {
      onSuccess: ({ created, created_at }) => {
        const creation = { origin: 'promoted', createdAt: created_at, count: created } as const
        noteCreation(session, creation, words.done(created))
        onClose()
      },
    })
  }

  const error = promote.error ?? counted.error
  return (
    <FormDialog
      title={words.title}
      submitLabel={counted.data ? words.submitCount(count) : words.submit}
      reason={reason()}
      onClose={onClose}
      form={{ busy: promote.isPending, changed: false, submit: submit }}
    >
      <Box sx={{ pt: 2, display: 'grid', gap: 4 }}>
        <TextField
          select
          size="small"
          label={words.run}
          value={run.id}
          onChange={({ target }) => {
            setRun(found.find(({ id }) => id === target.value) ?? first)
            setLeft(new Set())
          }}
        >
          {found.map(({ id, predictor, finishedAt, count: all }) => (
            <MenuItem key={id} value={id}>
              {predictor} · {words.count(all)}
              {finishedAt && (
                <>
                  {' · '}
                  <RelativeTime time={finishedAt} />
                </>
              )}
            </MenuItem>
          ))}
        </TextField>
        <Box>
          <Typography variant="h3">{words.where}</Typography>
          <RadioGroup
            aria-label={words.where}
            value={place}
            onChange={(_, chosen) => setPlace(chosen === 'seen' || chosen === 'selected' ? chosen : 'all')}
          >
            {(['all', 'seen', 'selected'] as const)
              .filter((each) => each === 'all' || areas[each] !== null)
              .map((each) => (
                <FormControlLabel
                  key={each}
                  value={each}
                  control={<Radio size="small" />}
                  label={words.places[each]}
                />
              ))}
          </RadioGroup>
        </Box>
        <Box role="group" aria-label={words.classes}>
          <Typography variant="h3">{words.classes}</Typography>
          {counted.isPending && <LinearProgress aria-label={words.counting} sx={{ my: 2 }} />}
          {kinds.map(({ label, color, count: each }, index) => (
            <Box key={label} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              <FormControlLabel
                sx={{ flex: 1, mr: 0 }}
                control={
                  <Checkbox
                    size="small"
                    checked={!left.has(index)}
                    onChange={(_, isWanted) => {
                      const next = new Set(left)
                      if (isWanted) next.delete(index)
                      else next.add(index)
                      setLeft(next)
                    }}
                  />
                }
                label={
                  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                    <Swatch color={color} />
                    {label}
                  </Box>
                }
              />
              <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatNumber(each)}
              </Typography>
            </Box>
          ))}
        </Box>
        <TextField
          select
          size="small"
          label={words.becomes}
          value={becomes}
          onChange={({ target }) => setBecomes(target.value)}
          sx={{ '& .MuiSelect-select': { display: 'flex', alignItems: 'center', gap: 2 } }}
        >
          <MenuItem value="found">{words.asFound}</MenuItem>
          <MenuItem value="none">{words.noClass}</MenuItem>
          {classes.map(({ name, color }) => (
            <MenuItem key={name} value={`class ${name}`} sx={{ gap: 2 }}>
              <Swatch color={color} />
              {name}
            </MenuItem>
          ))}
        </TextField>
        {counted.data && count > annotationLimits.promoted && <Alert severity="info">{words.tooMany}</Alert>}
        {error && <Alert severity="error">{error.message}</Alert>}
      </Box>
    </FormDialog>
  )
}
