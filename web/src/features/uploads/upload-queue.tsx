import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { type ReactNode, useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { Lock } from '../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../ui/frame/visually-hidden.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { DraftPanel } from './drafts/draft-panel.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { DropZone } from './intake/drop-zone.tsx'
import { useIntake } from './intake/use-intake.ts'
import { usePageDrop } from './intake/use-page-drop.ts'
import { QueueActsContext } from './rows/queue-acts.ts'
import { useQueueActions } from './rows/use-queue-actions.ts'
import { StartedPanel } from './started/started-panel.tsx'
import { useUploads } from './uploader-context.tsx'
import { words } from './words.ts'

interface UploadQueueProps {
  /** What became of a file that has arrived: how it is read, then its thumbnail and link. */
  renderStored: (fileId: string) => ReactNode
  /** Files that could not be read. */
  unreadable: ReadonlySet<string>
  /** Why nothing can be uploaded at all just now, whatever one may do. */
  refusal?: string | undefined
}

/** The uploads of this tab: where to drop files, what is to be uploaded, and how far it is. */
export function UploadQueue({ renderStored, unreadable, refusal }: UploadQueueProps) {
  const mayCreate = usePermission('create:files')
  const mayUpload = usePermission('upload:files')
  const needed = mayCreate ? 'upload:files' : 'create:files'
  const missing = mayCreate && mayUpload ? undefined : permissionReason(needed, words.refused.deed)
  const reason = refusal ?? missing
  if (reason !== undefined) return <Refused reason={reason} />
  return <OpenQueue renderStored={renderStored} unreadable={unreadable} />
}

function Refused({ reason }: { reason: string }) {
  const say = () => void showToast(reason, 'error')
  usePageDrop({ onFiles: say, onOther: say })
  return (
    <EmptyState icon={Lock} title={words.refused.title}>
      {reason}
    </EmptyState>
  )
}

function OpenQueue({ renderStored, unreadable }: Pick<UploadQueueProps, 'renderStored' | 'unreadable'>) {
  const uploads = useUploads()
  const { choose, drop, found } = useIntake()
  const over = usePageDrop({ onFiles: drop, onOther: () => showToast(words.drop.notFiles, 'warning') })
  const { acts, dragged, opened, close, news } = useQueueActions()
  const drafts = useSame(uploads.filter(({ stage }) => stage === 'draft'))
  const started = uploads.filter(({ stage }) => stage !== 'draft')
  const shown = uploads.find(({ key }) => key === opened?.key)
  return (
    <QueueActsContext value={acts}>
      <Stack sx={{ gap: 5 }}>
        <DropZone small={uploads.length > 0} over={over} found={found} onChoose={choose} />
        {drafts.length > 0 && <DraftPanel drafts={drafts} dragged={dragged} />}
        {started.length > 0 && (
          <StartedPanel
            uploads={started}
            dragged={dragged}
            renderStored={renderStored}
            unreadable={unreadable}
          />
        )}
      </Stack>
      {over && <PageHighlight />}
      {shown && opened?.kind === 'edit' && <EditDialog upload={shown} onClose={close} />}
      {shown && opened?.kind === 'details' && <DetailsDialog upload={shown} onClose={close} />}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </QueueActsContext>
  )
}

/** Around the whole window: it doesn't matter where on the page one lets go. */
function PageHighlight() {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'tooltip',
        pointerEvents: 'none',
        border: '4px solid',
        borderColor: 'primary.main',
      }}
    />
  )
}

/** The list of before as long as it has the same things in it, so that what is made of it needn't be made anew. */
function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const [known, setKnown] = useState(list)
  if (known === list || isSame(known, list)) return known
  setKnown(list)
  return list
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}
