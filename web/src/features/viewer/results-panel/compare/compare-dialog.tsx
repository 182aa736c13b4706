import type { InferenceJob, InferenceJobWithProvenance } from '@cresyl/contract/predictors/inference-jobs'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useNarrow } from '../../../../ui/frame/use-narrow.ts'
import { formatDateTime } from '../../../../ui/text/dates.ts'
import { useChannelsOf, useRun } from '../queries.ts'
import { compareFigures } from './compare-figures.ts'
import { CompareImages, type ShownPair } from './compare-images.tsx'
import { compareFacts, compareImages } from './compare-runs.ts'
import { FactsTable, FiguresTable } from './compare-tables.tsx'
import { words } from './words.ts'

interface CompareDialogProps {
  run: InferenceJob
  /** What it can be compared with, newest first: at least one. */
  earlier: readonly InferenceJob[]
  /** Two images are to be seen together. */
  onShow: (pair: ShownPair) => void
  onClose: () => void
}

/** A run beside an earlier one of the same predictor: what came of both, and in what way they were made differently. */
export function CompareDialog({ run, earlier, onShow, onClose }: CompareDialogProps) {
  const titleId = useId()
  const narrow = useNarrow('sm')
  const [chosen, setChosen] = useState(earlier[0]?.id ?? '')
  const now = useRun(run.id)
  const before = useRun(chosen)
  const error = now.error ?? before.error
  const isLast = chosen === earlier[0]?.id
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={narrow} onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{words.title(run.predictor.name)}</DialogTitle>
      <DialogContent>
        <Box sx={{ pt: 2, display: 'grid', gap: 6 }}>
          <TextField
            select
            size="small"
            label={words.with}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            sx={{ maxWidth: 360 }}
          >
            {earlier.map(({ id, created_at: at, predictor }) => (
              <MenuItem key={id} value={id}>
                {words.choice(formatDateTime(at), predictor.version)}
              </MenuItem>
            ))}
          </TextField>
          {now.data && before.data ? (
            <Compared
              now={now.data}
              before={before.data}
              beforeLabel={isLast ? words.before : words.earlier}
              onShow={onShow}
            />
          ) : error ? (
            <Alert
              severity="error"
              action={
                <Button
                  size="small"
                  color="inherit"
                  onClick={() => {
                    void now.refetch()
                    void before.refetch()
                  }}
                >
                  {words.retry}
                </Button>
              }
            >
              {words.failed} {error.message}
            </Alert>
          ) : (
            <Skeleton role="status" aria-label={words.loading} variant="rounded" height={240} />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{words.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

interface ComparedProps {
  now: InferenceJobWithProvenance
  before: InferenceJobWithProvenance
  beforeLabel: string
  onShow: (pair: ShownPair) => void
}

function Compared({ now, before, beforeLabel, onShow }: ComparedProps) {
  const images = compareImages(before, now)
  const channels = useChannelsOf(now)
  return (
    <>
      {images.length > 0 && <CompareImages images={images} beforeLabel={beforeLabel} onShow={onShow} />}
      <FiguresTable figures={compareFigures(before, now)} beforeLabel={beforeLabel} />
      <FactsTable facts={compareFacts(before, now, channels)} beforeLabel={beforeLabel} />
    </>
  )
}
