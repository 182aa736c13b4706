import type { Slide } from '@cresyl/contract/slides'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { formatDateTime } from '../../../ui/dates.ts'
import { OverriddenBadge } from '../../../ui/overridden-badge.tsx'
import { qcWords } from '../../../ui/qc-words.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { scannedText } from './facts.ts'
import { type Fact, Facts, InfoSection } from './info-section.tsx'
import { words } from './words.ts'

const own = words.slide

/** Where the slide belongs, what it shows and where it came from. */
export function SlideSection({ slide, maySeeLabels }: { slide: Slide; maySeeLabels: boolean | undefined }) {
  const rows: Fact[] = [
    [own.name, <bdi key="name">{slide.name}</bdi>],
    [own.project, <Project key="project" project={slide.project} />],
    [own.tissue, slide.tissue ? `${slide.tissue.organ} (${slide.tissue.species})` : own.none],
    [own.stain, slide.stainer?.stain_type ?? own.none],
    [own.quality, <Quality key="quality" slide={slide} />],
    [own.uploader, <bdi key="uploader">{slide.created_by?.name ?? own.byPlatform}</bdi>],
    [own.uploaded, <Moment key="uploaded" time={slide.created_at} />],
    [own.scanned, scanned(slide, maySeeLabels)],
  ]
  return (
    <InfoSection title={own.title}>
      <Facts rows={rows} />
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
