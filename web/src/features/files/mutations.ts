import { messages } from '@cresyl/contract/api/messages'
import { abortMultipart, deleteFile, type File, rereadFile, updateFile } from '@cresyl/contract/files/files'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/session/session-context.tsx'
import { fileKeys } from './queries.ts'

export function useRereadFile() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: File) => call(rereadFile, { params: { id } }),
    onSuccess: (file) => store(client, file),
    // Refused because it is another by now: show what it is.
    onError: () => client.invalidateQueries({ queryKey: fileKeys.all }),
  })
}

/** Frees what has arrived, and says that nobody wants it. */
export function useGiveUpUpload() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: File) => {
      await call(abortMultipart, { params: { id } })
      const body = { state: 'aborted', state_message: messages.upload.cancelledState } as const
      return call(updateFile, { params: { id }, body })
    },
    onSuccess: (file) => store(client, file),
    onError: () => client.invalidateQueries({ queryKey: fileKeys.all }),
  })
}

export function useDismissFile() {
  const { call } = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: File) => call(deleteFile, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: fileKeys.all }),
  })
}

function store(client: QueryClient, file: File) {
  client.setQueryData(fileKeys.one(file.id), file)
  return client.invalidateQueries({ queryKey: fileKeys.all })
}
