import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import { useState } from 'react'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { hasChannels, type ViewedImage } from '../../../engine/viewer/viewed-image.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { floating } from '../bar/floating.ts'
import { ChannelLegend } from '../image-panel/channel-legend.tsx'
import { OverlayLegend } from '../qc-panel/overlay-legend.tsx'
import { PlaceCard } from '../qc-panel/place-card.tsx'
import { LiveLegend } from '../results-panel/live-legend.tsx'
import { ResultLegend } from '../results-panel/result-legend.tsx'
import { VirtualBadge } from '../results-panel/virtual-badge.tsx'
import { useViewedImage } from '../slide/queries.ts'
import { useSeenImages, useShownView } from '../stack-of.ts'
import { CompareCaption, CompareNames } from '../stack-panel/compare-names.tsx'
import { DifferenceLegend } from '../stack-panel/difference-legend.tsx'
import { useWorkspaceState } from '../viewer-context.tsx'
import { CursorPosition } from './cursor-position.tsx'
import { MirroredCursor } from './mirrored-cursor.tsx'
import { ImageFailed } from './opening.tsx'
import { PaneTitle } from './pane-title.tsx'
import { ScaleBar } from './scale-bar.tsx'
import { TileStatus } from './tile-status.tsx'
import { type Beginning, begunWith, useKeepView, useKeptView } from './use-kept-view.ts'
import { useMountedView } from './use-mounted-view.ts'
import { words } from './words.ts'

interface PaneImageProps {
  pane: number
  content: PaneContent
  slide: Slide | undefined
  isPlain: boolean
  isPresenting: boolean
  /** Whether the pane says whose image it is. */
  isNamed: boolean
  linked: Beginning | undefined
  onOpen: (content: PaneContent | null) => void
}

/** The image of a pane from when it is asked for. */
export function PaneImage(props: PaneImageProps) {
  const { content, slide } = props
  const { image, record, error, retry } = useViewedImage(content.imageId)
  // Asked for with the image, not after it.
  const kept = useKeptView(content.imageId)
  if (image) return <Picture {...props} image={image} kept={kept} />
  if (error) {
    return (
      <ImageFailed
        slideId={content.slideId}
        error={error}
        isUnreadable={record?.state === 'failed'}
        onRetry={retry}
      />
    )
  }
  // Until the image itself tells, its slide does: nothing flashes when it comes.
  const isDark = (slide?.channel_count ?? 0) > 1
  return (
    <Box sx={{ position: 'absolute', inset: 0, bgcolor: isDark ? 'common.black' : 'common.white' }}>
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
    </Box>
  )
}

interface PictureProps extends PaneImageProps {
  image: ViewedImage
  /** Undefined until known. */
  kept: Beginning | undefined
}

function Picture(props: PictureProps) {
  const { pane, kept, content, slide, linked, isPlain, isPresenting, isNamed, onOpen } = props
  // With another scale the whole viewer is opened anew.
  const [image] = useState(props.image)
  const [element, setElement] = useState<HTMLElement | null>(null)
  // The link counts when the pane is opened with it, and not again when what it wrote comes back.
  const [first] = useState(linked)
  const [beginning, setBeginning] = useState<Beginning>()
  if (beginning === undefined && kept !== undefined) setBeginning(begunWith(first, kept, image))
  const view = useMountedView(pane, image, element, beginning)
  useKeepView(view)
  const shownView = useShownView(view)
  const seenImages = useSeenImages(view)
  const isShared = useWorkspaceState((workspace) => workspace.contents().length === 2)
  const isQuartered = useWorkspaceState((workspace) => workspace.contents().length === 4)
  const virtual = seenImages.some((id) => slide?.virtual_image_ids.includes(id))
  return (
    <>
      <Box
        ref={setElement}
        data-map
        sx={{
          position: 'absolute',
          inset: 0,
          bgcolor: hasChannels(image) ? 'common.black' : 'common.white',
        }}
      />
      {view && <MirroredCursor pane={pane} view={view} />}
      {view && !isPlain && <CompareNames view={view} />}
      {view && isPresenting && (
        <Box
          sx={{
            ...floating,
            position: 'absolute',
            left: 16,
            bottom: 16,
            px: 3,
            py: 2,
            pointerEvents: 'none',
          }}
        >
          <ScaleBar view={view} />
        </Box>
      )}
      {!isPlain && (
        <Box
          sx={{
            ...corner,
            ...besideNavigator,
            ...(pane === 0 && besideTools),
            ...(pane === 0 && isShared && besideBothColumns),
            ...(pane === 0 && isQuartered && besideLowColumns),
          }}
        >
          {view && <OverlayLegend view={view} />}
          {view && <ResultLegend view={view} />}
          {view && <LiveLegend view={view} slideId={content.slideId} />}
          {view && <PlaceCard view={view} />}
          {view && <DifferenceLegend view={view} />}
          {view && <CompareCaption view={view} />}
          {shownView && <ChannelLegend key={shownView.image.id} view={shownView} />}
          {slide?.qc_overridden && <Overridden slide={slide} />}
          {virtual && <VirtualBadge />}
          <PaneTitle
            content={content}
            seenImageId={seenImages[0] ?? content.imageId}
            slide={slide}
            isNamed={isNamed}
            onOpen={onOpen}
          />
          {view && <Readings view={view} />}
        </Box>
      )}
    </>
  )
}

/** That somebody decided otherwise than quality control goes with every picture of the slide. */
function Overridden({ slide }: { slide: Slide }) {
  return (
    <Box sx={{ ...floating, width: 'fit-content', maxWidth: '100%', display: 'flex', px: 2, py: 1 }}>
      <OverriddenBadge by={slide.qc_overridden_by} />
    </Box>
  )
}

/** Bottom left; beside what is in it the image stays within reach. */
const corner = {
  position: 'absolute',
  left: 8,
  right: 8,
  bottom: 8,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 2,
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
} as const

/** In the other corner lies the navigator, where there is room for both. */
const besideNavigator = { '@container pane (min-width: 560px)': { right: 224 } } as const

/** Over the first pane lie the tools, on low screens down to the corner. */
const besideTools = { left: 56 } as const

/** Of two panes one above the other the first is low: there the tools stand in two columns. */
const besideBothColumns = { '@container viewer (max-aspect-ratio: 3/5)': { left: 102 } } as const

/** So do they in a low window, where they reach the corner of the first of four panes. */
const besideLowColumns = { '@container viewer (max-height: 730px)': { left: 102 } } as const

/** Bottom left: how large things are, where the pointer is, and whether all is there. */
function Readings({ view }: { view: SlideView }) {
  return (
    <Box
      data-readings
      sx={{
        ...floating,
        width: 'fit-content',
        maxWidth: '100%',
        px: 2,
        py: 1,
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 4,
        fontSize: '0.75rem',
        lineHeight: '1rem',
      }}
    >
      <ScaleBar view={view} />
      <Box>
        <TileStatus view={view} />
        <CursorPosition view={view} />
      </Box>
    </Box>
  )
}
