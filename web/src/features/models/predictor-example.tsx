import type { PredictorExample as Example, Predictor } from '@cresyl/contract/predictors/predictors'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Section } from '../../ui/frame/section.tsx'
import { VirtualCorner } from '../../ui/list/virtual-corner.tsx'
import { scoresOf } from './predictor-facts.ts'
import { usePredictorExample } from './queries.ts'
import { words } from './words.ts'

const own = words.example

/** What a predictor makes of a piece of tissue: before, after, and what it measures there. */
export function PredictorExample({ predictor }: { predictor: Predictor }) {
  const { data, isError, refetch } = usePredictorExample(predictor)
  return (
    <Section title={own.title}>
      {isError ? (
        <Typography color="textSecondary" role="alert">
          {own.failed}{' '}
          <Button size="small" onClick={() => refetch()}>
            {own.retry}
          </Button>
        </Typography>
      ) : (
        <Pictures predictor={predictor} example={data} />
      )}
    </Section>
  )
}

interface ExamplePairProps {
  predictor: Predictor
  /** Whether it is this one's turn: each is computed when it is first asked for. */
  isAsked: boolean
  onSettled: () => void
}

/** Before and after in small, on the card of a predictor; nothing where it has no example. */
export function ExamplePair({ predictor, isAsked, onSettled }: ExamplePairProps) {
  const { data, isError } = usePredictorExample(predictor, isAsked)
  const isSettled = isError || data !== undefined
  const settle = useEffectEvent(onSettled)
  useEffect(() => {
    if (isSettled) settle()
  }, [isSettled])
  if (isError || data?.after.length === 0) return null
  const [after] = data?.after ?? []
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
      {data && after ? (
        <>
          <Picture {...data.before} caption={own.beforeOf(data.before.label)} />
          <Picture {...after} caption={own.afterOf(after.label)} isVirtual={isVirtual(predictor)} />
        </>
      ) : (
        [own.before, own.after].map((label) => <PictureSkeleton key={label} hasCaption />)
      )}
    </Box>
  )
}

const isVirtual = ({ manifest }: Predictor): boolean =>
  manifest.outputs.some((output) => output.kind === 'image' && output.virtual)

/** As high as what will be there. */
function PictureSkeleton({ hasCaption = false }: { hasCaption?: boolean }) {
  return (
    <Box>
      <Skeleton
        variant="rounded"
        aria-label={own.loading}
        sx={{ aspectRatio: '4 / 3', width: '100%', height: 'auto' }}
      />
      {hasCaption && <Skeleton variant="text" sx={{ mt: 1, typography: 'body2', width: '60%' }} />}
    </Box>
  )
}

function Pictures({ predictor, example }: { predictor: Predictor; example: Example | undefined }) {
  const { manifest } = predictor
  if (example === undefined)
    return (
      <Grid>
        {[own.before, own.after].map((label) => (
          <PictureSkeleton key={label} />
        ))}
      </Grid>
    )
  const { before, after, width, mpp, scores } = example
  return (
    <>
      <Grid>
        <Picture {...before} caption={own.beforeOf(before.label)} />
        {after.map((picture) => (
          <Picture
            key={picture.label}
            {...picture}
            caption={picture.label}
            isVirtual={isVirtual(predictor)}
          />
        ))}
      </Grid>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {[own.origin(Math.round(width * mpp)), ...scoresOf(manifest, scores)].join(' ')}
      </Typography>
    </>
  )
}

const Grid = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}>
    {children}
  </Box>
)

interface PictureProps {
  picture: string
  caption: string
  isVirtual?: boolean
}

function Picture({ picture, caption, isVirtual = false }: PictureProps) {
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box sx={{ position: 'relative', display: 'flex' }}>
        <Box
          component="img"
          src={picture}
          alt={caption}
          sx={{ width: '100%', aspectRatio: '4 / 3', borderRadius: 1, border: 1, borderColor: 'divider' }}
        />
        {isVirtual && <VirtualCorner hasRoom />}
      </Box>
      <Typography component="figcaption" variant="body2" sx={{ mt: 1 }}>
        {caption}
      </Typography>
    </Box>
  )
}
