import type { File } from '@cresyl/contract/files'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { useApi, usePermission } from '../../lib/session/session-context.tsx'
import { permissionReason } from '../../ui/permission-reason.ts'
import { followLink } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { downloadFile } from './download-file.ts'
import { words } from './words.ts'

const downloadKey = ['files', 'download'] as const

export interface Download {
  run: (file: File) => void
  /** Why not; undefined where it may be done. */
  reason: (file: File) => string | undefined
}

/** Downloads go on while one is on other pages of the app: a copy may take minutes to be made. */
export function useDownload(): Download {
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
