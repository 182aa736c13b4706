import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Download, Microscope } from '../../../ui/frame/icons.ts'
import { LinkButton } from '../../../ui/frame/link-button.tsx'
import { SideDrawer } from '../../../ui/frame/side-drawer.tsx'
import { DetailList } from '../../../ui/list/detail-list.tsx'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { qcAddress } from '../../../ui/slide/qc-address.ts'
import { SlideThumbnail } from '../../../ui/slide/slide-thumbnail.tsx'
import { ErrorState } from '../../../ui/state/error-state.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { formatBytes } from '../../../ui/text/amounts.ts'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { qcSentence } from '../../../ui/text/qc-words.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { vendorName } from '../../../ui/text/vendor-name.ts'
import { QcChip } from '../list/qc-chip.tsx'
import { isMissing, useSlide } from '../queries.ts'
import { words } from '../words.ts'
import { SlideForm } from './slide-form.tsx'

interface SlideDrawerProps {
  id: string
  /** Why nothing can be changed here; undefined where it can. */
  readOnly: string | undefined
  onDownload: (slides: readonly Slide[]) => void
  onClose: () => void
}

const own = words.drawer
const picture = { width: 472, height: 260 }

/** One slide beside the list: what it is, and where that can be changed. */
export function SlideDrawer({ id, readOnly, onDownload, onClose }: SlideDrawerProps) {
  const { data: slide, error, refetch } = useSlide(id)
  return (
    <SideDrawer title={own.title} closeLabel={own.close} onClose={onClose}>
      <Box sx={{ p: 5 }}>
        {slide ? (
          <Details slide={slide} readOnly={readOnly} onDownload={onDownload} />
        ) : error ? (
          <ErrorState
            title={own.failedTitle}
            message={isMissing(error) ? own.missing : error.message}
            {...(!isMissing(error) && { onRetry: () => void refetch() })}
          />
        ) : (
          <Box role="status" aria-label={own.loading}>
            <Skeleton variant="rounded" height={picture.height} />
            <Skeleton height={56} sx={{ mt: 4 }} />
            <Skeleton height={56} />
          </Box>
        )}
      </Box>
    </SideDrawer>
  )
}

function Details({
  slide,
  readOnly,
  onDownload,
}: Omit<SlideDrawerProps, 'id' | 'onClose'> & { slide: Slide }) {
  const mayDownload = usePermission('download:files')
  const mayUpdate = usePermission('update:slides')
  const reason = mayUpdate
    ? (readOnly ?? (slide.deleted_at === null ? undefined : own.deleted))
    : permissionReason('update:slides', words.actions.deeds.update)
  return (
    <Stack sx={{ gap: 5 }}>
      <Box sx={{ '& > *': { width: '100% !important' } }}>
        <SlideThumbnail
          imageId={slide.image_id}
          alt=""
          {...picture}
          isVirtual={slide.virtual_image_ids.includes(slide.image_id)}
        />
      </Box>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        <LinkButton
          to={`/slide/${slide.id}`}
          variant="contained"
          startIcon={<Microscope size={16} aria-hidden />}
        >
          {own.open}
        </LinkButton>
        <GatedButton
          variant="outlined"
          startIcon={<Download size={16} aria-hidden />}
          reason={mayDownload ? undefined : permissionReason('download:files', words.actions.deeds.download)}
          onClick={() => onDownload([slide])}
        >
          {own.download}
        </GatedButton>
      </Stack>
      <SlideForm key={slide.id} slide={slide} reason={reason} />
      <DetailList rows={factsOf(slide)} />
      <Typography variant="body2" color="textSecondary">
        {own.history}
      </Typography>
    </Stack>
  )
}

function Quality({ slide }: { slide: Slide }) {
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start', minWidth: 0 }}>
      <QcChip slide={slide} />
      {slide.qc_overridden && <OverriddenBadge by={slide.qc_overridden_by} />}
      <span>{qcSentence({ ...slide, qc_overridden: false })}</span>
      <Link component={RouterLink} to={qcAddress(slide.id)}>
        {own.facts.seeQuality}
      </Link>
    </Stack>
  )
}

function resolutionOf({ mpp_x: width, mpp: given }: Slide): string {
  if (width === null) return words.list.unknown
  const text = own.facts.mpp(width)
  return given === null ? text : own.facts.byHand(text)
}

function factsOf(slide: Slide) {
  const { facts } = own
  return [
    [facts.quality, <Quality key="quality" slide={slide} />],
    [facts.dimensions, facts.pixels(slide.width, slide.height)],
    [facts.resolution, resolutionOf(slide)],
    [facts.objective, slide.objective === null ? words.list.unknown : facts.times(slide.objective)],
    [facts.channels, String(slide.channel_count)],
    [facts.vendor, vendorName(slide.vendor)],
    [facts.size, formatBytes(slide.size)],
    [facts.by, <bdi key="by">{slide.created_by?.name ?? words.list.unknown}</bdi>],
    [facts.created, <RelativeTime key="created" time={slide.created_at} />],
    [facts.changed, <RelativeTime key="changed" time={slide.updated_at} />],
  ] as const
}
