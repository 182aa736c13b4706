import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { Link as RouterLink } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { HashValue } from '../../../ui/list/hash-value.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { useViewedImage } from '../slide/queries.ts'
import { useSlide } from '../slide/use-slide.ts'
import { HistorySection } from './history-section.tsx'
import { ChannelSection, ImageSection, LevelSection } from './image-section.tsx'
import { type Fact, Facts, InfoSection, Note } from './info-section.tsx'
import { LabelSection } from './label-section.tsx'
import { MetadataSection } from './metadata-section.tsx'
import { useFileOf, useImageRecord, useLabelAccess } from './queries.ts'
import { SlideSection } from './slide-section.tsx'
import { words } from './words.ts'

interface InfoPanelProps {
  slideId: string
  /** Of the slide, as it is seen. */
  imageId: string
}

const noMetadata: Readonly<Record<string, string>> = {}

/** All that is known of a slide and of the image that is seen of it. */
export function InfoPanel({ slideId, imageId }: InfoPanelProps) {
  const { data: slide, error, refetch } = useSlide(slideId)
  const { image, record } = useViewedImage(imageId)
  // What the file says of itself stands with the first of its images.
  const { data: source } = useImageRecord(slide?.source_image_id ?? imageId)
  const maySeeLabels = useLabelAccess()
  const metadata = source?.metadata ?? noMetadata

  if (slide === undefined) {
    return error ? <Failed message={error.message} onRetry={() => refetch()} /> : <Loading />
  }
  const pyramid = image?.pyramid
  return (
    <Box>
      <SlideSection slide={slide} maySeeLabels={maySeeLabels} />
      {/* Another slide begins with everything hidden. */}
      <LabelSection key={slide.id} slide={slide} maySee={maySeeLabels} />
      {pyramid && <ImageSection slide={slide} pyramid={pyramid} record={record} metadata={metadata} />}
      {pyramid && pyramid.samples < 3 && <ChannelSection pyramid={pyramid} />}
      {pyramid && <LevelSection pyramid={pyramid} />}
      <FileSection slide={slide} />
      <MetadataSection key={`metadata ${slide.id}`} metadata={metadata} maySee={maySeeLabels} />
      <HistorySection slide={slide} />
    </Box>
  )
}

function Loading() {
  return (
    <Box role="status" aria-label={words.loading} sx={{ p: 4 }}>
      {[80, 60, 70, 50, 65, 40].map((width) => (
        <Skeleton key={width} width={`${width}%`} sx={{ my: 1 }} />
      ))}
    </Box>
  )
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Stack role="alert" sx={{ p: 4, gap: 3, alignItems: 'flex-start' }}>
      <Note>
        {words.failedTitle} {message}
      </Note>
      <Button size="small" variant="outlined" onClick={onRetry}>
        {words.retry}
      </Button>
    </Stack>
  )
}

const own = words.file

/** The file that the slide was read from; whoever may not read files learns how large it is. */
function FileSection({ slide }: { slide: Slide }) {
  const mayRead = usePermission('read:files')
  const { data: file, error } = useFileOf(slide.file_id, mayRead)
  const rows: Fact[] = [
    ...(file ? [[own.name, <bdi key="name">{file.name}</bdi>] as const] : []),
    [own.size, own.exactSize(slide.size)],
    ...(file
      ? ([
          [own.origin, own.origins[file.origin]],
          [own.hash, file.sha256 === null ? own.noHash : <HashValue key="hash" hash={file.sha256} />],
        ] as const)
      : []),
  ]
  return (
    <InfoSection title={own.title}>
      <Stack sx={{ gap: 2, alignItems: 'stretch' }}>
        <Facts rows={rows} />
        {file && (
          <Link
            component={RouterLink}
            to={`/uploads?file=${file.id}`}
            variant="body2"
            sx={{ alignSelf: 'start', py: 0.75 }}
          >
            {own.open}
          </Link>
        )}
        {!mayRead && <Note>{permissionReason('read:files', own.deed)}</Note>}
        {error && <Note>{error.message}</Note>}
      </Stack>
    </InfoSection>
  )
}
