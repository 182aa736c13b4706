import { type File, fileStatusOf } from '@cresyl/contract/files'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { permissionReason } from '../../ui/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { GiveUpDialog } from './give-up-dialog.tsx'
import { useRereadFile } from './mutations.ts'
import type { Sending } from './sending.ts'
import { type Download, useDownload } from './use-download.ts'
import { words } from './words.ts'

interface Action {
  run: (file: File) => void
  /** Why not; undefined where it may be done. */
  reason: (file: File) => string | undefined
}

export interface FileActions {
  download: Download
  reread: Action
  giveUp: Action
  /** To be rendered by whoever offers the actions. */
  dialogs: ReactNode
}

/** What the rows of a list offer. */
export const FileActionsContext = createContext<FileActions | null>(null)

export function useOfferedActions(): FileActions {
  const actions = useContext(FileActionsContext)
  if (actions === null) throw new Error('There is no list of files around this row.')
  return actions
}

export function useFileActions(sendingOf: (fileId: string) => Sending | undefined): FileActions {
  const [givenUp, setGivenUp] = useState<File | null>(null)
  const mayUpdate = usePermission('update:files')
  const mayUpload = usePermission('upload:files')
  const reread = useRereadFile()
  return {
    download: useDownload(),
    reread: {
      run: (file) =>
        reread.mutate(file, { onSuccess: ({ name }) => void showToast(words.reread.done(name)) }),
      reason: (file) => {
        if (!mayUpdate) return permissionReason('update:files', words.reread.deed)
        if (file.state !== 'stored') return words.reread.notStored
        const status = fileStatusOf(file)
        return status === 'waiting' || status === 'reading' ? words.reread.running : undefined
      },
    },
    giveUp: {
      run: setGivenUp,
      reason: ({ id }) => {
        if (sendingOf(id)?.tab === 'this') return words.giveUp.sentHere
        if (!mayUpload) return permissionReason('upload:files', words.giveUp.deed)
        return mayUpdate ? undefined : permissionReason('update:files', words.giveUp.deed)
      },
    },
    dialogs: givenUp && (
      <GiveUpDialog file={givenUp} sending={sendingOf(givenUp.id)} onClose={() => setGivenUp(null)} />
    ),
  }
}
