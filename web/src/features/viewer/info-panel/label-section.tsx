import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import { useEffect, useState } from 'react'
import { Eye, EyeOff, RotateCw } from '../../../ui/frame/icons.ts'
import { InfoSection, Note } from './info-section.tsx'
import { useRevealedPicture } from './use-revealed-picture.ts'
import { words } from './words.ts'

const own = words.labels

type LabelKind = 'label' | 'macro'

interface LabelSectionProps {
  slide: Slide
  /** Undefined until known. */
  maySee: boolean | undefined
}

/** Label and macro, which may name the patient: each is fetched when it is asked for, and never before. */
export function LabelSection({ slide, maySee }: LabelSectionProps) {
  const images = { label: slide.label_image_id, macro: slide.macro_image_id }
  const isAny = images.label !== null || images.macro !== null
  return (
    <InfoSection title={own.title}>
      {isAny ? (
        <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
          <Note>{own.hint}</Note>
          {images.label !== null && <Hidden key={images.label} kind="label" imageId={images.label} />}
          {images.macro !== null && <Hidden key={images.macro} kind="macro" imageId={images.macro} />}
        </Stack>
      ) : (
        <Note>{maySee === false ? own.refused : maySee ? own.none : words.loading}</Note>
      )}
    </InfoSection>
  )
}

function Hidden({ kind, imageId }: { kind: LabelKind; imageId: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const hide = () => document.visibilityState === 'hidden' && setShown(false)
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [isShown])
  const Icon = isShown ? EyeOff : Eye
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start', alignSelf: 'stretch' }}>
      <Button
        size="small"
        variant="outlined"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
        startIcon={<Icon size={16} aria-hidden />}
      >
        {isShown ? own.hide[kind] : own.reveal[kind]}
      </Button>
      {isShown && <Revealed kind={kind} imageId={imageId} />}
    </Stack>
  )
}

function Revealed({ kind, imageId }: { kind: LabelKind; imageId: string }) {
  const { address, error, retry } = useRevealedPicture(imageId)
  if (error !== null) {
    return (
      <Stack role="alert" sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Note>
          {own.failed} {error}
        </Note>
        <Button size="small" onClick={retry}>
          {words.retry}
        </Button>
      </Stack>
    )
  }
  if (address === null) return <CircularProgress size={20} aria-label={own.loading} />
  return <TurnedPicture address={address} kind={kind} />
}

/** Labels are often scanned lying on their side. */
function TurnedPicture({ address, kind }: { address: string; kind: LabelKind }) {
  const [turns, setTurns] = useState(0)
  const isOnSide = turns % 2 === 1
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start', alignSelf: 'stretch' }}>
      <Box
        sx={{
          alignSelf: 'stretch',
          display: 'grid',
          placeItems: 'center start',
          // A picture on its side is as high as it was wide: the frame is a square that holds both.
          ...(isOnSide && { aspectRatio: '1', placeItems: 'center', overflow: 'hidden' }),
          containerType: 'inline-size',
        }}
      >
        <Box
          component="img"
          src={address}
          alt={own.picture[kind]}
          draggable={false}
          sx={{
            maxWidth: '100cqw',
            maxHeight: isOnSide ? '100cqw' : 400,
            bgcolor: 'common.white',
            border: 1,
            borderColor: 'divider',
          }}
          style={{ transform: `rotate(${turns * 90}deg)` }}
        />
      </Box>
      <Button
        size="small"
        startIcon={<RotateCw size={14} aria-hidden />}
        aria-label={own.turn[kind]}
        onClick={() => setTurns((turns + 1) % 4)}
      >
        {own.turnShort}
      </Button>
    </Stack>
  )
}
