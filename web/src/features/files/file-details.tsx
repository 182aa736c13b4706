import { type File, fileStatusOf } from '@cresyl/contract/files/files'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { Microscope } from '../../ui/frame/icons.ts'
import { LinkButton } from '../../ui/frame/link-button.tsx'
import { DetailList } from '../../ui/list/detail-list.tsx'
import { HashValue } from '../../ui/list/hash-value.tsx'
import { SlideThumbnail } from '../../ui/slide/slide-thumbnail.tsx'
import { formatDateTime } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { FileButtons } from './file-buttons.tsx'
import { FileNote } from './file-note.tsx'
import { FileStateChip } from './file-state.tsx'
import { useReadingJobs } from './queries.ts'
import type { Sending } from './sending.ts'
import { slideAddress } from './slide-address.ts'
import type { FileActions } from './use-file-actions.tsx'
import { words } from './words.ts'

interface FileDetailsProps {
  file: File
  actions: FileActions
  sending: Sending | undefined
  jobHref: (jobId: string) => string
}

/** All that is known of a file, and what can be done with it. */
export function FileDetails({ file, actions, sending, jobHref }: FileDetailsProps) {
  const jobs = useReadingJobs(fileStatusOf(file) === 'reading')
  const job = file.job_id === null ? undefined : jobs.get(file.job_id)
  const standing = { file, job, sending }
  return (
    <Stack sx={{ gap: 4 }}>
      <div>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere', mb: 2 }}>
          <bdi>{file.name}</bdi>
        </Typography>
        <FileStateChip {...standing} />
      </div>
      {file.slide_id !== null && <Slide file={file} slideId={file.slide_id} />}
      <FileNote {...standing} />
      <FileButtons file={file} actions={actions} />
      <Facts file={file} jobHref={jobHref} />
    </Stack>
  )
}

function Slide({ file, slideId }: { file: File; slideId: string }) {
  return (
    <Box sx={{ p: 3, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center', flexWrap: 'wrap' }}>
        <SlideThumbnail imageId={file.image_id} alt={words.pictureOf(file.name)} width={200} height={150} />
        <LinkButton
          to={slideAddress(slideId)}
          variant="contained"
          startIcon={<Microscope size={16} aria-hidden />}
        >
          {words.details.openSlide}
        </LinkButton>
      </Stack>
    </Box>
  )
}

function Facts({ file, jobHref }: { file: File; jobHref: (jobId: string) => string }) {
  const { search } = useLocation()
  const own = words.details
  const rows: [name: string, value: ReactNode][] = [
    [own.size, own.exactSize(file.size)],
    [own.mediaType, file.media_type],
    [own.project, <Project key="project" file={file} />],
    [
      file.origin === 'import' ? own.registrar : own.uploader,
      <bdi key="uploader">{file.created_by?.name ?? words.byPlatform}</bdi>,
    ],
    [own.created, <Moment key="created" time={file.created_at} />],
    [own.updated, <Moment key="updated" time={file.updated_at} />],
    [own.origin, own.origins[file.origin]],
    [own.hash, file.sha256 === null ? own.noHash : <HashValue key="hash" hash={file.sha256} />],
  ]
  if (file.job_id !== null) {
    const href = jobHref(file.job_id)
    rows.push([
      own.job,
      <Link
        key="job"
        component={RouterLink}
        // A fragment lies over this page: what the page keeps in its address stays.
        to={href.startsWith('#') ? { search, hash: href } : href}
        preventScrollReset
      >
        {own.openJob}
      </Link>,
    ])
  }
  return <DetailList rows={rows} />
}

function Project({ file: { project } }: { file: File }) {
  if (project === null) return words.unsorted
  return (
    <Link component={RouterLink} to={`/project/${project.id}`}>
      <bdi>{project.name}</bdi>
    </Link>
  )
}

function Moment({ time }: { time: string }) {
  return (
    <>
      {formatDateTime(time)} (<RelativeTime time={time} />)
    </>
  )
}
