import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Upload, UploadTotals } from '../../engine/uploads/upload.ts'
import type { Uploader } from '../../engine/uploads/uploader.ts'

export const UploaderContext = createContext<Uploader | null>(null)

/** The queue of this tab: it goes on while one is on other pages. */
export function useUploader(): Uploader {
  const uploader = useContext(UploaderContext)
  if (uploader === null) throw new Error('There is no uploader around this component.')
  return uploader
}

export function useUploads(): readonly Upload[] {
  const uploader = useUploader()
  return useSyncExternalStore(uploader.subscribe, uploader.list)
}

export function useUploadTotals(): UploadTotals {
  const uploader = useUploader()
  return useSyncExternalStore(uploader.subscribe, uploader.totals)
}
