import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import type { LucideIcon } from 'lucide-react'
import type { Upload } from '../../../engine/uploads/upload.ts'
import type { Uploader } from '../../../engine/uploads/uploader.ts'
import {
  ArrowDown,
  ArrowUp,
  ArrowUpToLine,
  Info,
  Pause,
  Pencil,
  Play,
  RotateCcw,
  Trash2,
  X,
} from '../../../ui/frame/icons.ts'
import { type RowAction, RowMenu } from '../../../ui/list/row-menu.tsx'
import { useUploader } from '../uploader-context.tsx'
import { words } from '../words.ts'
import { drawnFor } from './drawn-for.ts'
import { canBeMoved } from './order.ts'
import { type QueueActs, useQueueActs } from './queue-acts.ts'

const facts = ['key', 'name', 'stage', 'paused', 'errors'] as const
type Controlled = Pick<Upload, (typeof facts)[number]>

interface Place {
  isFirst: boolean
  isLast: boolean
}

interface QuickAction {
  label: string
  icon: LucideIcon
  run: () => void
}

/** What is done most to a file as it stands now, as buttons; everything else in the menu. */
export const RowControls = drawnFor(facts, Controls)

function Controls({ upload, isFirst, isLast }: { upload: Controlled } & Place) {
  const uploader = useUploader()
  const acts = useQueueActs()
  const moves = canBeMoved(upload) ? moveActions(upload.key, { isFirst, isLast }, acts) : []
  const details = {
    label: words.actions.details,
    icon: <Info size={18} />,
    run: () => acts.showDetails(upload.key),
  }
  return (
    <Stack direction="row" sx={{ flexShrink: 0, alignItems: 'center', justifyContent: 'flex-end' }}>
      {quickActions(upload, uploader, acts).map(({ label, icon: Icon, run }) => (
        <IconButton key={label} title={label} aria-label={words.actions.of(label, upload.name)} onClick={run}>
          <Icon size={18} aria-hidden />
        </IconButton>
      ))}
      <RowMenu of={upload.name} actions={[...editing(upload, acts), ...moves, details]} />
    </Stack>
  )
}

function quickActions(upload: Controlled, uploader: Uploader, acts: QueueActs): QuickAction[] {
  const { key, stage, paused, errors } = upload
  const cancel = { label: words.actions.cancel, icon: X, run: () => uploader.cancel(key) }
  const remove = (label: string, icon: LucideIcon) => ({ label, icon, run: () => uploader.remove(key) })
  switch (stage) {
    case 'draft':
      return [
        { label: words.actions.edit, icon: Pencil, run: () => acts.edit(key) },
        remove(words.actions.remove, Trash2),
      ]
    case 'waiting':
    case 'starting':
    case 'sending': {
      const turn = paused
        ? { label: words.actions.resume, icon: Play, run: () => uploader.resume(key) }
        : { label: words.actions.pause, icon: Pause, run: () => uploader.pause(key) }
      return [turn, cancel]
    }
    case 'finishing':
      return [cancel]
    case 'completed':
      return [remove(words.actions.dismiss, X)]
    case 'failed':
    case 'cancelled': {
      const label = stage === 'failed' ? words.actions.retry : words.actions.again
      const retry = { label, icon: RotateCcw, run: () => uploader.retry(key) }
      const mend = { label: words.actions.edit, icon: Pencil, run: () => acts.edit(key) }
      return [errors.length === 0 ? retry : mend, remove(words.actions.dismiss, X)]
    }
  }
}

/** Of drafts there is a button for it. */
function editing({ key, stage }: Controlled, acts: QueueActs): RowAction[] {
  if (stage !== 'failed' && stage !== 'cancelled') return []
  return [{ label: words.actions.edit, icon: <Pencil size={18} />, run: () => acts.edit(key) }]
}

function moveActions(key: string, { isFirst, isLast }: Place, acts: QueueActs): RowAction[] {
  const first = isFirst ? words.actions.isFirst : undefined
  const last = isLast ? words.actions.isLast : undefined
  const { top, up, down } = words.actions
  return [
    { label: top, icon: <ArrowUpToLine size={18} />, reason: first, run: () => acts.move(key, 'top') },
    { label: up, icon: <ArrowUp size={18} />, reason: first, run: () => acts.move(key, 'up') },
    { label: down, icon: <ArrowDown size={18} />, reason: last, run: () => acts.move(key, 'down') },
  ]
}
