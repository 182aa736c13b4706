import { type File, type FileStatus, fileStatusOf } from '@cresyl/contract/files/files'
import type { Job } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Loader,
  ScanSearch,
  TriangleAlert,
  Upload,
} from '../../ui/frame/icons.ts'
import { StateChip, type StateTone } from '../../ui/state/state-chip.tsx'
import { QualityChip } from './quality-chip.tsx'
import type { Sending } from './sending.ts'
import { messageOf } from './what-to-do.ts'
import { words } from './words.ts'

// Cancelled is what someone wanted: no failure.
const looks: Record<FileStatus, { icon: LucideIcon; tone: StateTone }> = {
  uploading: { icon: Upload, tone: 'info' },
  waiting: { icon: Clock, tone: 'muted' },
  reading: { icon: Loader, tone: 'info' },
  checking: { icon: ScanSearch, tone: 'info' },
  ready: { icon: CircleCheck, tone: 'pass' },
  unreadable: { icon: TriangleAlert, tone: 'fail' },
  failed: { icon: CircleX, tone: 'fail' },
  cancelled: { icon: CircleSlash, tone: 'muted' },
}

export interface FileStanding {
  file: File
  /** The job that reads it, while it does. */
  job?: Job | undefined
  /** Who of this browser sends it, while it is being uploaded. */
  sending?: Sending | undefined
}

export function FileStateChip({ file, job }: FileStanding) {
  const status = fileStatusOf(file)
  const label = status === 'reading' ? words.reading(job?.progress ?? null) : words.statuses[status]
  return <StateChip {...looks[status]} label={label} />
}

/** How it stands, and under it in one line how far it is or why not. */
export function FileState(standing: FileStanding) {
  const { file, job, sending } = standing
  const status = fileStatusOf(file)
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <FileStateChip {...standing} />
        <QualityChip file={file} />
      </Box>
      {status === 'reading' && job && <Reading name={file.name} job={job} />}
      {status === 'uploading' && sending && <Line text={words.sending(sending)} />}
      {(status === 'unreadable' || status === 'failed') && <Line text={messageOf(file)} />}
    </Box>
  )
}

function Reading({ name, job: { progress, stage } }: { name: string; job: Job }) {
  return (
    <Box sx={{ mt: 0.5, maxWidth: 220 }}>
      <LinearProgress
        aria-label={words.progressOf(name)}
        {...(progress !== null && { variant: 'determinate', value: Math.floor(progress * 100) })}
        sx={{ height: 3, borderRadius: 2, bgcolor: 'tokens.accent' }}
      />
      {stage !== null && <Line text={stage} />}
    </Box>
  )
}

function Line({ text }: { text: string }) {
  if (text === '') return null
  return (
    <Typography variant="body2" color="textSecondary" noWrap dir="auto" title={text}>
      {text}
    </Typography>
  )
}
