import type { Slide } from '@cresyl/contract/slides/slides'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OverriddenBadge } from '../../../ui/slide/overridden-badge.tsx'
import { formatBytes } from '../../../ui/text/amounts.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { tissueName } from '../../../ui/text/tissue-name.ts'
import { words } from '../words.ts'
import type { ShownColumn, SortColumn } from './place.ts'
import { QcChip } from './qc-chip.tsx'
import { projectName } from './slide-looks.ts'

interface TableColumn {
  /** In pixels of the page. */
  width: number
  align?: 'end'
  sort?: SortColumn
  cell: (slide: Slide) => ReactNode
}

const unknown = <span className="none">–</span>
const named = (name: string | null | undefined) => (name ? <bdi title={name}>{name}</bdi> : unknown)

/** Below each other: both have room in a row. */
const Verdict = ({ slide }: { slide: Slide }) => (
  <span className="verdict">
    <QcChip slide={slide} />
    {slide.qc_overridden && <OverriddenBadge by={slide.qc_overridden_by} />}
  </span>
)

export const tableColumns: Record<ShownColumn, TableColumn> = {
  project: { width: 168, cell: ({ project }) => <ProjectLink project={project} /> },
  tissue: { width: 150, cell: ({ tissue }) => named(tissue && tissueName(tissue)) },
  stain: { width: 120, cell: ({ stainer }) => named(stainer?.stain_type) },
  state: {
    width: 168,
    cell: (slide) => (slide.qc_state === 'none' ? unknown : <Verdict slide={slide} />),
  },
  dimensions: {
    width: 176,
    align: 'end',
    cell: ({ width, height }) => words.drawer.facts.pixels(width, height),
  },
  objective: {
    width: 96,
    align: 'end',
    cell: ({ objective }) => (objective === null ? unknown : words.drawer.facts.times(objective)),
  },
  size: { width: 96, align: 'end', sort: 'size', cell: ({ size }) => formatBytes(size) },
  by: { width: 144, cell: ({ created_by: by }) => named(by?.name ?? words.list.unknown) },
  created: { width: 136, sort: 'created_at', cell: (slide) => <RelativeTime time={slide.created_at} /> },
  changed: { width: 136, sort: 'updated_at', cell: (slide) => <RelativeTime time={slide.updated_at} /> },
}

/** For the box to select it, the name and the way to its details. */
const taken = { select: 44, name: 220, info: 48 }

/** As many of the chosen ones as fit beside the name. */
export function fittingColumns(chosen: readonly ShownColumn[], width: number): ShownColumn[] {
  let left = width - taken.select - taken.name - taken.info
  return chosen.filter((column) => {
    left -= tableColumns[column].width
    return left >= 0
  })
}

export function gridTemplate(columns: readonly ShownColumn[]): string {
  const widths = columns.map((column) => `${tableColumns[column].width}px`)
  return [`${taken.select}px`, 'minmax(0, 1fr)', ...widths, `${taken.info}px`].join(' ')
}

/** The way to the other slides of a slide's project. */
function ProjectLink({ project }: Pick<Slide, 'project'>) {
  const name = projectName(project)
  return (
    // The arrow keys go from slide to slide.
    <Link to={`/project/${project?.id ?? 'unsorted'}`} className="project" tabIndex={-1} draggable={false}>
      <bdi title={name}>{name}</bdi>
    </Link>
  )
}
