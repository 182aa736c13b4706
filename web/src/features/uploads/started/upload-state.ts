import { uploadProgress } from '@cresyl/contract/files/uploads'
import type { LucideIcon } from 'lucide-react'
import type { Upload } from '../../../engine/uploads/upload.ts'
import { activeStages } from '../../../engine/uploads/upload-totals.ts'
import {
  Ban,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  FileUp,
  Loader,
  Upload as UploadIcon,
  WifiOff,
} from '../../../ui/frame/icons.ts'
import type { StateTone } from '../../../ui/state/state-chip.tsx'
import { words } from '../words.ts'

type ShownState = keyof typeof words.states

interface StateLook {
  icon: LucideIcon
  tone: StateTone
}

const looks: Record<ShownState, StateLook> = {
  draft: { icon: FileUp, tone: 'muted' },
  waiting: { icon: Clock, tone: 'muted' },
  starting: { icon: Loader, tone: 'info' },
  sending: { icon: UploadIcon, tone: 'info' },
  finishing: { icon: Loader, tone: 'info' },
  completed: { icon: CircleCheck, tone: 'pass' },
  failed: { icon: CircleX, tone: 'fail' },
  cancelled: { icon: Ban, tone: 'muted' },
  paused: { icon: CirclePause, tone: 'warn' },
  disconnected: { icon: WifiOff, tone: 'warn' },
}

type Standing = Pick<Upload, 'stage' | 'paused' | 'disconnected'>

/** A pause is what the person wants, so it is said before what the network does. */
export function shownState({ stage, paused, disconnected }: Standing): ShownState {
  if (!activeStages.includes(stage)) return stage
  if (paused && stage !== 'finishing') return 'paused'
  return disconnected && stage !== 'waiting' ? 'disconnected' : stage
}

export function stateLook(upload: Standing): StateLook & { label: string } {
  const state = shownState(upload)
  return { ...looks[state], label: words.states[state] }
}

/** What the bar shows, in percent of the bytes; what is not done yet never looks done. */
export function byteProgress({ bytesSent, size }: Pick<Upload, 'bytesSent' | 'size'>): number {
  return size === 0 ? 0 : Math.min(100, Math.floor((bytesSent / size) * 100))
}

/** What is said in figures: in percent of the parts. */
export function partProgress({ partsSent, partCount }: Pick<Upload, 'partsSent' | 'partCount'>): number {
  return uploadProgress(partsSent, partCount)
}
