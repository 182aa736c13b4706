import type { Slide } from '@cresyl/contract/slides/slides'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Pencil } from '../../../ui/frame/icons.ts'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { formatDateTime } from '../../../ui/text/dates.ts'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { qcWords } from '../../../ui/text/qc-words.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { tissueName } from '../../../ui/text/tissue-name.ts'
import { useRunParts } from '../run-parts.ts'
import { scannedText } from './facts.ts'
import { type Fact, Facts, InfoSection } from './info-section.tsx'
import { words } from './words.ts'

const own = words.slide

/** Where the slide belongs, what it shows and where it came from. */
export function SlideSection({ slide, maySeeLabels }: { slide: Slide; maySeeLabels: boolean | undefined }) {
  const { show, SlideEditor } = useRunParts()
  const mayEdit = usePermission('update:slides')
  const rows: Fact[] = [
    [own.name, <bdi key="name">{slide.name}</bdi>],
    [own.project, <Project key="project" project={slide.project} />],
    [own.tissue, slide.tissue ? tissueName(slide.tissue) : own.none],
    [own.stain, slide.stainer?.stain_type ?? own.none],
    [own.quality, <Quality key="quality" slide={slide} />],
    [own.uploader, <bdi key="uploader">{slide.created_by?.name ?? own.byPlatform}</bdi>],
    [own.uploaded, <Moment key="uploaded" time={slide.created_at} />],
    [own.scanned, scanned(slide, maySeeLabels)],
  ]
  return (
    <InfoSection title={own.title}>
      <Facts rows={rows} />
      <GatedButton
        size="small"
        variant="outlined"
        startIcon={<Pencil size={14} aria-hidden />}
        reason={mayEdit ? undefined : permissionReason('update:slides', own.editDeed)}
        onClick={() => show((close) => <SlideEditor id={slide.id} onClose={close} />)}
        sx={{ mt: 3 }}
      >
        {own.edit}
      </GatedButton>
    </InfoSection>
  )
}

function scanned({ scanned_at: scannedAt }: Slide, maySeeLabels: boolean | undefined): string {
  if (scannedAt !== null) return scannedText(scannedAt)
  return maySeeLabels === false ? own.scannedHidden : words.unknown
}

function Quality({ slide }: { slide: Slide }) {
  return (
    <>
      {qcWords[slide.qc_state]}
      {slide.qc_overridden && (
        <Box>
          <OverriddenBadge by={slide.qc_overridden_by} />
        </Box>
      )}
    </>
  )
}

function Project({ project }: Pick<Slide, 'project'>) {
  if (project === null) return own.unsorted
  return (
    <Link component={RouterLink} to={`/project/${project.id}`}>
      <bdi>{project.name}</bdi>
    </Link>
  )
}

export function Moment({ time }: { time: string }) {
  return (
    <>
      {formatDateTime(time)} (<RelativeTime time={time} />)
    </>
  )
}
