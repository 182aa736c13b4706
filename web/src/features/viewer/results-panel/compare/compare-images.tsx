import { isComparable } from '@cresyl/contract/slides/image-space'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { CompareMode } from '../../../../engine/viewer/stack/stack-state.ts'
import { SlideThumbnail } from '../../../../ui/slide/slide-thumbnail.tsx'
import { GatedButton } from '../../../../ui/state/gated.tsx'
import { useActiveView } from '../../viewer-context.tsx'
import type { ComparedImage } from './compare-runs.ts'
import { words } from './words.ts'

/** Two images that are to be seen together, and how. */
export interface ShownPair {
  readonly beforeId: string
  readonly nowId: string
  /** `beside`: in two panes. */
  readonly mode: CompareMode | 'beside'
}

interface CompareImagesProps {
  images: readonly ComparedImage[]
  beforeLabel: string
  onShow: (pair: ShownPair) => void
}

const modes = ['curtain', 'lens', 'flicker', 'difference'] as const

/** The images of both runs, and the ways of the viewer to see them together. */
export function CompareImages({ images, beforeLabel, onShow }: CompareImagesProps) {
  const titleId = useId()
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography variant="h3" component="h3" id={titleId}>
        {words.images}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        {words.imagesHint}
      </Typography>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {images.map((image) => (
          <ComparedPair key={image.key} image={image} beforeLabel={beforeLabel} onShow={onShow} />
        ))}
      </Box>
    </Box>
  )
}

interface ComparedPairProps extends Omit<CompareImagesProps, 'images'> {
  image: ComparedImage
}

function ComparedPair({ image, beforeLabel, onShow }: ComparedPairProps) {
  const view = useActiveView()
  const { label, isVirtual, before, now } = image
  const lies = view !== null && [before, now].every(({ space }) => isComparable(space, view.image.space))
  const reason = lies ? undefined : words.elsewhere
  const pair = { beforeId: before.imageId, nowId: now.imageId }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-end' }}>
      {(
        [
          [before.imageId, beforeLabel],
          [now.imageId, words.now],
        ] as const
      ).map(([imageId, of]) => (
        <Box key={imageId} component="figure" sx={{ m: 0 }}>
          <SlideThumbnail
            imageId={imageId}
            alt={words.pictureOf(label, of)}
            width={156}
            height={117}
            isVirtual={isVirtual}
          />
          <Typography component="figcaption" variant="caption" color="textSecondary">
            {of}
          </Typography>
        </Box>
      ))}
      <Box sx={{ flex: '1 1 200px' }}>
        <Typography sx={{ fontWeight: 600, mb: 2 }}>{label}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 4 }}>
          {modes.map((mode) => (
            <GatedButton
              key={mode}
              size="small"
              variant="outlined"
              aria-label={words.modeOf(words.modes[mode], label)}
              reason={reason}
              onClick={() => onShow({ ...pair, mode })}
            >
              {words.modes[mode]}
            </GatedButton>
          ))}
          <GatedButton
            size="small"
            variant="outlined"
            aria-label={words.modeOf(words.beside, label)}
            onClick={() => onShow({ ...pair, mode: 'beside' })}
          >
            {words.beside}
          </GatedButton>
        </Box>
      </Box>
    </Box>
  )
}
