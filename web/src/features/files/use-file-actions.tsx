import { type File, fileStatusOf, isDismissable } from '@cresyl/contract/files/files'
import Typography from '@mui/material/Typography'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useApi, usePermission, useSessionState } from '../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { followLink } from '../../ui/form/save-file.ts'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { downloadFile } from './download-file.ts'
import { useDismissFile, useGiveUpUpload, useRereadFile } from './mutations.ts'
import type { Sending } from './sending.ts'
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
  /** Undefined where there is nothing to dismiss, or it is another's. */
  dismiss: (file: File) => (() => void) | undefined
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
  const dismiss = useDismiss()
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
    dismiss: dismiss.offer,
    dialogs: (
      <>
        {givenUp && (
          <GiveUpDialog file={givenUp} sending={sendingOf(givenUp.id)} onClose={() => setGivenUp(null)} />
        )}
        {dismiss.dialog}
      </>
    ),
  }
}

/** What has been stored is asked about first: its bytes go with it. */
function useDismiss() {
  const state = useSessionState()
  const userId = state.status === 'signed-in' ? state.user.id : undefined
  const mayUpdate = usePermission('update:files')
  const mayDelete = usePermission('delete:files')
  const [asked, setAsked] = useState<File | null>(null)
  const dismiss = useDismissFile()
  const own = words.dismiss
  const run = (file: File) =>
    dismiss.mutate(file, {
      onSuccess: () => void showToast(own.done(file.name)),
      onSettled: () => setAsked(null),
    })
  const offer = (file: File) => {
    const isAllowed = mayUpdate && (mayDelete || file.created_by?.id === userId)
    if (!isAllowed || !isDismissable(file)) return undefined
    return () => (file.state === 'stored' ? setAsked(file) : run(file))
  }
  const dialog = asked && (
    <ConfirmDialog
      title={own.title(asked.name)}
      confirmLabel={own.action}
      busy={dismiss.isPending}
      onClose={() => setAsked(null)}
      onConfirm={() => run(asked)}
    >
      {own.text}
    </ConfirmDialog>
  )
  return { offer, dialog }
}

interface GiveUpDialogProps {
  file: File
  sending: Sending | undefined
  onClose: () => void
}

function GiveUpDialog({ file, sending, onClose }: GiveUpDialogProps) {
  const giveUp = useGiveUpUpload()
  const own = words.giveUp
  return (
    <ConfirmDialog
      title={own.title}
      confirmLabel={own.confirm}
      cancelLabel={own.keep}
      busy={giveUp.isPending}
      onClose={onClose}
      onConfirm={() =>
        giveUp.mutate(file, {
          onSuccess: ({ name }) => void showToast(own.done(name)),
          onSettled: onClose,
        })
      }
    >
      <Typography sx={{ fontWeight: 600, mb: 2 }}>
        <bdi>{file.name}</bdi>
      </Typography>
      {sending && <Typography sx={{ mb: 2 }}>{own.otherTab}</Typography>}
      <Typography>{own.text}</Typography>
    </ConfirmDialog>
  )
}

const downloadKey = ['files', 'download'] as const

interface Download {
  run: (file: File) => void
  /** Why not; undefined where it may be done. */
  reason: (file: File) => string | undefined
}

/** Downloads go on while one is on other pages of the app: a copy may take minutes to be made. */
function useDownload(): Download {
  const { call } = useApi()
  const mayDownload = usePermission('download:files')
  const { mutate } = useMutation({
    mutationKey: downloadKey,
    mutationFn: (file: File) =>
      downloadFile(file, {
        call,
        begin: followLink,
        say: (sentence) => showToast(sentence, 'info'),
        pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      }),
  })
  const running = useMutationState({
    filters: { mutationKey: downloadKey, status: 'pending' },
    select: ({ state }) => (state.variables as File).id,
  })
  return {
    run: (file) => mutate(file),
    reason: ({ id, state }) => {
      if (!mayDownload) return permissionReason('download:files', words.download.deed)
      if (state !== 'stored') return words.download.notStored[state]
      return running.includes(id) ? words.download.running : undefined
    },
  }
}
