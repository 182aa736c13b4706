import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { type SyntheticEvent, useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { Microscope } from '../frame/icons.ts'
import { VirtualCorner } from '../list/virtual-corner.tsx'
import { useThumbnailAddress } from './use-thumbnail-address.ts'

interface SlideThumbnailProps {
  /** Null where there is none yet. */
  imageId: string | null
  /** What it shows, for who can't see it; '' where the words beside it say so. */
  alt: string
  /** Of the box, in pixels of the page: the picture lies in it as a whole. `100%`: as wide as what it lies in. */
  width: number | '100%'
  height?: number
  /** Whether no microscope saw it, which is said in its corner. */
  isVirtual?: boolean
}

/** For the size of the picture in a box whose width nobody knows yet. */
const usualWidth = 256
/** Narrower pictures have room for a sign only. */
const roomForWord = 96

/** A slide as a whole, in a box that is there before the picture is. */
export function SlideThumbnail({ imageId, alt, width, height, isVirtual = false }: SlideThumbnailProps) {
  const maySee = usePermission('view:viewers')
  const shown = imageId !== null && maySee
  const likely = width === '100%' ? usualWidth : width
  return (
    <Box
      sx={{
        position: 'relative',
        flexShrink: 0,
        width,
        height: height ?? likely,
        overflow: 'hidden',
        borderRadius: 0.5,
        border: 1,
        borderColor: 'divider',
      }}
    >
      {shown ? (
        <Picture key={imageId} imageId={imageId} alt={alt} side={Math.max(likely, height ?? 0)} />
      ) : (
        <NoPicture alt={alt} />
      )}
      {shown && isVirtual && <VirtualCorner hasRoom={likely >= roomForWord} />}
    </Box>
  )
}

const filling = { position: 'absolute', inset: 0, width: '100%', height: '100%' } as const

function Picture({ imageId, alt, side }: { imageId: string; alt: string; side: number }) {
  const { address, isGivenUp, tryAgain } = useThumbnailAddress(imageId, side)
  const [mat, setMat] = useState<string | null>(null)
  if (isGivenUp) return <NoPicture alt={alt} />
  return (
    <>
      {mat === null && <Skeleton variant="rectangular" sx={{ ...filling, transform: 'none' }} />}
      {address !== null && (
        <Box
          component="img"
          src={address}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={(event: SyntheticEvent<HTMLImageElement>) => setMat(matOf(event.currentTarget))}
          onError={tryAgain}
          sx={{ ...filling, objectFit: 'contain', opacity: mat ? 1 : 0, bgcolor: mat ?? 'white' }}
        />
      )}
    </>
  )
}

/** What surrounds the picture in its box: what its corners show, the glass around a stain or the dark around fluorescence. */
function matOf(picture: HTMLImageElement): string {
  const canvas = document.createElement('canvas')
  const side = 16
  canvas.width = side
  canvas.height = side
  // Without the graphics card, which would keep the page waiting for what is read back.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return 'white'
  context.drawImage(picture, 0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  const corners = [0, side - 1, side * (side - 1), side * side - 1]
  const mean = (part: number) => corners.reduce((sum, at) => sum + (data[4 * at + part] ?? 0), 0) / 4
  return `rgb(${mean(0)} ${mean(1)} ${mean(2)})`
}

function NoPicture({ alt }: { alt: string }) {
  return (
    <Box
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      sx={{
        ...filling,
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'background.default',
        color: 'text.secondary',
      }}
    >
      <Microscope size={18} strokeWidth={1.5} aria-hidden />
    </Box>
  )
}
