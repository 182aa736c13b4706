import type { AttentionKind } from '@cresyl/contract/lab/dashboard'
import { formatBytes } from '../../ui/text/amounts.ts'
import { counted } from '../../ui/text/counted.ts'
import { formatNumber, formatPercent } from '../../ui/text/dates.ts'

interface Stored {
  used_bytes: number
  quota_bytes: number | null
}

/** "3.2 GB of 100 GB used", or without a limit "3.2 GB used". */
function stored({ used_bytes, quota_bytes }: Stored): string {
  const used = formatBytes(used_bytes)
  return quota_bytes === null ? `${used} used` : `${used} of ${formatBytes(quota_bytes)} used`
}

const attentionKinds: Record<AttentionKind, { label: string; link: string }> = {
  upload_failed: { label: 'Upload failed', link: 'Open the file' },
  file_unreadable: { label: 'File could not be read', link: 'Open the file' },
  job_failed: { label: 'Job failed', link: 'Open the job' },
  qc_failed: { label: 'Quality check failed', link: 'Open the slide' },
}

export const words = {
  title: 'Dashboard',
  summary: {
    loading: 'Loading the figures',
    slides: (count: number) => counted(count, 'slide'),
    projects: (count: number) => counted(count, 'project'),
    stored,
  },
  upload: { button: 'Upload slides', deed: 'upload slides' },
  continue: {
    title: 'Continue',
    newest: 'New slides',
    loading: 'Loading your slides',
    failedTitle: 'Your slides could not be loaded',
    unsorted: 'Unsorted',
    viewed: 'Viewed',
    arrived: 'Arrived',
  },
  attention: {
    title: 'Needs attention',
    kinds: attentionKinds,
    more: (count: number) => `And ${formatNumber(count)} more.`,
    showAll: (count: number) => `Show all ${formatNumber(count)}`,
    seen: 'Mark as seen',
    by: 'by',
  },
  quality: {
    title: 'Quality control',
    label: 'Slides by quality control',
    all: 'All slides',
  },
  storage: {
    title: 'Storage',
    label: 'Storage used',
    percent: formatPercent,
    nearlyFull: 'Nearly full: delete what is no longer needed, or ask for a larger quota.',
    full: 'Full: nothing can be uploaded until something is deleted.',
    noQuota: 'No limit is set.',
  },
  failedTitle: 'The figures of your organisation could not be loaded',
} as const
