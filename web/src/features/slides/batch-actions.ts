import { batchLimits } from '@cresyl/contract/api/limits'
import {
  Download,
  FolderInput,
  Pencil,
  Play,
  RotateCcw,
  ScanSearch,
  Tags,
  Trash2,
} from '../../ui/frame/icons.ts'
import type { BatchAction } from './batch/batch-action.ts'
import { CheckDialog } from './batch/check-dialog.tsx'
import { DeleteDialog, RestoreDialog } from './batch/delete-dialogs.tsx'
import { DescribeDialog } from './batch/describe-dialog.tsx'
import { DownloadDialog } from './batch/download-dialog.tsx'
import { MoveDialog } from './batch/move-dialog.tsx'
import { RenameDialog } from './batch/rename-dialog.tsx'
import { RunDialog } from './batch/run-dialog.tsx'
import { mostDownloads, words } from './words.ts'

const { actions } = words
const change = {
  permission: 'update:slides',
  deed: actions.deeds.update,
  of: 'active',
  changes: true,
  most: { count: batchLimits.all, reason: actions.tooManyChanges },
} as const

export const checkAction: BatchAction = {
  id: 'check',
  icon: ScanSearch,
  label: actions.check,
  permission: 'create:qc_jobs',
  deed: actions.deeds.check,
  of: 'active',
  changes: false,
  most: { count: batchLimits.all, reason: actions.tooManyChecks },
  dialog: CheckDialog,
}

/** In the order of the bar. Whoever can do more with slides adds to it. */
export const batchActions: readonly BatchAction[] = [
  { ...change, id: 'describe', icon: Tags, label: actions.describe, dialog: DescribeDialog },
  { ...change, id: 'move', icon: FolderInput, label: actions.move, dialog: MoveDialog },
  { ...change, id: 'rename', icon: Pencil, label: actions.rename, dialog: RenameDialog },
  checkAction,
  {
    id: 'run',
    icon: Play,
    label: actions.run,
    permission: 'create:inference_jobs',
    deed: actions.deeds.run,
    of: 'active',
    changes: false,
    most: { count: batchLimits.all, reason: actions.tooManyRuns },
    dialog: RunDialog,
  },
  {
    id: 'download',
    icon: Download,
    label: actions.download,
    permission: 'download:files',
    deed: actions.deeds.download,
    of: 'active',
    changes: false,
    most: { count: mostDownloads, reason: actions.tooMany },
    dialog: DownloadDialog,
  },
  {
    ...change,
    id: 'delete',
    icon: Trash2,
    label: actions.delete,
    permission: 'delete:slides',
    deed: actions.deeds.delete,
    danger: true,
    dialog: DeleteDialog,
  },
  {
    ...change,
    id: 'restore',
    icon: RotateCcw,
    label: actions.restore,
    permission: 'delete:slides',
    deed: actions.deeds.delete,
    of: 'deleted',
    dialog: RestoreDialog,
  },
]
