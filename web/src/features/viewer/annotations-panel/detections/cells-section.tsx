import type { AnnotationCells } from '@cresyl/contract/annotations/annotation-detections'
import { formatResult } from '@cresyl/contract/predictors/result-figures'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Shape } from '../../../../engine/annotations/content/shape.ts'
import { formatNumber } from '../../../../ui/text/dates.ts'
import { currentLocale } from '../../../../ui/text/locale.ts'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { Note } from '../../info-panel/info-section.tsx'
import { ScaleNote } from '../../panel/scale-note.tsx'
import { words as resultWords } from '../../results-panel/words.ts'
import { Swatch } from '../class-chooser.tsx'
import { useCells } from './queries.ts'
import { words } from './words.ts'

const own = words.cells

/** What the newest run of each predictor has found in an annotation, and the scores of just this annotation. */
export function CellsSection({ shape }: { shape: Shape }) {
  const { data, error } = useCells(shape)
  return (
    <Box component="section" aria-label={own.title}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {own.title}
      </Typography>
      {error ? (
        <Note>{error.message}</Note>
      ) : data === undefined ? (
        <Skeleton variant="rounded" height={40} aria-label={own.counting} />
      ) : data.results.length === 0 ? (
        <Note>{own.none}</Note>
      ) : (
        <Box sx={{ display: 'grid', gap: 3 }}>
          {data.results.map((run) => (
            <RunCells key={`${run.inference_job_id}/${run.key}`} run={run} />
          ))}
        </Box>
      )}
    </Box>
  )
}

function RunCells({ run }: { run: AnnotationCells['results'][number] }) {
  const { predictor, finished_at, classes, count, scores, made_scale } = run
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {predictor}
        {finished_at && (
          <>
            {' · '}
            <RelativeTime time={finished_at} />
          </>
        )}
      </Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {classes.map(({ label, color, count: each }) => (
          <Figure key={label} name={label} swatch={<Swatch color={color} />} value={formatNumber(each)} />
        ))}
        <Figure name={own.all} value={formatNumber(count)} />
        {scores && <Figure name={own.hScore} value={figure(scores.h_score, 0, '')} />}
        {scores && <Figure name={own.positive} value={figure(scores.positivity, 1, '%')} />}
      </Box>
      {count === 0 && <Note>{own.noCells}</Note>}
      <ScaleNote made={made_scale} remedy={resultWords.scaleRemedy} />
    </Box>
  )
}

const figure = (value: number, digits: number, unit: string) =>
  formatResult(value, { digits, unit }, currentLocale())

function Figure({ name, value, swatch }: { name: string; value: string; swatch?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      {swatch}
      <Typography component="dt" variant="body2" sx={{ flex: 1 }}>
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Typography>
    </Box>
  )
}
